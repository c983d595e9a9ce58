"""The thoughts of Anthropic's streams: what their signatures have to be, and faults of them."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.io.json_text import object_of
from toolwire.rules.mutate.edit import Frame
from toolwire.rules.rule import Reading, Severity, Violation
from toolwire.rules.views.asked_for import whole


def signature_last(reading: Reading) -> Iterator[Violation]:
    """Yield that a signature is not the last piece of its thought: it opens with it, or grows on."""
    signed = False
    for event in reading.events:
        data = event.json if isinstance(event.json, dict) else {}
        kind = data.get("type")
        if kind == "content_block_start":
            block = object_of(data.get("content_block"))
            signed = bool(block.get("type") == "thinking" and block.get("signature"))
            if signed:
                message = "The signature is told as the thought opens, and not as its last piece."
                pointer = f"event[{event.number}]/content_block/signature"
                yield Violation(pointer, message, "", "present", Severity.WARNING)
                return
        elif kind == "content_block_delta":
            delta = object_of(data.get("delta"))
            if signed and delta.get("thinking"):
                message = "The thought goes on behind its signature."
                pointer = f"event[{event.number}]/delta"
                yield Violation(pointer, message, None, delta["type"], Severity.WARNING)
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
        kind = data.get("type")
        if kind == "content_block_start":
            told = False
            signed = bool(object_of(data.get("content_block")).get("signature"))
        elif kind == "content_block_stop" and told and not signed:
            message = "The thought ends without a signature."
            pointer = f"event[{event.number}]"
            yield Violation(pointer, message, "signature_delta", None, Severity.WARNING)
            return
        elif "delta" in data:
            delta = object_of(data["delta"])
            told = told or delta.get("type") == "thinking_delta"
            signed = signed or "signature" in delta


def _signature_place(stream: list[Frame]) -> int:
    deltas = [object_of(object_of(payload).get("delta")).get("type") for _, payload in stream]
    return deltas.index("signature_delta")


def signed_first(stream: list[Frame]) -> None:
    """Tell the signature before the thought."""
    stream.insert(2, stream.pop(_signature_place(stream)))


def never_signed(stream: list[Frame]) -> None:
    """Leave the signature out."""
    stream.pop(_signature_place(stream))


def signed_at_once(stream: list[Frame]) -> None:
    """Tell the signature as the thought opens."""
    delta = object_of(object_of(stream.pop(_signature_place(stream))[1])["delta"])
    object_of(object_of(stream[1][1])["content_block"])["signature"] = delta["signature"]
