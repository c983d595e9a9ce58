"""TC806: array-items."""

from __future__ import annotations

from typing import Final

from toolwire.io.json_text import object_of
from toolwire.model.conversation import JsonObject
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.mutate.probe_edit import first_schema
from toolwire.rules.rule import Rule, Severity, Subject
from toolwire.rules.tools.probe_schema import SPEC
from toolwire.rules.views.probe_answer import taken, turned_away

#: Formats of which no vendor is known to refuse a list without `items`; OpenAI does.
_WITHOUT_ITEMS: Final = ("anthropic-messages", "bedrock-converse", "gemini-generate", "ollama-chat")


def _without_items(schema: JsonObject) -> None:
    object_of(schema["properties"])["things"] = {"type": "array"}


RULE = Rule(
    id="TC806",
    name="array-items",
    severity=dict.fromkeys(_WITHOUT_ITEMS, Severity.WARNING),
    statement=(
        'A list without `items` is taken. OpenAI refuses one ("array schema missing items"), '
        "so its formats are not asked; Cohere's documentation does not say."
    ),
    why="JSON Schema does not demand `items`, and tools come without.",
    breaks="cline",
    workaround="Add `items: {}` or the type that is meant.",
    source=SPEC,
    check=taken("A list without `items` fails the request."),
    subject=Subject.PROBE,
    always=True,
    question=first_schema(_without_items),
    mutations=mutations_for("single_call", turned_away()),
    cases="""
Gemini | invalid names and array schema without items | https://github.com/cline/cline/issues/7339 | issue open 2025
""",
)
