"""TC803: refs."""

from __future__ import annotations

from toolwire.io.json_text import object_of
from toolwire.model.conversation import JsonObject
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.mutate.probe_edit import first_schema
from toolwire.rules.rule import Rule, Subject
from toolwire.rules.tools.probe_schema import GRADED, SPEC
from toolwire.rules.views.probe_answer import taken, turned_away


def _references(schema: JsonObject) -> None:
    schema["$defs"] = {"Place": {"type": "object", "properties": {"name": {"type": "string"}}}}
    object_of(schema["properties"])["place"] = {"$ref": "#/$defs/Place"}


RULE = Rule(
    id="TC803",
    name="refs",
    severity=GRADED,
    statement="A schema with `$defs` and a local `$ref` to them is taken.",
    why="Schemas that pydantic makes of nested models have them.",
    breaks="pydantic-ai, instructor and openai-python's pydantic_function_tool",
    workaround="Resolve references before the request goes out.",
    source=SPEC,
    check=taken("A local reference in a schema fails the request."),
    subject=Subject.PROBE,
    always=True,
    question=first_schema(_references),
    mutations=mutations_for("single_call", turned_away()),
    cases="""
Gemini | a node with ref may carry only description/default | https://github.com/su-kaka/gcli2api/issues/374 | PR merged 2026-05
""",
)
