"""TC131: gemini-signature-beside-call."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from toolwire.dialects.count import count_of
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import JsonObject
from toolwire.rules.history.history import SIGNATURES
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.faults import changed, mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Source, Violation
from toolwire.rules.views.answer_parts import answer_parts, call_parts, parts_of
from toolwire.rules.views.places import Place
from toolwire.rules.views.request_model import bare_model, is_gemini_3
from toolwire.rules.views.thought_tokens import counted_thoughts


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
    yield from _unsigned(reading)


def _unsigned(reading: Reading) -> Iterator[Violation]:
    """Yield that no part of an answer of Gemini 3 or later is signed, though the model thought and called.

    Two of 205 such answers of Gemini 2.5 are not, and a server of models that sign nothing has none to tell.
    """
    calls = call_parts(reading)
    named = (bare_model(reading), (reading.reply.model or "").rpartition("/")[2].lower())
    if (
        not calls
        or not reading.ok
        or not any(map(is_gemini_3, named))
        or not counted_thoughts(reading)
    ):
        return
    if any("thoughtSignature" in part.value for part in answer_parts(reading)):
        return
    if any("thoughtSignature" in object_of(one.value["functionCall"]) for one in calls):
        return
    message = "Thoughts are counted, and no call of the answer is signed: Gemini 3 refuses such in a history."
    yield Violation(calls[0].pointer, message, "a signature", "absent")


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


def _thought_unsigned(_name: str, where: Place) -> None:
    for document in edit.objects(where):
        for part in parts_of("", document):
            part.value.pop("thoughtSignature", None)
        document["modelVersion"] = "gemini-3-pro-preview"
        counts = object_of(document.get("usageMetadata"))
        counts["thoughtsTokenCount"] = 40
        counts["totalTokenCount"] = 40 + (count_of(counts.get("totalTokenCount")) or 0)


def _emptied(part: JsonObject) -> None:
    part["thoughtSignature"] = ""


RULE = Rule(
    id="TC131",
    name="gemini-signature-beside-call",
    severity={"gemini-generate": Severity.WARNING},
    statement=(
        "The thoughtSignature of calls stands in the part of one, beside functionCall, and is not "
        "empty; not in the call, and not in a part behind the calls. A call may be without, but where Gemini 3 or "
        "later counts tokens of thoughts: its first call is always signed."
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
        "in all 283 recorded parts of Google's with a call and a signature. Of its answers with calls that count "
        "thoughts 280 of 282 are signed, and all 76 of Gemini 3 and later",
        SIGNATURES,
        "2026-11-24",
    ),
    check=_beside_call,
    mutations=(
        *mutations_for("single_call", changed(_planted(_inside)), fault="in the call"),
        *mutations_for("single_call", changed(_planted(_emptied)), fault="empty"),
        *mutations_for("single_call", changed(_late), fault="behind the call"),
        *mutations_for("single_call", changed(_thought_unsigned), fault="unsigned"),
    ),
    cases="""
gateways to Gemini | signature lost or in another place on the first round; the second is refused | https://github.com/lbjlaq/Antigravity-Manager/issues/3202 | issue open 2026-06
""",
)
