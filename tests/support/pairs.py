"""An answer in both modes: made of plans, changed as read, and what the comparison says of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from toolwire.dialects import Answer, load_dialect
from toolwire.model.exchange import EvidenceLevel, Exchange, Mode
from toolwire.model.reply import Reading, Reply
from toolwire.rules.mutate.scenarios import clean
from toolwire.rules.views.pair import compare

__all__ = ["CHAT", "changed", "counted", "messages", "pair", "told"]

CHAT = "openai-chat"


def told(exchange: Exchange, answer: Answer, name: str, level: EvidenceLevel) -> Reading:
    """Decode what the reference responder answers to a request, as evidence of a level."""
    assert exchange.request is not None
    evidence = replace(exchange.evidence, level=level)
    response = load_dialect(name).respond(exchange.request, answer)
    return load_dialect(name).decode(replace(exchange, response=response, evidence=evidence))


def pair(
    blocking: Answer,
    streamed: Answer,
    name: str = CHAT,
    level: EvidenceLevel = EvidenceLevel.RECORDED,
    scenario: str = "single_call",
) -> Reading:
    """Return a streamed reading beside its blocking twin, both of one request."""
    sides = [
        told(clean(load_dialect(name), scenario, mode), answer, name, level)
        for mode, answer in ((Mode.BLOCKING, blocking), (Mode.STREAMING, streamed))
    ]
    return replace(sides[1], twin=sides[0])


def changed(reading: Reading, change: Callable[[Reply], Reply]) -> Reading:
    """Return a pair whose streamed reply was changed after decoding."""
    return replace(reading, reply=change(reading.reply))


def counted(reply: Reply, output: int | None) -> Reply:
    """Return a reply that counts other output tokens."""
    assert reply.usage is not None
    return replace(reply, usage=replace(reply.usage, output=output))


def messages(reading: Reading) -> list[str]:
    """Return what differs, in words."""
    return [difference.message for difference in compare(reading).differences]
