"""TC129: gemini-part-is-one-thing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.faults import changed, mutations_for
from toolwire.rules.rule import Mode, Reading, Rule, Severity, Source, Variance, Violation
from toolwire.rules.views.answer_parts import answer_parts, call_parts, parts_of
from toolwire.rules.views.chance import has_call
from toolwire.rules.views.places import Place

#: What a part may be, and be nothing else (`Part.data` is a oneof).
_DATA: Final = frozenset(
    {
        "codeExecutionResult",
        "executableCode",
        "fileData",
        "functionCall",
        "functionResponse",
        "inlineData",
        "text",
    }
)

#: What stands beside such, and by itself signs nothing.
_SIGNATURE: Final = frozenset({"thoughtSignature"})


def _one_thing(reading: Reading) -> Iterator[Violation]:
    for pointer, part in answer_parts(reading):
        told = sorted(part.keys() & _DATA)
        if len(told) > 1:
            message = "A part holds several things, of which a client takes one."
            yield Violation(pointer, message, "one member", [*told])
            return
        if "functionResponse" in part:
            message = "The answer tells the result of a call, which is the application's to tell."
            yield Violation(f"{pointer}/functionResponse", message, "absent", "a result")
            return
        if part.get("thought") is True and "functionCall" in part:
            message = "A call is marked as a thought."
            yield Violation(f"{pointer}/thought", message, "absent", "a thought")
            return
        # Vertex has sent thoughts without a text (pydantic/pydantic-ai#1897), which are marked so.
        if part.keys() == _SIGNATURE and part["thoughtSignature"] and not _is_of_calls(reading):
            message = "A part holds a signature and nothing that it signs, not even an empty text."
            yield Violation(pointer, message, "an empty text beside it", [*part])
            return


def _is_of_calls(reading: Reading) -> bool:
    """Return whether a signature behind calls is that of these, which have none (TC131)."""
    calls = call_parts(reading)
    return bool(calls) and not any(part.signature for part in calls)


def _nothing_before_calls(reading: Reading) -> Iterator[Violation]:
    """Yield an empty text in front of the first call, which Gemini itself writes now and then."""
    if not reading.reply.tool_calls:
        return
    for pointer, part in answer_parts(reading):
        if "functionCall" in part:
            return
        if part.get("text") == "" and not part.keys() & {"thought", "thoughtSignature"}:
            message = "A part before the call is an empty text."
            yield Violation(f"{pointer}/text", message, "no part", "", variance=True)
            return


def _is_something(reading: Reading) -> Iterator[Violation]:
    yield from _one_thing(reading)
    yield from _nothing_before_calls(reading)


def _added(member: str, value: Json) -> Callable[[str, Place], None]:
    def change(_name: str, where: Place) -> None:
        for document in [where] if isinstance(where, dict) else [payload for _, payload in where]:
            for part in parts_of("", document):
                if "functionCall" in part.value:
                    part.value[member] = value

    return change


def _emptied(_name: str, where: Place) -> None:
    for document in edit.objects(where):
        for candidate in items_of(document.get("candidates")):
            content = object_of(object_of(candidate).get("content"))
            items_of(content.get("parts")).insert(0, {"text": ""})
        return


def _result_told(_name: str, where: Place) -> None:
    told: JsonObject = {"name": "get_weather", "response": {"output": "18 C"}}
    for document in edit.objects(where):
        for candidate in items_of(document.get("candidates")):
            content = object_of(object_of(candidate).get("content"))
            items_of(content.get("parts")).insert(0, {"functionResponse": told})
        return


def _signed_alone(_name: str, where: Place) -> None:
    signed: JsonObject = {"thoughtSignature": "c2lnbmF0dXJl"}
    for candidate in items_of(edit.objects(where)[-1].get("candidates")):
        content = object_of(object_of(candidate).get("content"))
        if isinstance(content.get("parts"), list):
            items_of(content["parts"]).append(signed)


RULE = Rule(
    id="TC129",
    name="gemini-part-is-one-thing",
    severity={"gemini-generate": Severity.WARNING},
    statement=(
        "A part is one thing: a text, a call, a file, code or its result. A call is no thought, and "
        "the result of one is no part of an answer. A signature may stand beside any, and not alone: what "
        "signs no other part comes with an empty text. Nor is an "
        "empty text one: a model may begin so before a call, and Gemini's do; that every call of a "
        "run has one before it is the server's doing."
    ),
    why=(
        "Clients look for one member after the other and take the first: the call is passed over "
        "for the text, or left out with the thoughts. Clients that drop contents with an empty text "
        "from the history lose the call, and its result answers none then."
    ),
    breaks=(
        "pydantic-ai, which takes the text and loses the call (measured 2026-11-24); 2.0.0 "
        "raises UnexpectedModelBehavior over a signature alone, 2.68.0 no more (measured 2026-12-01)"
    ),
    workaround="Look for functionCall first, in thoughts too.",
    source=Source(
        "spec",
        "googleapis content.proto: Part.data is a oneof; google-genai 3.4.0 types, Part: exactly one "
        "field within a Part should be set. So it is in all 1,117 recorded parts of Google's",
        "https://ai.google.dev/api/caching#Part",
        "2026-11-24",
    ),
    check=_is_something,
    modes=(Mode.BLOCKING, Mode.STREAMING),
    mutations=(
        *mutations_for("single_call", changed(_added("text", "Hm.")), fault="a text beside a call"),
        *mutations_for(
            "single_call", changed(_added("thought", value=True)), fault="a call as a thought"
        ),
        *mutations_for("round_trip", changed(_result_told), fault="a result"),
        *mutations_for("single_call", changed(_emptied), fault="an empty text"),
        *mutations_for("single_call", changed(_signed_alone), fault="a signature alone"),
    ),
    variance=Variance("replies with a call", has_call, partly=True),
    cases="""
Gemini, read by gemini-cli | the content with an empty text and a call is dropped, and the result answers none | https://github.com/google-gemini/gemini-cli/issues/16797 | PR closed 2026-01
Bifrost | the empty text beside a signature is left out; pydantic-ai raises UnexpectedModelBehavior before the answer | https://github.com/maximhq/bifrost/issues/6730 | fixed #6745 2026-09
""",
)
