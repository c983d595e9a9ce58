"""Words that never come in one mode: what the two rules about it have in common.

A model may say nothing once. A run in which no reply of one mode has a word, though each was told
outright what to say, is the server's doing: each mode is written by other code.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects import Answer
from toolwire.model.exchange import Mode
from toolwire.model.reply import Reading
from toolwire.rules.groups import EVERYWHERE
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Mutation, Severity, Source, Variance, Violation
from toolwire.rules.views.asked_for import asked, place_of, results_due, whole
from toolwire.rules.views.probe_answer import answered

#: Where an answer without parts is named by a rule of its own (TC120).
_NAMED: Final = ("gemini-generate",)

SEVERITY: Final = dict.fromkeys(
    (name for name in EVERYWHERE if name not in _NAMED), Severity.WARNING
)

WHY: Final = "The user sees nothing, and an agent ends its turn with nothing or asks for ever."

BREAKS: Final = "every client: none that was tried has any other place to take the words from"

SOURCE: Final = Source(
    "docs",
    "OpenAI: the text of an answer is its content; in a stream, the pieces of it joined",
    "https://developers.openai.com/api/docs/guides/streaming-responses",
    "2026-11-24",
)


def has_words(reading: Reading) -> Iterator[Violation]:
    """Yield that a reply says nothing that was told outright what to say."""
    if _due(reading) and not (reading.reply.text or "").strip():
        message = "The answer says nothing, though it was told what to say."
        yield Violation(place_of(reading), message, "words", None)


def variance(mode: Mode) -> Variance:
    """Return what is counted in a mode."""

    def could(reading: Reading) -> bool:
        return reading.mode is mode and _due(reading)

    return Variance(f"{mode.value} replies that were told what to say", could)


def mutations(mode: Mode) -> tuple[Mutation, ...]:
    """Return the fault in a mode."""
    return mutations_for("say_so", answered(Answer(text="")), modes=(mode,))


def _due(reading: Reading) -> bool:
    """Return whether words were quoted or results to be repeated, and the reply calls nothing."""
    what = asked(reading)
    if what is None or reading.reply.tool_calls or not whole(reading):
        return False
    said = bool(what.quoted) and not what.since
    return said or any(one.words for one in results_due(reading) if not one.result.error)
