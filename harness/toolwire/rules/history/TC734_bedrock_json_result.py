"""TC734: bedrock-json-result."""

from __future__ import annotations

from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Rule, Severity, Source, Subject
from toolwire.rules.views.probe_answer import taken, turned_away


def _as_json(body: JsonObject) -> None:
    """Say the texts of all results in the json of a content block."""
    for message in map(object_of, items_of(body["messages"])):
        for block in map(object_of, items_of(message.get("content"))):
            result = object_of(block.get("toolResult"))
            if result:
                result["content"] = [_said(one) for one in items_of(result.get("content"))]


def _said(content: Json) -> Json:
    held = object_of(content)
    if "text" not in held:
        return content
    inside: JsonObject = {"values": [18, 0.5], "final": True, "note": None}
    return {"json": {"result": held["text"], "seen": inside}}


RULE = Rule(
    id="TC734",
    name="bedrock-json-result",
    severity={"bedrock-converse": Severity.WARNING},
    statement=(
        "A tool result whose content is a `json` object is taken, as one of text is, whatever the object has in it."
    ),
    why="AWS's own guide writes results so: a client after it fails at its first result.",
    breaks="Clients written after AWS's guide to tool use with Converse, and Strands' tools that return json",
    workaround="Write the result as text.",
    source=Source(
        "docs",
        "Amazon Bedrock, tool use with the Converse API; botocore 1.44.8, ToolResultContentBlock: json",
        "https://docs.aws.amazon.com/bedrock/latest/userguide/tool-use-inference-call.html",
        "2026-11-24",
    ),
    check=taken("A tool result that is a JSON object is refused."),
    subject=Subject.PROBE,
    always=True,
    probing={"bedrock-converse": _as_json},
    mutations=mutations_for("round_trip", turned_away()),
)
