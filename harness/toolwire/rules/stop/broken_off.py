"""Words for answers that were broken off: what the two rules about them have in common.

One answer may be broken off amid its words. A run in which every answer of one mode ends so, though
its words and calls are there, is the server's doing; each mode is written by other code.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.model.exchange import Mode
from toolwire.model.reply import Reading
from toolwire.rules.mutate.faults import Change, mutations_for, stop
from toolwire.rules.rule import Mutation, Source, Variance, Violation

#: What such a word means.
_BROKEN_OFF: Final = "cut"

WHY: Final = "Clients take whole answers for failed ones: they drop the text, ask again, or raise."

BREAKS: Final = (
    "agents that ask again after a failure, and loops that run calls after an ordinary end"
)

WORKAROUND: Final = "Go by what is there: run calls whose arguments parse, and show the text."

SOURCE: Final = Source(
    "docs",
    "Cohere API reference, finish_reason: ERROR, the generation failed due to an internal error; no "
    "recorded answer of any vendor has words or calls and such a word",
    "https://docs.cohere.com/v2/reference/chat",
    "2026-11-24",
)


def broken_off(reading: Reading) -> Iterator[Violation]:
    """Yield that an answer with words or calls ends as one that was broken off."""
    reply = reading.reply
    end = load_dialect(reading.dialect).stops.get(reply.stop or "")
    if end == _BROKEN_OFF and _answers(reading):
        message = "An answer ends with the word for one that was broken off."
        yield Violation(reply.stop_pointer, message, "the word for an ordinary end", reply.stop)


def variance(mode: Mode) -> Variance:
    """Return what is counted in a mode."""

    def could(reading: Reading) -> bool:
        return reading.mode is mode and _answers(reading)

    return Variance(f"{mode.value} answers that say why they ended", could)


def mutations(mode: Mode) -> tuple[Mutation, ...]:
    """Return the faults in a mode: the first word of each dialect for such answers."""

    def ended(name: str, of: Mode) -> Change:
        stops = load_dialect(name).stops
        return stop(next(w for w in stops if stops[w] == _BROKEN_OFF))(name, of)

    return mutations_for("plain_text", ended, modes=(mode,))


def _answers(reading: Reading) -> bool:
    reply = reading.reply
    return reply.stop is not None and bool(reply.text or reply.tool_calls)
