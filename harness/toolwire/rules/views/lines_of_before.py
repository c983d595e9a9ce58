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
from toolwire.io.json_text import object_of
from toolwire.model.conversation import (
    AssistantTurn,
    Conversation,
    Json,
    ResultsTurn,
    UserTurn,
    texts_given,
)
from toolwire.model.exchange import Exchange, Mode
from toolwire.model.observation import NO_PART, PARTS
from toolwire.rules.mutate.developer_words import told_later
from toolwire.rules.mutate.faults import Change, Plant
from toolwire.rules.mutate.said_lines import RETURNED_LINES, SAID_LINES
from toolwire.rules.rule import Check, Reading, Variance, Violation
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
#: Most lines that are asked for together, and what the parts of a text are called in which they stand.
_MOST: Final = 5
_PARTS: Final = ("the beginning", "the middle", "the end")
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
    DEVELOPER = "a message of the developer, or a later one of the system"
    WORDS = "earlier words of the user"
    FIRST = "the first message, before other earlier words of the user"
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
    """Lines of one place before that were asked for, and one of the last words, which every server sends on.

    Attributes:
        before: in their order: of several in a long text the first is at its beginning, the last at its end.
        here: of the last words.
        first: of the first message, before those of `before`; None where none was asked for.
    """

    before: tuple[AskedLine, ...]
    here: AskedLine
    first: AskedLine | None = None

    @property
    def place(self) -> LinePlace:
        """Return where the lines of before stand."""
        return self.before[0].place

    @property
    def every(self) -> tuple[str, ...]:
        """Return all lines, in their order."""
        first = () if self.first is None else (self.first,)
        return tuple(one.line for one in (*first, *self.before, self.here))

    def lost_in(self, said: str) -> tuple[int, ...]:
        """Return the numbers of the lines of before of which nothing is said."""
        return tuple(n for n, one in enumerate(self.before) if not has_any(said, one.marks))

    def part(self, number: int) -> int:
        """Return in which part of a text a line of it stands: the first, the second or the last of three."""
        return 0 if number == 0 else 2 if number == len(self.before) - 1 else 1


@memoize
def asked_lines(reading: Reading) -> AskedLines | None:
    """Return the lines that the reply was to repeat; None where not some of one place and one of here are."""
    what, conversation = asked(reading), reading.conversation
    if what is None or conversation is None or reading.reply.tool_calls:
        return None
    begins = LINE.findall(what.words)
    if not 2 <= len(begins) <= _MOST:
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
    if len(lines) != len(begins) or lines[-1][0] is not LinePlace.HERE:
        return None
    *before, here = (_marked(place, line, conversation) for place, line in lines)
    first, before = _first_of(before)
    places = {one.place for one in before}
    if len(places) > 1 or LinePlace.HERE in places or not all(one.marks for one in (*before, here)):
        return None
    if first is not None and (places != {LinePlace.WORDS} or not first.marks):
        return None
    if before[0].place in _OF_SYSTEM and _of_developer(reading, before[0].line):
        before = [one._replace(place=LinePlace.DEVELOPER) for one in before]
    return AskedLines(tuple(before), here, first)


def _first_of(before: list[AskedLine]) -> tuple[AskedLine | None, list[AskedLine]]:
    """Return the line of the first message and the others; alone it is one of earlier words as any other."""
    first = [one for one in before if one.place is LinePlace.FIRST]
    if len(first) == 1 < len(before):
        return first[0], before[1:]
    return None, [
        one._replace(place=LinePlace.WORDS) if one.place is LinePlace.FIRST else one
        for one in before
    ]


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
        if lines is None or lines.place is not place or not whole(reading):
            return False
        return has_any(told(reading), lines.here.marks) and form(reading)

    return due


def reached_at(place: LinePlace, form: Form = _in_any) -> Callable[[Reading], bool]:
    """Make a test whether a reply has a word of each line that stands there, be it without the question's own.

    A model may repeat one of two lines each time, the first or the last that it is asked for: where it takes this
    one instead of the question's own, it had it.
    """

    def reached(reading: Reading) -> bool:
        lines = asked_lines(reading)
        there = lines is not None and lines.place is place
        has = there and lines is not None and not lines.lost_in(told(reading))
        return has and form(reading)

    return reached


def parts_at(place: LinePlace) -> Callable[[Reading], int]:
    """Make a count of the parts that a reply has of a text that stands there, asked for several
    (`Chance.parts`).
    """
    due = due_of(place)

    def parts(reading: Reading) -> int:
        lines = asked_lines(reading)
        if lines is None or lines.place is not place or len(lines.before) == 1:
            return 0
        lost = lines.lost_in(told(reading))
        if not lost:
            return 0
        has = {PARTS[lines.part(n)] for n in range(len(lines.before)) if n not in lost}
        return sum(has) or (NO_PART if due(reading) else 0)

    return parts


def repeating(
    of: str,
    place: LinePlace,
    form: Form = _in_any,
    *,
    in_parts: bool = False,
    partly: bool = False,
) -> Variance:
    """Return how replies are counted that repeat the line of the last words, asked for one that stands there.

    Args:
        of: which replies these are, in words that follow "of".
        place: where the line stands.
        form: as of `due_of`.
        in_parts: whether several parts of one text are asked for.
        partly: as of `Variance`.
    """
    parts = parts_at(place) if in_parts else None
    shown = reached_at(place, form)
    return Variance(of, due_of(place, form), shown=shown, partly=partly, parts=parts)


