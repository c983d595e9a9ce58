"""TC805: enum-types."""

from __future__ import annotations

from toolwire.io.json_text import object_of
from toolwire.model.conversation import JsonObject
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.mutate.probe_edit import first_schema
from toolwire.rules.rule import Rule, Severity, Subject
from toolwire.rules.tools.probe_schema import JSON_SCHEMA, SPEC
from toolwire.rules.views.probe_answer import taken, turned_away


def _number_enum(schema: JsonObject) -> None:
    object_of(schema["properties"])["level"] = {"type": "integer", "enum": [1, 2]}


RULE = Rule(
    id="TC805",
    name="enum-types",
    severity=dict.fromkeys(JSON_SCHEMA, Severity.WARNING),
    statement="An enum of integers is taken. (Gemini's `parameters` refuses one: TYPE_STRING.)",
    why="One such tool disables all tools of the request.",
    breaks="cherry-studio",
    workaround="Write the values as strings and convert what comes back.",
    source=SPEC,
    check=taken("An enum of integers fails the request."),
    subject=Subject.PROBE,
    always=True,
    question=first_schema(_number_enum),
    mutations=mutations_for("single_call", turned_away()),
    cases="""
Gemini | additionalProperties unknown; integer enum value rejected (TYPE_STRING) | https://github.com/CherryHQ/cherry-studio/issues/20939 | issue closed 2026-09 (18 reports)
""",
)
