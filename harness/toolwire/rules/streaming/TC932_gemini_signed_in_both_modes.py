"""TC932: gemini-signed-in-both-modes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.model.exchange import EvidenceLevel
from toolwire.rules.history.history import SIGNATURES
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.edit import Frame
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Source, Subject, Violation
from toolwire.rules.stop.pair_rules import STREAMED
from toolwire.rules.views.answer_parts import call_parts, parts_of

_SIGNED: Final = {True: "a signature", False: "none"}


def _both_modes(reading: Reading) -> Iterator[Violation]:
    twin = reading.twin
    if twin is None or not (reading.ok and twin.ok):
        return
    if not (_thought_and_called(reading) and _thought_and_called(twin)):
        return
    before, after = (any(part.signature for part in call_parts(one)) for one in (twin, reading))
    if before != after:
        message = "The calls have a signature in one mode only."
        pointer = f"{call_parts(reading)[0].pointer}/thoughtSignature"
        yield Violation(pointer, message, _SIGNED[before], _SIGNED[after])


def _thought_and_called(reading: Reading) -> bool:
    """Return whether there is something to sign: calls of a model that thought, or a script's."""
    scripted = reading.exchange.evidence.level is EvidenceLevel.DOCUMENTED
    return bool(call_parts(reading)) and (scripted or bool(reading.reply.reasoning))


def _unsigned(stream: list[Frame]) -> None:
    for _, payload in stream:
        for part in parts_of("", payload):
            part.value.pop("thoughtSignature", None)


RULE = Rule(
    id="TC932",
    name="gemini-signed-in-both-modes",
    severity={"gemini-generate": Severity.WARNING},
    statement=(
        "Where both modes think and call, the thoughtSignature of the calls is there in both or in "
        "neither: a stream loses none that the blocking answer has, and the other way round."
    ),
    why="Without it Google refuses the next turn, and others forget why the model called.",
    breaks=(
        "whoever sends on to Gemini 3 what came: the API answers 400, function call is missing a "
        "thought_signature. Every client that was tried reads the call."
    ),
    workaround="Use the mode that signs.",
    source=Source(
        "docs",
        "Gemini API, Thought signatures: the first functionCall of a response has one. All 23 "
        "recorded answers of Google's with thoughts and calls, three of them streams, have it there",
        SIGNATURES,
        "2026-11-24",
    ),
    check=_both_modes,
    modes=STREAMED,
    subject=Subject.AB,
    mutations=(Mutation("gemini-generate", Mode.STREAMING, "single_call", edit.frames(_unsigned)),),
)
