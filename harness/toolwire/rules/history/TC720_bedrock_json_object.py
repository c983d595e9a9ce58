"""TC720: bedrock-json-object."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.io.json_text import items_of, object_of
from toolwire.model.reply import ABSENT
from toolwire.rules.history.history import with_value
from toolwire.rules.mutate.request_edit import asks
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Violation
from toolwire.rules.views.excerpt import kind_of
from toolwire.rules.views.request_steps import steps


def _json_object(reading: Reading) -> Iterator[Violation]:
    for step in steps(reading):
        for result in step.results:
            for place, item in enumerate(items_of(result.value.get("content"))):
                value = object_of(item).get("json", ABSENT)
                if value is not ABSENT and not isinstance(value, dict):
                    pointer = f"{result.pointer}/content/{place}/json"
                    yield Violation(pointer, "The json is not an object.", "object", kind_of(value))


RULE = Rule(
    id="TC720",
    name="bedrock-json-object",
    severity={"bedrock-converse": Severity.ERROR},
    statement="The `json` of a tool result is an object; any other value goes as text.",
    why="A tool that returns a list breaks the conversation.",
    breaks="The API answers 400: ValidationException",
    workaround="Write other values as text, or wrap them in an object.",
    source=Source(
        "api-error",
        "Bedrock Converse, see the cases",
        "https://github.com/sigoden/aichat/issues/1550",
        "2026-11-21",
    ),
    check=_json_object,
    needs_history=True,
    mutations=asks(
        "round_trip",
        {
            "bedrock-converse": with_value(
                ("messages", 2, "content", 0, "toolResult", "content"), [{"json": ["18 C"]}]
            )
        },
    ),
    subject=Subject.REQUEST,
    cases="""
Bedrock | toolResult json must be an object (arrays rejected) | https://github.com/sigoden/aichat/issues/1550 | PR open 2026-09 (#1542, #1544)
""",
)
