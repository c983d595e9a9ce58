"""A line of before that the last words of the user ask for, and whether a reply has a word of it.

With it a line of these words themselves is asked for: who repeats that one does as told, and knows
no other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum
from typing import Final, NamedTuple, TypeAlias

from toolwire.dialects import Answer, load_dialect
from toolwire.dialects.quoted import LINE
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import (
    AssistantTurn,
    Conversation,
    Json,
    ResultsTurn,
    UserTurn,
    texts_given,
)
from toolwire.model.exchange import Exchange, Mode
from toolwire.rules.mutate.developer_words import tells
from toolwire.rules.mutate.faults import Change, Plant
from toolwire.rules.mutate.said_lines import SAID_LINES
from toolwire.rules.rule import Check, Reading, Violation
from toolwire.rules.views.asked_for import (
    Asked,
    asked,
    has_any,
    place_of,
    telling,
    texts_of,
    told,
    whole,
    words_of,
)
from toolwire.rules.views.memoize import memoize
from toolwire.rules.views.probe_answer import answered

#: How much of a line and of a reply a finding shows.
_SHOWN: Final = 200
#: Whether the request of a reading has a line in some form, where a format has two forms of the same place.
Form: TypeAlias = "Callable[[Reading], bool]"


def _in_any(_reading: Reading) -> bool:
    return True


class LinePlace(Enum):
    """Where a line stands."""

    SYSTEM = "the system prompt"
    SYSTEM_PARTS = "the system prompt, which is sent as several parts"
    SYSTEM_CALLED = (
        "the system prompt, where the question has been followed by a call and its result"
    )
    DEVELOPER = "a message of the developer"
    WORDS = "earlier words of the user"
    ROW = "the message of the user directly before the question"
    RESULT = "the result of an earlier call"
    NAMED = "the result of an earlier call without an id, which goes by the tool's name"
    SAID = "what the model said beside an earlier call"
    CALLED = "the arguments of an earlier call"
    REPLY = "an earlier answer of the model without a call"
    BESIDE = "the result of a call directly before the question, in one message with it"
    KEPT = "a conversation that the server keeps, and the request only names"
    HERE = "the last words of the user"


#: Where a message of the developer is read to stand.
_OF_SYSTEM: Final = (LinePlace.SYSTEM, LinePlace.SYSTEM_PARTS, LinePlace.SYSTEM_CALLED)


class AskedLine(NamedTuple):
    """A line that was asked for, and the words of it that stand nowhere else in the request."""

    place: LinePlace
    line: str
    marks: frozenset[str]


class AskedLines(NamedTuple):
    """A line of before that was asked for, and one of the last words, which every server sends on."""

    before: AskedLine
    here: AskedLine


@memoize
def asked_lines(reading: Reading) -> AskedLines | None:
    """Return the lines that the reply was to repeat; None where not one of each was asked for."""
    what, conversation = asked(reading), reading.conversation
    if what is None or conversation is None or reading.reply.tool_calls:
        return None
    begins = LINE.findall(what.words)
    if len(begins) != 2:
        return None
    lines = [
        (place, line)
        for place, text in _places(what, conversation.system or "", reading)
        for line in map(str.strip, text.splitlines())
        if line.startswith(tuple(begins))
    ]
    # A line that the model repeated stands where it was told first.
    given = {line for place, line in lines if place is not LinePlace.REPLY}
    lines = [one for one in lines if one[0] is not LinePlace.REPLY or one[1] not in given]
    if len(lines) != 2 or lines[1][0] is not LinePlace.HERE or lines[0][0] is LinePlace.HERE:
        return None
    before, here = (_marked(place, line, conversation) for place, line in lines)
    if before.place in _OF_SYSTEM and _of_developer(reading, before.line):
        before = before._replace(place=LinePlace.DEVELOPER)
    return AskedLines(before, here) if before.marks and here.marks else None


def _marked(place: LinePlace, line: str, conversation: Conversation) -> AskedLine:
    others = (text.replace(line, "") for text in texts_of(conversation, conversation.turns))
    return AskedLine(place, line, telling(words_of([line])) - words_of(others))


def due_of(place: LinePlace, form: Form = _in_any) -> Callable[[Reading], bool]:
    """Make a test whether a reply repeats the line of the last words, asked for one that stands there.

    Args:
        place: where the line stands.
        form: in which form: what a server reads in one of them shows nothing of the other.
    """

    def due(reading: Reading) -> bool:
        lines = asked_lines(reading)
        if lines is None or lines.before.place is not place or not whole(reading):
            return False
        return has_any(told(reading), lines.here.marks) and form(reading)

    return due


def reached_at(place: LinePlace, form: Form = _in_any) -> Callable[[Reading], bool]:
    """Make a test whether a reply has a word of the line that stands there, be it alone.

    A model may repeat one of two lines each time, the first or the last that it is asked for: where it takes this
    one instead of the question's own, it had it.
    """

    def reached(reading: Reading) -> bool:
        lines = asked_lines(reading)
        there = lines is not None and lines.before.place is place
        has = there and lines is not None and has_any(told(reading), lines.before.marks)
        return has and form(reading)

    return reached


def read_at(place: LinePlace) -> Callable[[Reading], bool]:
    """Make a test whether a reply has a word of the last words' line, asked for one that stands there."""

    def read(reading: Reading) -> bool:
        lines = asked_lines(reading)
        there = lines is not None and lines.before.place is place
        return there and lines is not None and has_any(told(reading), lines.here.marks)

    return read


