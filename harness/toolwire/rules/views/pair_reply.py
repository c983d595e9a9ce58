"""One reply as the comparison of two modes sees it: its calls, its counts, where its text parts."""

from __future__ import annotations

from typing import Final

from jsonschema_rs import ValidationError, ValidationErrorKind

from toolwire.dialects import PlannedCall, load_dialect
from toolwire.dialects.schemas import validator
from toolwire.io.json_text import JsonError, canonical, object_of
from toolwire.model.conversation import Json, ToolCall
from toolwire.model.exchange import Fidelity
from toolwire.model.reply import Reading, Reply
from toolwire.rules.views.asked_for import asked
from toolwire.rules.views.asked_for import written as as_json
from toolwire.rules.views.documents import documents
from toolwire.rules.views.excerpt import around, kind_of
from toolwire.rules.views.limit import breaks_off
from toolwire.rules.views.stop_meaning import CUT, stop_meaning
from toolwire.rules.views.token_counts import ANSWER, HOLDERS, PROMPT
from toolwire.rules.views.tool_schemas import tool_schema

OUTPUT: Final = "output"
_WINDOW: Final = 60


def call_names(reply: Reply) -> list[str | None]:
    """Return the names of the calls of a reply."""
    return [call.name for call in reply.tool_calls]


def written(reply: Reply) -> list[str]:
    """Return the calls of a reply as the model wrote them, whatever the order of members."""
    return [f"{call.name} {_spelled(call)}" for call in reply.tool_calls]


def _spelled(call: ToolCall) -> str:
    try:
        return canonical(call.arguments).decode() if call.parse_error is None else call.raw or ""
    except (JsonError, UnicodeError):
        return call.raw or ""


def arguments_kind(call: ToolCall) -> str:
    """Return the JSON type of the arguments of a call."""
    return "not JSON" if call.parse_error is not None else kind_of(call.arguments)


def counts_told(reply: Reply) -> list[str]:
    """Return the names of the token counts that a reply tells."""
    usage = reply.usage
    if usage is None:
        return []
    reported = {"input": usage.input, OUTPUT: usage.output, "total": usage.total}
    return [name for name, count in reported.items() if count is not None]


def misfits(reading: Reading, call: ToolCall) -> bool:
    """Return whether the arguments of a call are not those that its tool declares."""
    tool = None if reading.conversation is None else reading.conversation.tool(call.name)
    if tool is None or not tool.parameters or not isinstance(call.arguments, dict):
        return False
    return bool(tool_schema(tool.parameters).breaches(call.arguments))


def counts_wanted(reading: Reading) -> bool:
    """Return whether a stream without any count lacks them in comparison only.

    Where it was to tell them on demand and did not, the stream alone is at fault (TC911),
    which is judged of what came over the wire.
    """
    if not load_dialect(reading.dialect).wire.usage_on_demand:
        return True
    if reading.exchange.fidelity is Fidelity.WIRE:
        return False
    options = object_of(object_of(reading.request).get("stream_options"))
    return options.get("include_usage") is True


def lacks_a_count(reading: Reading) -> bool:
    """Return whether a reply lacks a count, or all, where the published type of what it says requires it."""
    whole = isinstance(reading.body, dict)
    published = validator(reading.dialect, "response" if whole else "chunk")
    said = [reading.body] if whole else documents(reading)
    try:
        errors = [error for one in said for error in published.iter_errors(one)]
    except ValueError:
        return False  # nested deeper than the library can follow
    return any(map(_requires_a_count, errors))


def _requires_a_count(error: ValidationError) -> bool:
    kind = error.kind
    if isinstance(kind, ValidationErrorKind.Required):
        return kind.property in PROMPT | ANSWER | HOLDERS
    branches = kind.context if isinstance(kind, ValidationErrorKind.AnyOf) else ()
    return any(_requires_a_count(inner) for branch in branches for inner in branch)


def leaves_nothing_uncounted(reply: Reply) -> bool:
    """Return whether a reply that said and called nothing tells no count of it.

    Google's JSON leaves out a member that is zero, such as `candidatesTokenCount` of an answer
    that was cut while the model thought (recorded of gemini-2.5-flash, 2025-10), or that is the end
    of a line alone.
    """
    usage = reply.usage
    said = bool((reply.text or "").strip() or reply.tool_calls)
    return usage is not None and usage.output is None and not said


def where_they_part(before: str, after: str) -> tuple[str, str]:
    """Return both texts around the first place where they are not the same."""
    pairs = enumerate(zip(before, after, strict=False))
    at = next((n for n, (a, b) in pairs if a != b), min(len(before), len(after)))
    return around(before, at, _WINDOW), around(after, at, _WINDOW)


def chosen_otherwise(before: Reply, after: Reply) -> str:
    """Return in words how the calls of two replies differ."""
    counts = [len(reply.tool_calls) for reply in (before, after)]
    if counts[0] != counts[1]:
        return f"the model made {counts[0]} calls when not streamed and {counts[1]} when streamed"
    return "the model called other tools when streamed than when not"


def says_nothing(reply: Reply) -> bool:
    """Return whether nothing was read of an answer: a body that is no JSON, or a stream without an event."""
    return not (reply.text or reply.tool_calls or reply.stop or reply.usage or reply.model)


def id_place(reading: Reading) -> str:
    """Return where a stream first says its id; "" where it says none."""
    for event in reading.events:
        data = object_of(event.json) if isinstance(event.json, dict) else {}
        inner = ((f"/{name}", object_of(value)) for name, value in data.items())
        for root, holder in (("", data), *inner):
            for name, value in holder.items():
                if value and value == reading.reply.id:
                    return f"event[{event.number}]{root}/{name}"
    return ""


def how_ended(before: str | None, after: str | None) -> str:
    """Return what is said of two replies that end otherwise.

    Args:
        before: the stop reason of the blocking reply; None for none.
        after: that of the stream.
    """
    if before is None:
        return "The blocking reply has no stop reason; the stream has one."
    if after is None:
        return "The stream has no stop reason; the blocking reply has one."
    return "The stream ends in another word than the blocking reply."


def other_number_of_calls(reading: Reading, before: int, after: int) -> tuple[str, tuple[int, int]]:
    """Return what is said of calls that differ in number, with both numbers: of the mode that is short,
    where the prompt tells it.
    """
    due = asked(reading)
    message = "The stream holds another number of calls than the blocking reply."
    if (
        due is not None
        and 0 < before < after == len(due.calls)
        and _has_each_call(reading, due.calls)
    ):
        message = (
            "The blocking reply holds fewer calls than the prompt writes out; the stream holds all."
        )
    return message, (before, after)


def _has_each_call(reading: Reading, due: tuple[PlannedCall, ...]) -> bool:
    """Return whether a reply has each call that is written out: one that comes twice is no other call."""
    came = {(call.name, as_json(call.arguments)) for call in reading.reply.tool_calls}
    return came == {(call.name, as_json(call.arguments)) for call in due}


def cut_apart(
    streamed: Reading, whole: Reading, pointer: str
) -> tuple[str, str, tuple[Json, Json]]:
    """Return where it shows that one mode alone says that a reply was cut, and what both say.

    A text that the limit of its request cuts was cut: the reply that does not say so is wrong, be it the blocking one.
    """
    message = "One mode says that the reply was cut, the other that it is whole."
    before, after = whole.reply.stop, streamed.reply.stop
    if breaks_off(whole) and stop_meaning(streamed.dialect, after) == CUT:
        return whole.reply.stop_pointer or pointer, message, (after, before)
    return pointer, message, (before, after)
