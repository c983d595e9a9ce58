"""TC766: nested-results-reach."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from toolwire.dialects import Answer, load_dialect
from toolwire.io.json_text import JsonError, dump, items_of, object_of, parse
from toolwire.model.conversation import Json, JsonObject, ResultsTurn
from toolwire.model.exchange import Exchange
from toolwire.rules.history.probe_result import last_round
from toolwire.rules.mutate.faults import Change, Plant, mutations_for
from toolwire.rules.mutate.probe_edit import Ask
from toolwire.rules.rule import Mode, Reading, Rule, Severity, Source, Subject, Variance, Violation
from toolwire.rules.views.asked_for import has_any, telling, told, whole, words_of
from toolwire.rules.views.probe_answer import answered, results_taken, turned_away
from toolwire.rules.views.program_text import written_by

#: Where what a tool returned stands in a result that is an object.
_HELD: Final = "reading"
_TEXT, _VALUES, _FINAL = "text", "values", "final"
#: What stands beside that object.
_UNIT: Final = "unit"


def _nested(text: Json) -> JsonObject:
    """Return what a tool returned, in an object of an object."""
    return {_HELD: {_TEXT: text, _VALUES: [18, 0.5], _FINAL: True}, _UNIT: "C"}


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

_refused = results_taken("A result that is an object with objects in it is refused.")


def _objects(reading: Reading) -> Iterator[JsonObject]:
    """Yield the objects that stand in an object, of the last results."""
    _, results = last_round(reading)
    for one in results:
        try:
            held = object_of(object_of(parse(one.content.encode())).get(_HELD))
        except JsonError:
            continue
        if isinstance(held.get(_TEXT), str):
            yield held


def _inside(reading: Reading) -> frozenset[str]:
    """Return the telling words that a result has inside of an object of an object."""
    return telling(words_of(str(one[_TEXT]) for one in _objects(reading)))


def _due(reading: Reading) -> bool:
    """Return whether a reply in words follows such a result."""
    turns = () if reading.conversation is None else reading.conversation.turns
    if not turns or not isinstance(turns[-1], ResultsTurn) or not _inside(reading):
        return False
    return whole(reading) and not reading.reply.tool_calls


def _reach(reading: Reading) -> Iterator[Violation]:
    if not reading.ok:
        # A call that nobody could run has a failure for its result, which holds no object.
        if _inside(reading):
            yield from _refused(reading)
        return
    if not _due(reading):
        return
    at, text = reading.reply.text_pointer, reading.reply.text or ""
    if not has_any(told(reading), _inside(reading)):
        message = "The answer has no word of what stands inside of a result that is an object."
        yield Violation(at, message, "words of the result", text[:200], variance=True)
    elif who := next(filter(None, (written_by(one, text) for one in _objects(reading))), ""):
        message = f"A result that is an object is repeated as {who} shows one, and not as JSON."
        yield Violation(at, message, "the object as JSON, or words", text[:200], variance=True)
    elif all(has_any(told(reading), (name,)) for name in (_VALUES, _FINAL)) and not has_any(
        told(reading), (_UNIT,)
    ):
        # Who writes the members out by their names leaves none out.
        message = "The answer has some members of a result that is an object, and not the one beside them."
        yield Violation(at, message, _UNIT, text[:200], variance=True)


def _repeated(write: Callable[[JsonObject], str]) -> Plant:
    """Plant an answer that repeats the inner object, written in some way."""

    def plant(name: str, mode: Mode) -> Change:
        def other(exchange: Exchange) -> Answer:
            held = next(_objects(load_dialect(name).decode(exchange)), None)
            if held is None:
                raise LookupError("no result is an object with an object in it")
            return Answer(text=f"The tool returned: {write(held)}", turn=1)

        return answered(other)(name, mode)

    return plant


def _as_json(held: JsonObject) -> str:
    return dump(held).decode()


RULE = Rule(
    id="TC766",
    name="nested-results-reach",
    severity=dict.fromkeys(_PROBING, Severity.WARNING),
    statement=(
        "A result that is an object reaches the model whole, under whatever names and with the "
        "objects in it: it is taken, and, asked to repeat it, a reply has a word of what stands "
        "inside, with some members all of them, and has not the text that Python, Go or Java makes "
        "of an object. A model may leave it out, or write so; that every reply of a run does is the "
        "server's doing."
    ),
    why=(
        "Gateways that know results as texts read one name alone, or write an object as `[object "
        "Object]`: the model reads nothing, and makes up what the tool returned. One that writes "
        "`{'sure': True, 'note': None}` has it read what no parser takes: the model copies it into "
        "its next call."
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
        *mutations_for("round_trip", _repeated(repr), fault="as Python shows it"),
        *mutations_for("round_trip", _repeated(_as_json), fault="some members"),
    ),
)
