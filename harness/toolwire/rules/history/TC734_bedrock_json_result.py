"""TC734: bedrock-json-result."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects import Answer
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.history.probe_result import last_round, words_of
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Variance, Violation
from toolwire.rules.views.chance import has_text
from toolwire.rules.views.probe_answer import answered, taken, turned_away


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


#: Words that the object has besides those of the result.
_BESIDE: Final = words_of("result seen values 18 0 5 final true note null")

_json_taken = taken("A tool result that is a JSON object is refused.")


def _json_read(reading: Reading) -> Iterator[Violation]:
    yield from _json_taken(reading)
    reply = reading.reply
    if not reading.ok or reply.tool_calls or not reply.text:
        return
    reported = frozenset[str]().union(*(words_of(one.content) for one in last_round(reading)[1]))
    if (due := reported - _BESIDE) and not due & words_of(reply.text):
        message = (
            "The answer has no word of what the tool said: the object may not reach the model."
        )
        said = reply.text[:200]
        yield Violation(
            reply.text_pointer,
            message,
            "words of the result",
            said,
            Severity.WARNING,
            variance=True,
        )


RULE = Rule(
    id="TC734",
    name="bedrock-json-result",
    severity={"bedrock-converse": Severity.WARNING},
    statement=(
        "A tool result whose content is a `json` object is taken, as one of text is, whatever the "
        "object has in it, and reaches the model: asked to repeat it, a reply has a word of it. A "
        "model may not obey; a run in which no reply has one is the server's doing."
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
    check=_json_read,
    subject=Subject.PROBE,
    always=True,
    probing={"bedrock-converse": _as_json},
    variance=Variance("answers in words to such a result", has_text, partly=True),
    mutations=(
        *mutations_for("round_trip", turned_away(), fault="refused"),
        *mutations_for("round_trip", answered(Answer(text="I cannot tell.")), fault="not read"),
    ),
)