def repeated_of(
    place: LinePlace, message: str, form: Form = _in_any, *, variance: bool = False
) -> Check:
    """Make a check that a reply has a word of the line that stands there.

    Args:
        place: where the line stands.
        message: what is said of a reply without one.
        form: in which form it stands there.
        variance: whether the rule has other breaches besides, which no model explains.
    """
    due = due_of(place, form)

    def check(reading: Reading) -> Iterator[Violation]:
        lines = asked_lines(reading)
        if lines is None or not due(reading) or has_any(told(reading), lines.before.marks):
            return
        said = (reading.reply.text or "")[:_SHOWN]
        line = lines.before.line[:_SHOWN]
        yield Violation(place_of(reading), message, line, said, variance=variance)

    return check


def before_alone_of(place: LinePlace) -> Plant:
    """Plant an answer that repeats the line that stands there alone, asked for one of the last words."""
    return _alone(place, lambda lines: lines.before)


def here_alone_of(place: LinePlace, form: Form = _in_any) -> Plant:
    """Plant an answer that repeats the line of the last words alone, asked for one that stands there in a form."""
    return _alone(place, lambda lines: lines.here, form)


def _alone(
    place: LinePlace, which: Callable[[AskedLines], AskedLine], form: Form = _in_any
) -> Plant:

    def plant(name: str, mode: Mode) -> Change:
        def other(exchange: Exchange) -> Answer:
            reading = load_dialect(name).decode(exchange)
            lines = asked_lines(reading)
            there = lines is not None and lines.before.place is place and form(reading)
            if lines is None or not there or reading.conversation is None:
                raise LookupError("no line that stands there is to be repeated")
            return Answer(text=which(lines).line, turn=len(reading.conversation.calls()))

        return answered(other)(name, mode)

    return plant


def _by_name(reading: Reading) -> bool:
    """Return whether a format has results that have the id of their call, or none."""
    form = load_dialect(reading.dialect).wire.request
    return form is not None and form.named_or_numbered


def _of_developer(reading: Reading, line: str) -> bool:
    """Return whether a line of the system's words stands in a message of the developer."""
    form, body = load_dialect(reading.dialect).wire.request, object_of(reading.request)
    parts = None if form is None else form.parts
    messages = [] if parts is None else items_of(body.get(parts.history))
    return any(tells(message, line) for message in messages)


def _stands_whole(text: str, value: Json) -> bool:
    """Return whether a text is one value of a request."""
    if isinstance(value, dict | list):
        inner = value.values() if isinstance(value, dict) else value
        return any(_stands_whole(text, one) for one in inner)
    return isinstance(value, str) and value == text


def _of_prompt(what: Asked, system: str, reading: Reading) -> LinePlace:
    """Return what kind of place the system prompt is."""
    sent = reading.request
    if system and isinstance(sent, dict) and not _stands_whole(system, sent):
        return LinePlace.SYSTEM_PARTS
    called = any(isinstance(turn, ResultsTurn) for turn in what.since)
    return LinePlace.SYSTEM_CALLED if called else LinePlace.SYSTEM


def _places(what: Asked, system: str, reading: Reading) -> Iterator[tuple[LinePlace, str]]:
    """Yield what was said up to the question, in its order; where the server keeps some of it, the lines that are kept."""
    if reading.conversation is not None and reading.conversation.continued and not what.before:
        yield LinePlace.KEPT, "\n".join(SAID_LINES)
    by_name = _by_name(reading)
    yield _of_prompt(what, system, reading), system
    for place, turn in enumerate(what.before, start=1):
        if isinstance(turn, UserTurn):
            yield LinePlace.ROW if place == len(what.before) else LinePlace.WORDS, turn.text
        elif isinstance(turn, ResultsTurn):
            there = LinePlace.BESIDE if place == len(what.before) else LinePlace.RESULT
            for result in turn.results:
                named = by_name and result.call_id is None
                yield LinePlace.NAMED if named else there, result.content
        elif isinstance(turn, AssistantTurn):
            yield LinePlace.SAID if turn.calls else LinePlace.REPLY, turn.text or ""
            for call in turn.calls:
                yield LinePlace.CALLED, "\n".join(texts_given(call.arguments))
    yield LinePlace.HERE, what.words
