"""The thoughts of Anthropic's streams: what their signatures have to be, and faults of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from toolwire.dialects import Answer
from toolwire.io.json_text import object_of
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.edit import Frame
from toolwire.rules.rule import Mode, Mutation, Reading, Severity, Violation
from toolwire.rules.views.asked_for import whole
from toolwire.rules.views.probe_answer import answered


def signature_last(reading: Reading) -> Iterator[Violation]:
    """Yield that a signature is not the last piece of its thought: it opens with it, or grows on."""
    signed = False
    for event in reading.events:
        data = event.json if isinstance(event.json, dict) else {}
        kind, at = data.get("type"), f"event[{event.number}]"
        if kind == "content_block_start":
            block = object_of(data.get("content_block"))
            signed = bool(block.get("type") == "thinking" and block.get("signature"))
            if signed:
                message = "The signature is told as the thought opens, and not as its last piece."
                pointer = f"{at}/content_block/signature"
                yield Violation(pointer, message, "", "present", Severity.WARNING)
                return
        elif kind == "content_block_delta":
            delta = object_of(data.get("delta"))
            if signed and delta.get("thinking"):
                message = "The thought goes on behind its signature."
                yield Violation(f"{at}/delta", message, None, delta["type"], Severity.WARNING)
                return
            signed = signed or bool(delta.get("signature"))


def unsigned(reading: Reading) -> Iterator[Violation]:
    """Yield that a thought is closed without a signature, be it an empty one.

    Every one of 33 recorded streams with thoughts has it (Anthropic's 29, MiniMax' 4). What the limit
    cuts short may have none.
    """
    if not whole(reading):
        return
    told = signed = False
    for event in reading.events:
        data = event.json if isinstance(event.json, dict) else {}
        block, delta = object_of(data.get("content_block")), object_of(data.get("delta"))
        if data.get("type") == "content_block_start":
            told, signed = False, bool(block.get("signature"))
        elif data.get("type") == "content_block_stop" and told and not signed:
            message = "The thought ends without a signature."
            pointer = f"event[{event.number}]"
            yield Violation(pointer, message, "signature_delta", None, Severity.WARNING)
            return
        told = told or delta.get("type") == "thinking_delta"
        signed = signed or "signature" in delta


def _signature_place(stream: list[Frame]) -> int:
    deltas = [object_of(object_of(payload).get("delta")).get("type") for _, payload in stream]
    return deltas.index("signature_delta")


def _signed_first(stream: list[Frame]) -> None:
    """Tell the signature before the thought."""
    stream.insert(2, stream.pop(_signature_place(stream)))


def _never_signed(stream: list[Frame]) -> None:
    """Leave the signature out."""
    stream.pop(_signature_place(stream))


def _signed_at_once(stream: list[Frame]) -> None:
    """Tell the signature as the thought opens."""
    delta = object_of(object_of(stream.pop(_signature_place(stream))[1])["delta"])
    object_of(object_of(stream[1][1])["content_block"])["signature"] = delta["signature"]


def _thought(change: Callable[[list[Frame]], None], fault: str) -> Mutation:
    """Plant a change in the stream of an answer that was thought over."""
    name, mode = "anthropic-messages", Mode.STREAMING
    thought = answered(Answer(text="Hello.", reasoning="The user greets me."))(name, mode)
    made = edit.frames(change)
    return Mutation(name, mode, "plain_text", lambda exchange: made(thought(exchange)), fault)


#: Each fault once, for the rule about the blocks.
SIGNATURE_FAULTS = (
    _thought(_signed_first, "a signature first"),
    _thought(_signed_at_once, "a signature in the opening"),
    _thought(_never_signed, "no signature"),
)
