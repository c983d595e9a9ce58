"""TC766: nested-results-reach."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from toolwire.dialects import Answer
from toolwire.io.json_text import JsonError, items_of, object_of, parse
from toolwire.model.conversation import Json, JsonObject, ResultsTurn
from toolwire.rules.history.probe_result import last_round
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.mutate.probe_edit import Ask
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Variance, Violation
from toolwire.rules.views.asked_for import has_any, telling, told, whole, words_of
from toolwire.rules.views.probe_answer import answered, taken, turned_away

#: Where what a tool returned stands in a result that is an object.
_HELD: Final = "reading"
_TEXT: Final = "text"


def _nested(text: Json) -> JsonObject:
    """Return what a tool returned, in an object of an object."""
    return {_HELD: {_TEXT: text, "values": [18, 0.5], "final": True}, "unit": "C"}


def _in_gemini(body: JsonObject) -> None:
    for content in map(object_of, items_of(body["contents"])):
        for part in map(object_of, items_of(content.get("parts"))):
            result = object_of(part.get("functionResponse"))
            told = object_of(result.get("response")).get("output")
            # A call that failed, as that of a tool nobody offered, has no output.
            if isinstance(told, str):
                result["response"] = _nested(told)


def _in_cohere(body: JsonObject) -> None:
    for message in map(object_of, items_of(body["messages"])):
        for part in map(object_of, items_of(message.get("content"))):
            document = object_of(part.get("document"))
            told = object_of(document.get("data")).get("content")
            if isinstance(told, str) and message.get("role") == "tool":
                document["data"] = _nested(told)


def _in_bedrock(body: JsonObject) -> None:
    for message in map(object_of, items_of(body["messages"])):
        for block in map(object_of, items_of(message.get("content"))):
            result = object_of(block.get("toolResult"))
            told = [object_of(one).get("text") for one in items_of(result.get("content"))]
            if told and isinstance(told[0], str):
                result["content"] = [{"json": _nested(told[0])}]


_PROBING: Final[Mapping[str, Ask]] = {
    "bedrock-converse": _in_bedrock,
    "cohere-v2": _in_cohere,
    "gemini-generate": _in_gemini,
}

_refused = taken("A result that is an object with objects in it is refused.")


def _inside(reading: Reading) -> frozenset[str]:
    """Return the telling words that a result has inside of an object of an object."""
    _, results = last_round(reading)
    return telling(words_of(text for one in results for text in _texts(one.content)))


def _texts(content: str) -> Iterator[str]:
    try:
        value = parse(content.encode())
    except JsonError:
        return
    text = object_of(object_of(value).get(_HELD)).get(_TEXT)
    if isinstance(text, str):
        yield text


def _due(reading: Reading) -> bool:
    """Return whether a reply in words follows such a result."""
    turns = () if reading.conversation is None else reading.conversation.turns
    if not turns or not isinstance(turns[-1], ResultsTurn) or not _inside(reading):
        return False
    return whole(reading) and not reading.reply.tool_calls


def _reach(reading: Reading) -> Iterator[Violation]:
    if not reading.ok:
        yield from _refused(reading)
        return
    if _due(reading) and not has_any(told(reading), _inside(reading)):
        message = "The answer has no word of what stands inside of a result that is an object."
        at, text = reading.reply.text_pointer, reading.reply.text or ""
        yield Violation(at, message, "words of the result", text[:200], variance=True)


RULE = Rule(
    id="TC766",
    name="nested-results-reach",
    severity=dict.fromkeys(_PROBING, Severity.WARNING),
    statement=(
        "A result that is an object reaches the model whole, under whatever names and with the objects in it: "
        "it is taken, and, asked to repeat it, a reply has a word of what stands inside. A model may leave it "
        "out; that no reply of a run has one is the server's doing."
    ),
    why=(
        "Gateways that know results as texts read one name alone, or write an object as `[object Object]`: the "
        "model reads nothing, and makes up what the tool returned."
    ),
    breaks="clients whose tools return objects, as the SDKs of these formats write them",
    workaround="Write what the tool returned as a text: `output` of Gemini, `content` of Cohere.",
    source=Source(
        "docs",
        "Gemini API, FunctionResponse.response: any keys of the caller's choice; Cohere, tool results as "
        "documents; Amazon Bedrock, ToolResultContentBlock: json",
        "https://ai.google.dev/api/caching#FunctionResponse",
        "2026-11-28",
    ),
    check=_reach,
    subject=Subject.PROBE,
    always=True,
    needs_request=True,
    probing=_PROBING,
    variance=Variance("answers to such results", _due, partly=True),
    mutations=(
        *mutations_for(
            "round_trip",
            answered(Answer(text="The tool returned [object Object].", turn=1)),
            fault="not a word of it",
        ),
        *mutations_for("round_trip", turned_away(), fault="refused"),
    ),
)