def read_at(place: LinePlace) -> Callable[[Reading], bool]:
    """Make a test whether a reply has a word of the last words' line, asked for one that stands there."""

    def read(reading: Reading) -> bool:
        lines = asked_lines(reading)
        there = lines is not None and lines.place is place
        return there and lines is not None and has_any(told(reading), lines.here.marks)

    return read


def repeated_of(
    place: LinePlace, message: str, form: Form = _in_any, *, variance: bool = False
) -> Check:
    """Make a check that a reply has a word of each line that stands there.

    Args:
        place: where the line stands.
        message: what is said of a reply without one: that it has "no word of" what stands there.
        form: in which form it stands there.
        variance: whether the rule has other breaches besides, which no model explains.
    """
    due = due_of(place, form)

    def check(reading: Reading) -> Iterator[Violation]:
        lines = asked_lines(reading)
        lost = lines.lost_in(told(reading)) if lines is not None and due(reading) else ()
        if lines is None or not lost:
            return
        words = message
        if len(lost) < len(lines.before):
            parts = " and ".join(dict.fromkeys(_PARTS[lines.part(n)] for n in lost))
            words = message.replace(" of ", f" of {parts} of ", 1)
        said = (reading.reply.text or "")[:_SHOWN]
        line = "\n".join(lines.before[n].line for n in lost)[:_SHOWN]
        yield Violation(place_of(reading), words, line, said, variance=variance)

    return check


def before_alone_of(place: LinePlace) -> Plant:
    """Plant an answer that repeats the lines that stand there alone, asked for one of the last words."""
    return _alone(place, lambda lines: lines.before)


def cut_of(place: LinePlace, number: int) -> Plant:
    """Plant an answer that lacks one of several lines that stand there."""
    return _alone(place, lambda lines: _without(lines, number))


def _without(lines: AskedLines, number: int) -> tuple[AskedLine, ...]:
    """Return all lines but one; nothing where one is all there is, so that no fault is planted."""
    left = tuple(one for n, one in enumerate(lines.before) if n != number)
    first = () if lines.first is None else (lines.first,)
    return (*first, *left, lines.here) if left else ()


def first_dropped() -> Plant:
    """Plant an answer that lacks the line of the first message alone, of all that it was to repeat."""

    def others(lines: AskedLines) -> tuple[AskedLine, ...]:
        return () if lines.first is None else (*lines.before, lines.here)

    return _alone(LinePlace.WORDS, others)


def here_alone_of(place: LinePlace, form: Form = _in_any) -> Plant:
    """Plant an answer that repeats the line of the last words alone, asked for one that stands there in a form."""
    return _alone(place, lambda lines: (lines.here,), form)


def _alone(
    place: LinePlace, which: Callable[[AskedLines], tuple[AskedLine, ...]], form: Form = _in_any
) -> Plant:
    def plant(name: str, mode: Mode) -> Change:
        def other(exchange: Exchange) -> Answer:
            reading = load_dialect(name).decode(exchange)
            lines = asked_lines(reading)
            there = lines is not None and lines.place is place and form(reading)
            left = which(lines) if lines is not None and there else ()
            if not left or reading.conversation is None:
                raise LookupError("no line that stands there is to be repeated")
            text = "\n".join(one.line for one in left)
            return Answer(text=text, turn=len(reading.conversation.calls()))

        return answered(other)(name, mode)

    return plant


def _by_name(reading: Reading) -> bool:
    """Return whether a format has results that have the id of their call, or none."""
    form = load_dialect(reading.dialect).wire.request
    return form is not None and form.named_or_numbered


def _of_developer(reading: Reading, line: str) -> bool:
    """Return whether a line of the system's words stands in a message of the developer, or a later one of its own."""
    return told_later(reading.dialect, object_of(reading.request), line)


def _stands_whole(text: str, value: Json) -> bool:
    """Return whether a text is one value of a request."""
    if isinstance(value, dict | list):
        inner = value.values() if isinstance(value, dict) else value
        return any(_stands_whole(text, one) for one in inner)
    return isinstance(value, str) and value == text


def _of_prompt(what: Asked, system: str, reading: Reading) -> LinePlace:
    """Return what kind of place the system prompt is."""
    sent = reading.request
    # Where tools are told in words, these stand in one text with it.
    one_text = load_dialect(reading.dialect).in_words
    if system and isinstance(sent, dict) and not (one_text or _stands_whole(system, sent)):
        return LinePlace.SYSTEM_PARTS
    called = any(isinstance(turn, ResultsTurn) for turn in what.since)
    return LinePlace.SYSTEM_CALLED if called else LinePlace.SYSTEM


def _places(what: Asked, system: str, reading: Reading) -> Iterator[tuple[LinePlace, str]]:
    """Yield what was said up to the question, in its order; where the server keeps some of it, the
    lines that are kept.
    """
    if reading.conversation is not None and reading.conversation.continued and not what.before:
        yield LinePlace.KEPT, "\n".join((*SAID_LINES, *RETURNED_LINES))
    by_name = _by_name(reading)
    yield _of_prompt(what, system, reading), system
    for place, turn in enumerate(what.before, start=1):
        if isinstance(turn, UserTurn):
            amid = LinePlace.FIRST if place == 1 else LinePlace.WORDS
            yield LinePlace.ROW if place == len(what.before) else amid, turn.text
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
