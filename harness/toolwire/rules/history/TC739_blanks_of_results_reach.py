"""TC739: blanks-of-results-reach."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects import Answer, load_dialect
from toolwire.model.exchange import Exchange
from toolwire.rules.groups import EVERY_FORMAT
from toolwire.rules.mutate.faults import Change, mutations_for
from toolwire.rules.rule import Mode, Reading, Rule, Severity, Source, Subject, Variance, Violation
from toolwire.rules.views.blocks import asked_blocks, is_repeated, other_blanks
from toolwire.rules.views.probe_answer import answered

_SHOWN: Final = 200


def _as_returned(reading: Reading) -> Iterator[Violation]:
    blocks, text = asked_blocks(reading), reading.reply.text or ""
    if blocks is None or not is_repeated(reading):
        return
    if how := other_blanks(blocks.returned, text):
        message = f"The result is repeated otherwise than it was returned, and the question is not: {how}."
        place = reading.reply.text_pointer
        yield Violation(place, message, blocks.returned[:_SHOWN], text[:_SHOWN])


def _due(reading: Reading) -> bool:
    """Return whether both texts are repeated with all their blanks."""
    blocks = asked_blocks(reading)
    there = blocks is not None and blocks.returned in (reading.reply.text or "")
    return there and is_repeated(reading)


def _in_one_line(name: str, mode: Mode) -> Change:
    """Plant an answer that repeats the result in one line."""

    def other(exchange: Exchange) -> Answer:
        blocks = asked_blocks(load_dialect(name).decode(exchange))
        if blocks is None:
            raise LookupError("no text with blanks is to be repeated")
        return Answer(text=f"{' '.join(blocks.returned.split())}\n\n{blocks.here}", turn=1)

    return answered(other)(name, mode)


RULE = Rule(
    id="TC739",
    name="blanks-of-results-reach",
    severity=dict.fromkeys(EVERY_FORMAT, Severity.WARNING),
    statement=(
        "Line breaks, tabs and several blanks of what a tool returned reach the model: asked to "
        "repeat lines of a result with all their blanks, and such lines of the question, a reply "
        "that has the second as they stand has the first as they stand. A model may put them "
        "otherwise; a run in which every such reply does, and repeats the question well, is the "
        "server's doing."
    ),
    why=(
        "A gateway that puts results into one line takes what a program means by blanks: Python, "
        "YAML, tables and differences between files are not what the tool returned any more."
    ),
    breaks="coding agents, whose edits have to match a file blank by blank",
    workaround="Return the text as JSON.",
    source=Source(
        "docs",
        "OpenAI: the output of a function goes back to the model, which answers with it",
        "https://developers.openai.com/api/docs/guides/function-calling",
        "2026-11-29",
    ),
    check=_as_returned,
    subject=Subject.CONVERSATION,
    needs_again=True,
    needs_request=True,
    variance=Variance(
        "replies that repeat lines of the question blank by blank, and were to repeat some of a result",
        _due,
    ),
    mutations=mutations_for("told_blanks", _in_one_line),
)
