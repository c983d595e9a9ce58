"""TC918: anthropic-blocks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from toolwire.dialects import Answer
from toolwire.io.json_text import items_of, object_of, string_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import EvidenceLevel
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.edit import Frame
from toolwire.rules.mutate.faults import streaming
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Shim, Violation
from toolwire.rules.streaming.order import NumberedParts
from toolwire.rules.streaming.stream_anthropic import (
    never_signed,
    signature_last,
    signed_at_once,
    signed_first,
    unsigned,
)
from toolwire.rules.streaming.streaming import ANTHROPIC_EVENTS, dropped, shifted
from toolwire.rules.views.excerpt import excerpt
from toolwire.rules.views.probe_answer import answered

_DONE: Final = "[DONE]"
#: What is out of order and no client that was tried minds.
_LATE: Final = "A block opens after the stop reason was told."
#: What leaves clients to choose, which read the first or the last.
_EARLY: Final = "A stop reason is told before the message has any content."
_OTHER: Final = "The message ends for another reason than was told before."
_TAKEN_BACK: Final = "The stop reason that was told is null in a later message_delta."
#: What clients have twice: once as it begins, and once more of the blocks.
_FULL: Final = "message_start holds content; it begins empty."
_INSIDE: Final = "The message ends inside a block."
_OUT: Final = "output_tokens"
_MILD: Final = frozenset({_LATE, _EARLY, _OTHER})
#: What a limit does to the block that it cuts: Claude tells no end of a call whose input is not whole.
_CUT: Final = frozenset({"max_tokens", "model_context_window_exceeded"})


class _BlockOrder:
    """Where a stream stands: what may come next."""

    def __init__(self) -> None:
        self.started = False
        self.held = 0
        self.blocks = NumberedParts(
            "block",
            "A delta is not of the open block.",
            "A content_block_stop is not of the open block.",
            overlapping=True,
        )
        self.called = False
        self.ends = False
        self.told = False
        self.reason: Json = None
        self.stopped = False

    def take(self, event: JsonObject) -> str | None:
        """Take the next event; return what is wrong with its place, or None."""
        kind = event.get("type")
        step = _STEPS.get(kind) if isinstance(kind, str) else None
        if step is None:
            return None
        if self.stopped:
            return "An event follows message_stop."
        if not self.started and kind != "message_start":
            return "The stream does not begin with message_start."
        return step(self, event)

    def message_start(self, event: JsonObject) -> str | None:
        """Begin the message, once; one that a program goes on with is there as a whole."""
        again = self.started
        self.started = True
        message = object_of(event.get("message"))
        self.held = len(items_of(message.get("content")))
        self.blocks.begin(self.held)
        self.ends = message.get("stop_reason") is not None
        if again:
            return "The stream has a second message_start."
        return _EARLY if self.ends and not message.get("content") else None

    def block_start(self, event: JsonObject) -> str | None:
        """Open the next block."""
        self.called = string_of(object_of(event.get("content_block")).get("type")) in _CALLS
        index = event.get("index")
        if type(index) is int and 0 <= index < self.held:
            return _FULL
        return self.blocks.start(index) or (_LATE if self.told else None)

    def message_delta(self, event: JsonObject) -> str | None:
        """Tell the stop reason."""
        delta, before = object_of(event.get("delta")), self.reason
        reason = delta.get("stop_reason")
        if self._inside(reason):
            return _INSIDE
        if before is not None and reason is None and "stop_reason" in delta:
            return _TAKEN_BACK
        self.told = reason is not None
        self.ends = self.ends or self.told
        self.reason = before if reason is None else reason
        return None if before in (None, self.reason) else _OTHER

    def _inside(self, reason: Json) -> bool:
        """Return whether a block is left open that no limit cut: one call, and that the last block."""
        cut = isinstance(reason, str) and reason in _CUT
        return self.blocks.open and not (cut and self.called and self.blocks.last_only)

    def message_stop(self, _: JsonObject) -> str | None:
        """End the message."""
        self.stopped = True
        if self._inside(self.reason):
            return _INSIDE
        return None if self.ends else "No message_delta with a stop reason came before the end."


_STEPS: Mapping[str, Callable[[_BlockOrder, JsonObject], str | None]] = {
    "content_block_delta": lambda order, event: order.blocks.grow(event.get("index")),
    "content_block_start": _BlockOrder.block_start,
    "content_block_stop": lambda order, event: order.blocks.close(event.get("index")),
    "message_delta": _BlockOrder.message_delta,
    "message_start": _BlockOrder.message_start,
    "message_stop": _BlockOrder.message_stop,
}


#: Kinds of blocks whose input comes in pieces of JSON.
_CALLS: Final = frozenset({"tool_use", "server_tool_use", "mcp_tool_use"})
#: Kind of a block -> the kinds of its deltas.
_DELTAS: Final[Mapping[Json, tuple[str, ...]]] = {
    "text": ("text_delta", "citations_delta"),
    "thinking": ("thinking_delta", "signature_delta"),
    "tool_use": ("input_json_delta",),
}
_KNOWN: Final = tuple(kind for kinds in _DELTAS.values() for kind in kinds)


def _kinds(reading: Reading) -> Iterator[Violation]:
    """Yield that a delta is of another kind than its block."""
    kinds: tuple[str, ...] | None = None
    for event in reading.events:
        data = event.json if isinstance(event.json, dict) else {}
        if data.get("type") == "content_block_start":
            block = object_of(data.get("content_block")).get("type")
            kinds = _DELTAS.get(block) if isinstance(block, str) else None
        elif data.get("type") == "content_block_delta" and kinds is not None:
            kind = object_of(data.get("delta")).get("type")
            # What a text may grow by is not closed; a call grows by nothing else.
            if kind not in kinds and (kind in _KNOWN or kinds == _DELTAS["tool_use"]):
                pointer = f"event[{event.number}]/delta/type"
                message = "The delta is of another kind than its block."
                yield Violation(pointer, message, kinds[0], excerpt(kind), Severity.WARNING)
                return


def _falls(reading: Reading) -> Iterator[Violation]:
    """Yield that the answer has fewer tokens at its end than at its beginning: they are added up."""
    begun = 0
    for event in reading.events:
        data = event.json if isinstance(event.json, dict) else {}
        kind = data.get("type")
        if kind == "message_start":
            first = object_of(object_of(data.get("message")).get("usage")).get(_OUT)
            begun = first if type(first) is int else begun
        elif kind == "message_delta":
            last = object_of(data.get("usage")).get(_OUT)
            if type(last) is not int or not 0 < last < begun:
                continue
            message = "The tokens of the answer become fewer, though they are added up."
            yield Violation(
                f"event[{event.number}]/usage/{_OUT}", message, begun, last, Severity.WARNING
            )
            return


def _held_at(reading: Reading) -> str:
    """Return where the content of message_start stands."""
    starts = (
        f"event[{event.number}]/message/content"
        for event in reading.events
        if isinstance(event.json, dict) and event.json.get("type") == "message_start"
    )
    return next(starts, "")


def _blocks(reading: Reading) -> Iterator[Violation]:
    yield from _kinds(reading)
    yield from signature_last(reading)
    yield from unsigned(reading)
    yield from _falls(reading)
    order = _BlockOrder()
    overlaps: Violation | None = None
    mild: Violation | None = None
    for event in reading.events:
        if isinstance(event.json, dict):
            problem = order.take(event.json)
            pointer, index = f"event[{event.number}]", event.json.get("index")
            if problem in _MILD:
                mild = mild or Violation(pointer, str(problem), None, index, Severity.WARNING)
            elif problem == _FULL:
                yield Violation(_held_at(reading), _FULL, [], order.held)
                return
            elif problem is not None:
                yield Violation(pointer, problem, None, index)
                return
            if overlaps is None and order.blocks.overlap is not None:
                message = "A block opens before the one before it is closed."
                overlaps = Violation(pointer, message, None, index, Severity.WARNING)
    if reading.events and reading.events[-1].data == _DONE:
        pointer = f"event[{reading.events[-1].number}]"
        message = "The mark that ends a stream of Chat Completions follows."
        # The vendors' SDKs pass over it; gateways that read every event as JSON fail.
        imported = reading.exchange.evidence.level is EvidenceLevel.IMPORTED
        severity = Severity.INFO if imported else Severity.WARNING
        yield Violation(pointer, message, None, _DONE, severity)
    if reading.events and not order.stopped:
        pointer = f"event[{len(reading.events)}]"
        yield Violation(pointer, "The stream ends without message_stop.", "message_stop", None)
    elif mild or overlaps:
        yield from filter(None, (mild or overlaps,))


def _other_kind(stream: list[Frame]) -> None:
    for _, payload in stream:
        delta = object_of(object_of(payload).get("delta"))
        if delta.get("partial_json") == "":
            delta["type"] = "text_delta"
            delta["text"] = delta.pop("partial_json")


def _untold(stream: list[Frame]) -> None:
    for _, payload in stream:
        delta = object_of(object_of(payload).get("delta"))
        if "stop_reason" in delta:
            delta["stop_reason"] = None


def _told_at_once(stream: list[Frame]) -> None:
    object_of(object_of(stream[0][1])["message"])["stop_reason"] = "tool_use"


def _where_told(stream: list[Frame]) -> int:
    return next(place for place, (name, _) in enumerate(stream) if name == "message_delta")


def _taken_back(stream: list[Frame]) -> None:
    last = _where_told(stream)
    event = object_of(stream[last][1])
    stream.insert(
        last + 1,
        ("message_delta", {**event, "delta": {**object_of(event["delta"]), "stop_reason": None}}),
    )


def _told_otherwise(stream: list[Frame]) -> None:
    at = _where_told(stream)
    last = object_of(stream[at][1])
    delta: JsonObject = {**object_of(last["delta"]), "stop_reason": "max_tokens"}
    stream.insert(at, ("message_delta", {**last, "delta": delta}))


def _costly_at_first(stream: list[Frame]) -> None:
    object_of(object_of(object_of(stream[0][1])["message"])["usage"])[_OUT] = 9000


def _told_first(stream: list[Frame]) -> None:
    at = _where_told(stream)
    stream.insert(1, stream.pop(at))


def _overlapping(stream: list[Frame]) -> None:
    """Close the first block after the next one has opened."""
    kinds = [object_of(payload).get("type") for _, payload in stream]
    closed = stream.pop(kinds.index("content_block_stop"))
    kinds.remove("content_block_stop")
    second = [at for at, kind in enumerate(kinds) if kind == "content_block_start"][1]
    stream.insert(second + 1, closed)


def _held(stream: list[Frame]) -> None:
    """Tell the call in message_start as well."""
    starts = [object_of(payload).get("content_block") for _, payload in stream]
    call = object_of(next(filter(None, starts)))
    held: JsonObject = {**call, "input": {"location": "Paris", "days": 2}}
    object_of(object_of(stream[0][1])["message"])["content"] = [held]


def _twice(stream: list[Frame]) -> None:
    stream.insert(2, stream[1])


def _marked(stream: list[Frame]) -> None:
    stream.append((None, _DONE))


def _thinking(change: Callable[[list[Frame]], None], fault: str) -> Mutation:
    """Plant a change in the stream of an answer that was thought over."""
    name, mode = "anthropic-messages", Mode.STREAMING
    thought = answered(Answer(text="Hello.", reasoning="The user greets me."))(name, mode)
    made = edit.frames(change)
    return Mutation(name, mode, "plain_text", lambda exchange: made(thought(exchange)), fault)


RULE = Rule(
    id="TC918",
    name="anthropic-blocks",
    severity={"anthropic-messages": Severity.ERROR},
    statement=(
        "message_start comes first; blocks are numbered from 0 without gaps, one after the other, "
        "each opened once, grown and closed (the last one not where it is a call that a limit cut); "
        "a message_delta with the stop reason comes before message_stop, which comes last. A "
        "message that a program of the code execution tool goes on with may be whole in "
        "message_start. Warnings: a delta of another kind than its block, a thought whose last "
        "piece is no signature, a stop reason before any content, a second one that differs or is "
        "null, fewer output tokens at the end than at the start, a block behind the stop reason, "
        "and one that opens before the one before it is closed, where every one is closed in the "
        "end; a `[DONE]` at the end is an info in recordings, and of a server that is tried a "
        "warning."
    ),
    why="Clients assemble by block index and finish at message_stop: calls fall apart or hang.",
    breaks=(
        "anthropic-python (IndexError) and anthropic-node (arguments lost) where blocks do "
        "not begin at 0, anthropic-node (AnthropicError) without message_stop, the Vercel AI "
        "SDK (the call lost) where a block is not closed; nanoclaw."
    ),
    workaround="Take the end of the body for message_stop.",
    source=ANTHROPIC_EVENTS,
    check=_blocks,
    modes=(Mode.STREAMING,),
    needs_wire=True,
    mutations=(
        streaming("anthropic-messages", shifted("index"), "blocks from 1"),
        streaming(
            "anthropic-messages",
            dropped("type", "content_block_stop"),
            "blocks not closed",
            "mixed_content",
        ),
        streaming("anthropic-messages", dropped("type", "message_stop"), "no message_stop"),
        streaming("anthropic-messages", _untold, "no stop reason"),
        streaming("anthropic-messages", _other_kind, "a delta of another kind"),
        streaming("anthropic-messages", _marked, "a mark of the end"),
        streaming("anthropic-messages", _told_first, "the stop reason before the blocks"),
        streaming("anthropic-messages", _overlapping, "two blocks open at once", "mixed_content"),
        streaming("anthropic-messages", _twice, "a block opened twice"),
        streaming("anthropic-messages", _held, "content in message_start"),
        streaming("anthropic-messages", _told_at_once, "the stop reason before anything"),
        streaming("anthropic-messages", _told_otherwise, "two stop reasons"),
        streaming("anthropic-messages", _taken_back, "a stop reason taken back"),
        streaming("anthropic-messages", _costly_at_first, "fewer tokens at the end"),
        _thinking(signed_first, "a signature first"),
        _thinking(signed_at_once, "a signature in the opening"),
        _thinking(never_signed, "no signature"),
    ),
    shim=Shim("end_of_body_ends_stream"),
    cases="""
Hebo gateway | streams of /v1/messages have no signature_delta: the next turn is refused | https://github.com/8monkey-ai/hebo-gateway/issues/132 | issue closed 2026-04
imp | no signature_delta is ever sent | https://github.com/kekzl/imp/issues/1555 | issue closed 2026-08
vLLM /v1/messages (qwen3_xml) | id on every delta -> new content block per chunk | https://github.com/nanocoai/nanoclaw/issues/1241 | PR open 2026-03
""",
)
