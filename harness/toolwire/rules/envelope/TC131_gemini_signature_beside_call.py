"""TC131: gemini-signature-beside-call."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import JsonObject
from toolwire.rules.history.history import SIGNATURES
from toolwire.rules.mutate.faults import changed, mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Source, Violation
from toolwire.rules.views.answer_parts import answer_parts, call_parts, parts_of
from toolwire.rules.views.places import Place


def _beside_call(reading: Reading) -> Iterator[Violation]:
    for part in call_parts(reading):
        inside = object_of(part.value.get("functionCall"))
        if "thoughtSignature" in inside and not part.signature:
            message = "The signature stands in the call, not beside it."
            pointer = f"{part.pointer}/functionCall/thoughtSignature"
            yield Violation(pointer, message, "absent", "a signature")
            return
        if part.value.get("thoughtSignature") == "":
            message = "The signature of a call is empty."
            yield Violation(f"{part.pointer}/thoughtSignature", message, "a signature", "")
            return
    yield from _behind(reading)


def _behind(reading: Reading) -> Iterator[Violation]:
    """Yield that a part behind the calls has the signature, and no call has one."""
    calls = call_parts(reading)
    if not calls or any(part.signature for part in calls):
        return
    parts = answer_parts(reading)
    for part in parts[parts.index(calls[0]) :]:
        if part.signature:
            message = "The signature stands in a part behind the calls, not beside the first."
            yield Violation(f"{part.pointer}/thoughtSignature", message, "beside a call", "behind")
            return


def _planted(change: Callable[[JsonObject], None]) -> Callable[[str, Place], None]:
    def apply(_name: str, where: Place) -> None:
        for document in [where] if isinstance(where, dict) else [payload for _, payload in where]:
            for part in parts_of("", document):
                if "functionCall" in part.value:
                    change(part.value)

    return apply


def _inside(part: JsonObject) -> None:
    object_of(part["functionCall"])["thoughtSignature"] = part.pop("thoughtSignature")


def _late(_name: str, where: Place) -> None:
    documents = [where] if isinstance(where, dict) else [payload for _, payload in where]
    for document in documents:
        for candidate in items_of(object_of(document).get("candidates")):
            parts = items_of(object_of(object_of(candidate).get("content")).get("parts"))
            for part in [object_of(one) for one in parts if "thoughtSignature" in object_of(one)]:
                parts.append({"text": "", "thoughtSignature": part.pop("thoughtSignature")})


def _emptied(part: JsonObject) -> None:
    part["thoughtSignature"] = ""


RULE = Rule(
    id="TC131",
    name="gemini-signature-beside-call",
    severity={"gemini-generate": Severity.WARNING},
    statement=(
        "The thoughtSignature of calls stands in the part of one, beside functionCall, and is not "
        "empty; not in the call, and not in a part behind the calls. A call may be without."
    ),
    why=(
        "Clients keep what stands beside the call and send that back: Google refuses the turn "
        "without it, and whoever else signs does not know its own thoughts again."
    ),
    breaks=(
        "whoever sends on to Gemini 3 what came: the API answers 400, function call is missing a "
        "thought_signature. Every client that was tried reads the call."
    ),
    workaround="Send the part back as it came.",
    source=Source(
        "docs",
        "Gemini API, Thought signatures; google-genai 3.4.0 types, Part.thought_signature. So it is "
        "in all 283 recorded parts of Google's with a call and a signature",
        SIGNATURES,
        "2026-11-24",
    ),
    check=_beside_call,
    mutations=(
        *mutations_for("single_call", changed(_planted(_inside)), fault="in the call"),
        *mutations_for("single_call", changed(_planted(_emptied)), fault="empty"),
        *mutations_for("single_call", changed(_late), fault="behind the call"),
    ),
    cases="""
gateways to Gemini | signature lost or in another place on the first round; the second is refused | https://github.com/lbjlaq/Antigravity-Manager/issues/3202 | issue open 2026-06
""",
)
