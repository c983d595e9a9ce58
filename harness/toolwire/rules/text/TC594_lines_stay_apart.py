"""TC594: lines-stay-apart."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import Final

from toolwire.dialects import Answer, load_dialect
from toolwire.model.exchange import Exchange, Mode
from toolwire.rules.groups import EVERY_FORMAT
from toolwire.rules.mutate.faults import Change, Plant, mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Variance, Violation
from toolwire.rules.views.asked_for import whole
from toolwire.rules.views.lines_of_before import asked_lines
from toolwire.rules.views.probe_answer import answered

_SHOWN: Final = 200
#: What stands in the place of a break -> what is said of it. A text that has breaks elsewhere keeps them.
_TOGETHER: Final = {
    "": "Two lines came without a break or a blank between them.",
    " ": "Lines came as one, with a blank for each break.",
}


def _lines(reading: Reading) -> tuple[str, ...]:
    """Return the lines that a reply was to repeat, and has; () where it has not all."""
    lines, text = asked_lines(reading), reading.reply.text or ""
    if lines is None or not whole(reading):
        return ()
    return lines.every if all(line in text for line in lines.every) else ()


def _apart(reading: Reading) -> Iterator[Violation]:
    every, text = _lines(reading), (reading.reply.text or "").strip()
    for between, message in _TOGETHER.items():
        there = any(f"{one}{between}{other}" in text for one, other in permutations(every, 2))
        if there and not (between and "\n" in text):
            shown = "\n".join(every)[:_SHOWN], text[:_SHOWN]
            yield Violation(reading.reply.text_pointer, message, *shown)
            return


def _joined(between: str) -> Plant:
    """Plant both lines with no break between them."""

    def plant(name: str, mode: Mode) -> Change:
        def other(exchange: Exchange) -> Answer:
            reading = load_dialect(name).decode(exchange)
            lines = asked_lines(reading)
            if lines is None or reading.conversation is None:
                raise LookupError("no two lines are to be repeated")
            turn = len(reading.conversation.calls())
            return Answer(text=between.join(lines.every), turn=turn)

        return answered(other)(name, mode)

    return plant


RULE = Rule(
    id="TC594",
    name="lines-stay-apart",
    severity=dict.fromkeys(EVERY_FORMAT, Severity.WARNING),
    statement=(
        "A text comes with the breaks of its lines: asked to repeat two lines, a reply that has "
        "both has something between them, and not one blank where the reply has no line break at "
        "all. A model may run two together once; a run, or a mode of it, in which every such reply "
        "does is the server's doing."
    ),
    why=(
        "A proxy that reads a stream line by line, or trims its pieces, loses those that are line "
        "breaks alone, and one that writes a text into one line loses all: lists, tables and "
        "programs come as one line."
    ),
    breaks="whoever shows the text, or runs the program in it",
    workaround="Do not stream, where whole replies are right.",
    source=Source(
        "docs",
        "OpenAI: the pieces of a stream, joined, are the text",
        "https://developers.openai.com/api/docs/guides/streaming-responses",
        "2026-11-29",
    ),
    check=_apart,
    subject=Subject.CONVERSATION,
    needs_again=True,
    needs_request=True,
    variance=Variance("replies that repeat two lines", lambda reading: bool(_lines(reading))),
    mutations=(
        *mutations_for("line_of_reply", _joined(""), fault="no break"),
        *mutations_for("line_of_reply", _joined(" "), fault="a blank"),
    ),
    cases="""
aprender 0.63.0 | a stream loses every blank and line break, the whole reply has them | https://github.com/paiml/aprender/issues/2367 | PR merged 2026-08
""",
)
