"""What a fault does to a client's program: beside what the clean answer did."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

#: What the clean refusal says; a program that has it can tell its user.
_REASON = "The request is not valid."


def _text(told: object) -> str:
    """Return text; what is none, because the fault made it so, as it looks."""
    return told if isinstance(told, str) else repr(told) if told else ""


@dataclass(frozen=True, slots=True)
class Got:
    """What came of one try.

    Attributes:
        raises: name of the exception; "" for none.
        said: its text.
        calls: (name, arguments) that the program has, or of a loop that ran.
        ids: whether each call had an id.
        text, stop: as the program has them.
        requests: how many were made.
    """

    raises: str
    said: str
    calls: tuple[tuple[str | None, str], ...]
    ids: tuple[bool, ...]
    text: str
    stop: str
    requests: int

    @staticmethod
    def of(told: Mapping[str, Any], requests: int) -> Got:
        """Read what a client's process told."""
        calls = told.get("calls") or []
        return Got(
            told.get("raises", ""),
            told.get("said", ""),
            tuple((name, repr(arguments)) for name, arguments, _ in calls),
            tuple(known for _, _, known in calls),
            _text(told.get("text")),
            str(told.get("stop") or ""),
            requests,
        )


class Effect(IntEnum):
    """How bad it is."""

    SAME = 0
    PASSED_ON = 1
    BREAKS = 2


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a client breaks, and what is seen of it."""

    effect: Effect
    word: str


_SAME = Verdict(Effect.SAME, "does the same")


def verdict(clean: Got, faulty: Got, *, runs: bool) -> Verdict | None:
    """Compare; None where the clean answer is no use to the client.

    A client breaks where it raises, where its program has fewer or more calls than were made,
    where it runs other ones, and where text or the reason of a refusal is lost. One that reads
    a call and hands it on as it came is not at fault for what it says.

    Args:
        clean: what came of the clean answer.
        faulty: what came of the faulty one.
        runs: whether the client runs the calls, or fills a type with them, itself.
    """
    if clean.raises:
        return _refused(clean, faulty)
    if not all(name for name, _ in clean.calls):
        return None
    if faulty.raises:
        return Verdict(Effect.BREAKS, f"raises {faulty.raises}")
    if _ordered(clean, runs=runs) != _ordered(faulty, runs=runs):
        return _calls(len(clean.calls), len(faulty.calls), runs=runs)
    return _words(clean, faulty)


def _ordered(got: Got, *, runs: bool) -> list[tuple[str, str]]:
    """Return the calls; those that a client runs side by side end in any order."""
    calls = [(name or "", arguments) for name, arguments in got.calls]
    return sorted(calls) if runs else calls


def _calls(before: int, after: int, *, runs: bool) -> Verdict:
    if after < before:
        return Verdict(Effect.BREAKS, "loses a call")
    if after > before:
        return Verdict(Effect.BREAKS, "has more calls")
    if runs:
        return Verdict(Effect.BREAKS, "runs another call")
    return Verdict(Effect.PASSED_ON, "has another call")


def _words(clean: Got, faulty: Got) -> Verdict:
    """Compare what stands around the calls, which are alike."""
    if clean.text != faulty.text:
        if clean.text.startswith(faulty.text):
            return Verdict(Effect.BREAKS, "loses text")
        return Verdict(Effect.PASSED_ON, "has other text")
    if clean.requests != faulty.requests:
        return Verdict(Effect.PASSED_ON, "asks more or less often")
    if (clean.stop, clean.ids) != (faulty.stop, faulty.ids):
        return Verdict(Effect.PASSED_ON, "has another stop word or id")
    return _SAME


def _refused(clean: Got, faulty: Got) -> Verdict | None:
    if _REASON not in clean.said:
        return None
    if not faulty.raises:
        return Verdict(Effect.BREAKS, "takes a refusal for a reply")
    if _REASON not in faulty.said:
        return Verdict(Effect.BREAKS, "loses the reason of a refusal")
    return _SAME
