"""TC406: anthropic-stop_reason."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.dialects.wire import NativeCall
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import JsonObject
from toolwire.rules.mutate.faults import mutations_for, stop
from toolwire.rules.rule import Reading, Rule, Severity, Shim, Source, Violation
from toolwire.rules.views.dialect_paths import read_whole
from toolwire.rules.views.native import native_calls

_ORDINARY_END = frozenset({"end_turn", "stop_sequence"})

_SEQUENCE = "stop_sequence"


def _stop_reason(reading: Reading) -> Iterator[Violation]:
    reply = reading.reply
    if not read_whole(reading):
        return
    if reply.stop in _ORDINARY_END and reply.tool_calls and any(map(_direct, _standing(reading))):
        message = "The reply holds tool_use blocks and does not end with tool_use."
        yield Violation(reply.stop_pointer, message, "tool_use", reply.stop)
    elif reply.stop == "tool_use" and not reply.tool_calls and not native_calls(reading):
        message = "The reply ends with tool_use and holds no tool_use block."
        yield Violation(reply.stop_pointer, message, "at least one tool_use block", 0)
    else:
        yield from _sequence(reading)


def _sequence(reading: Reading) -> Iterator[Violation]:
    """Yield that the stop reason and the stop sequence do not go together."""
    holder, root = _ending(reading)
    reason, sequence = holder.get("stop_reason"), holder.get(_SEQUENCE)
    if reason is not None and (reason == _SEQUENCE) is not isinstance(sequence, str):
        message = "The stop reason and the stop sequence do not go together."
        expected = "the sequence" if reason == _SEQUENCE else None
        yield Violation(f"{root}/{_SEQUENCE}", message, expected, sequence, Severity.WARNING)


def _ending(reading: Reading) -> tuple[JsonObject, str]:
    """Return what says why a reply ended, and where it stands."""
    if isinstance(reading.body, dict):
        return reading.body, ""
    for event in reversed(reading.events):
        if isinstance(event.json, dict) and event.json.get("type") == "message_delta":
            return object_of(event.json.get("delta")), f"event[{event.number}]/delta"
    return {}, ""


def _standing(reading: Reading) -> Iterator[NativeCall]:
    """Yield the calls that stand: those before a `fallback` block are of a model that then declined.

    Another model went on in its place (anthropic 2.12.0 BetaFallbackBlock).
    """
    body = reading.body
    if isinstance(body, dict):
        blocks = [object_of(one) for one in items_of(body.get("content"))]
    else:
        events = [event.json for event in reading.events if isinstance(event.json, dict)]
        blocks = [object_of(event.get("content_block")) for event in events]
    switches = [place for place, one in enumerate(blocks) if one.get("type") == "fallback"]
    void = blocks[: switches[-1]] if switches else []
    for use in native_calls(reading):
        if not any(use.call is block for block in void):
            yield use


def _direct(use: NativeCall) -> bool:
    """Return whether the model itself made a call.

    Calls out of the code execution tool are answered while that code runs, so the reply that
    holds them may end in any way (`caller`, anthropic 2.11.0 ToolUseBlock).
    """
    caller = object_of(use.call).get("caller")
    return object_of(caller).get("type", "direct") == "direct"


RULE = Rule(
    id="TC406",
    name="anthropic-stop_reason",
    severity={"anthropic-messages": Severity.ERROR},
    statement="stop_reason is `tool_use` exactly when the reply holds a client's tool_use "
    "block that the model itself made. Replies that were cut short, paused or refused say "
    "so instead; calls out of the code execution tool are not counted, nor those before a "
    "`fallback` block. `stop_sequence` has the sequence exactly where it is the reason.",
    why="Agents branch on it: calls are not run, or an empty round of results is sent back "
    "and refused.",
    breaks=(
        "The tool runners of anthropic-python and anthropic-node end at `end_turn` and do not "
        "run the call beside it."
    ),
    workaround="Look for tool_use blocks, whatever stop_reason says.",
    source=Source(
        "docs",
        "Messages API, stop reasons; anthropic 2.11.0 types.StopReason",
        "https://platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls",
        "2026-11-21",
    ),
    check=_stop_reason,
    mutations=(
        *mutations_for("single_call", stop("end_turn"), fault="a call, end_turn"),
        *mutations_for("plain_text", stop("tool_use"), fault="tool_use, no call"),
        *mutations_for("plain_text", stop(_SEQUENCE), fault="no sequence"),
    ),
    shim=Shim("stop_is_tool_calls_if_calls"),
)
