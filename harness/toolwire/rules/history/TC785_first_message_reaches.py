"""TC785: first-message-reaches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.rules.groups import EVERY_FORMAT
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Variance, Violation
from toolwire.rules.views.asked_for import has_any, place_of, told, whole
from toolwire.rules.views.lines_of_before import AskedLine, asked_lines, first_dropped

_SHOWN: Final = 200


def _first(reading: Reading) -> AskedLine | None:
    """Return the line of the first message that a reply was to repeat; None where it was not asked for."""
    lines = asked_lines(reading)
    return None if lines is None else lines.first


def _due(reading: Reading) -> bool:
    """Return whether a reply repeats a line of the question and one of earlier words, so that these
    were not all lost.
    """
    lines = asked_lines(reading)
    if lines is None or lines.first is None or not whole(reading):
        return False
    some = len(lines.lost_in(told(reading))) < len(lines.before)
    return some and has_any(told(reading), lines.here.marks)


def _has(reading: Reading) -> bool:
    first = _first(reading)
    return first is not None and has_any(told(reading), first.marks)


def _reaches(reading: Reading) -> Iterator[Violation]:
    first = _first(reading)
    if first is None or not _due(reading) or _has(reading):
        return
    message = "The answer has no word of the first message, of which it was to repeat a line, and has others."
    said = (reading.reply.text or "")[:_SHOWN]
    yield Violation(place_of(reading), message, first.line[:_SHOWN], said)


RULE = Rule(
    id="TC785",
    name="first-message-reaches",
    severity=dict.fromkeys(EVERY_FORMAT, Severity.WARNING),
    statement=(
        "The first message of a long conversation reaches the model as what follows does: asked to "
        "repeat a line of it, lines of later words and one of the question, a reply that has a word "
        "of the question's and of the later ones has one of the first, which stands nowhere else in "
        "the request. A model may leave it out; a run in which every such reply does, and no reply "
        "has any word of it, is the server's doing."
    ),
    why=(
        "Who trims a conversation to fit drops its oldest message: the task itself, which all that "
        "follows is about, while the answer has HTTP 200 and no word of it."
    ),
    breaks="agents, whose first message is the task",
    workaround="Say the task in the system prompt, or again in the last message.",
    source=Source(
        "docs",
        "OpenAI, conversation state: earlier messages go with the request, so that the model knows them",
        "https://developers.openai.com/api/docs/guides/conversation-state",
        "2026-11-28",
    ),
    check=_reaches,
    subject=Subject.CONVERSATION,
    needs_again=True,
    needs_request=True,
    variance=Variance(
        "replies that repeat lines of the question and of later words and were to repeat one of the first message",
        _due,
        shown=_has,
    ),
    mutations=mutations_for("line_of_first", first_dropped()),
)
