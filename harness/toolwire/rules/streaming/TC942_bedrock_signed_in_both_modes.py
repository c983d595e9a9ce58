"""TC942: bedrock-signed-in-both-modes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from toolwire.io.json_text import object_of
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import EvidenceLevel, Exchange
from toolwire.rules.mutate.edit import Frame, frames
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Source, Subject, Violation
from toolwire.rules.stop.pair_rules import STREAMED
from toolwire.rules.views.bedrock_thoughts import THOUGHT, thoughts_at, whole_thoughts
from toolwire.rules.views.request_model import asked_model, is_claude

#: Tokens of a thought.
_TOKENS: Final = 40
_SIGNED: Final = {True: "a signature", False: "none"}


def _both_modes(reading: Reading) -> Iterator[Violation]:
    twin = reading.twin
    if twin is None or not (reading.ok and twin.ok):
        return
    if not reading.reply.reasoning or is_claude(asked_model(reading)):
        return
    thoughts = whole_thoughts(reading)
    before, after = _signs(twin), _signs(reading)
    if before is not None and after is not None and before != after:
        message = "The thoughts have a signature in one mode only."
        place = thoughts_at(reading, min(thoughts))
        yield Violation(place, message, _SIGNED[before], _SIGNED[after])


def _signs(reading: Reading) -> bool | None:
    """Return whether an answer signs what it thinks; None where it has no thought that shows it.

    The reference thinks only where it is told to, and signs then.
    """
    signed = whole_thoughts(reading).values()
    if not signed:
        scripted = reading.exchange.evidence.level is EvidenceLevel.DOCUMENTED
        return True if scripted else None
    return any(signed)


def _never_signed(stream: list[Frame]) -> list[Frame]:
    return [
        frame
        for frame in stream
        if "signature" not in object_of(object_of(object_of(frame[1]).get("delta")).get(THOUGHT))
    ]


def _add(value: JsonObject, name: str, more: int) -> None:
    count = value.get(name)
    if isinstance(count, int):
        value[name] = count + more


def _thinking(stream: list[Frame]) -> list[Frame]:
    """Put a thought before everything that a message says, and count its tokens."""
    start, *others = stream
    for _, payload in others:
        data = object_of(payload)
        _add(data, "contentBlockIndex", 1)
        for name in ("outputTokens", "totalTokens"):
            _add(object_of(data.get("usage")), name, _TOKENS)
    delta: JsonObject = {THOUGHT: {"text": "The user greets me."}}
    first: list[Frame] = [
        ("contentBlockDelta", {"contentBlockIndex": 0, "delta": delta}),
        ("contentBlockStop", {"contentBlockIndex": 0}),
    ]
    return [start, *first, *others]


def _unsigned(exchange: Exchange) -> Exchange:
    """Let an answer that ends by itself think, where it does not, and not sign it.

    It is a model's own then: of two answers that are known before each word is compared.
    """
    if THOUGHT.encode() in exchange.response.body:
        return frames(_never_signed)(exchange)
    if b"max_tokens" in exchange.response.body:
        raise LookupError("the answer was cut")
    chosen = replace(exchange.evidence, level=EvidenceLevel.LIVE)
    return frames(_thinking)(replace(exchange, evidence=chosen))


RULE = Rule(
    id="TC942",
    name="bedrock-signed-in-both-modes",
    severity={"bedrock-converse": Severity.WARNING},
    statement=(
        "Where both modes think, the thoughts have their signatures in both or in neither, but for "
        "one that ends the message. Judged whatever the model is called; of one that is called "
        "Claude TC178 says it."
    ),
    why=(
        "A signature is a delta of its own in a stream, which gateways pass over: the thought goes "
        "back without it, and AWS refuses the turn, or the model forgets why it called."
    ),
    breaks="whoever sends on to AWS the history that came in one of the modes",
    workaround="Use the mode that signs, or leave unsigned thoughts out of the history.",
    source=Source(
        "docs",
        "Amazon Bedrock, ReasoningTextBlock: whoever passes a reasoning block back includes the text and its "
        "signature unmodified; ReasoningContentBlockDelta has the signature, too",
        "https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ReasoningContentBlockDelta.html",
        "2026-11-29",
    ),
    check=_both_modes,
    modes=STREAMED,
    subject=Subject.AB,
    mutations=(Mutation("bedrock-converse", Mode.STREAMING, "single_call", _unsigned),),
    cases="""
rig | signatures that a whole answer keeps were lost in streams: the next turn was refused with 400 | https://github.com/0xPlaygrounds/rig/issues/1684 | issue closed 2026-04
""",
)
