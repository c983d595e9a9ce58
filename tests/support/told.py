"""What the replies of a dialect tell of a planned answer, where that is not all of it."""

from __future__ import annotations

from dataclasses import dataclass

from toolwire.dialects import Answer, PlannedCall

__all__ = [
    "Told",
    "as_planned",
    "told_by_ollama",
    "told_by_v1",
    "told_by_v2",
    "told_in_chatml",
    "told_once",
]


@dataclass(frozen=True, slots=True)
class Told:
    """What a reply says of a planned answer, and the text it has when it is history."""

    text: str | None
    reasoning: str | None
    calls: tuple[PlannedCall, ...]
    remembered: str | None


def as_planned(answer: Answer) -> Told:
    """All of it is told as it was planned."""
    return Told(answer.text, answer.reasoning, answer.calls, answer.text)


def told_in_chatml(answer: Answer) -> Told:
    """Reasoning is left out, and no text beside calls is no text."""
    text = answer.text or (None if answer.calls else "")
    return Told(text, None, answer.calls, text)


def told_by_v1(answer: Answer) -> Told:
    """Reasoning is left out, and there is always a text, which history takes for none by calls."""
    text = answer.text or ""
    return Told(text, None, answer.calls, text or (None if answer.calls else ""))


def told_by_v2(answer: Answer) -> Told:
    """Words beside calls are the plan, which is reasoning and no text."""
    if not answer.calls:
        return Told(answer.text or "", answer.reasoning, (), answer.text or "")
    thoughts = [part for part in (answer.reasoning, answer.text) if part]
    return Told(None, "\n".join(thoughts) or None, answer.calls, None)


def told_by_ollama(answer: Answer) -> Told:
    """There is always a text."""
    text = answer.text or ""
    return Told(text, answer.reasoning, answer.calls, text)


def told_once(answer: Answer) -> Told:
    """Of several calls the first is made."""
    return Told(answer.text, answer.reasoning, answer.calls[:1], answer.text)
