"""What `verify` asks a server beside the suites: a line of the system prompt, and of earlier words
and results.

And of what the model said beside an earlier call, or without one, and of what it called with: its
history is written out, since no prompt makes a model say what stands in no prompt. So is one whose
results go by the tool's name alone, where a format has ids as well; the one with the user's earlier
words, which stand behind results and in several parts, where a format has these; and an earlier
exchange of words behind the system prompt, of which some servers send on what stands before one
question alone; a message of the user directly before the question; and a question in the message of
a result. A system prompt of several parts, one whose question has been followed by a call and its
result, and messages of the developer are asked for besides.

A server or gateway that sends on the last turn alone answers every question about it as it should.
Asked in both modes for a line that stands further up, and for one of the question itself, which
says whether the model does as told, it shows itself in every answer (TC769, TC772 to TC781, TC785,
TC786, TC788). A result, a system prompt and words of the user are long, and three of their lines
are asked for at once, the first, one amid and the last: one is lost, too, where they are cut. The result is the longest of them:
programs that save context cut results of more than 8,000 or 10,000 characters, and no shorter ones.
Before the user's long words stands a line of the first message of all (TC785).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from toolwire.dialects import load_dialect
from toolwire.jobs.audit.beside.beside_suite import BesideSuite, in_both_modes, takes_tools
from toolwire.jobs.audit.beside.written_calls import WrittenCalls
from toolwire.jobs.audit.plan import Item
from toolwire.model.conversation import UserTurn
from toolwire.providers.model import Target
from toolwire.rules import RULES
from toolwire.rules.mutate.addition import (
    BY_NAME,
    CALLED_WITH,
    IN_A_ROW,
    SAID_ALONE,
    SAID_BESIDE,
    TALKED,
    WITH_RESULTS,
    WORDS_BEHIND,
    carries,
)
from toolwire.rules.mutate.long_text import long_lines, longer_lines
from toolwire.rules.mutate.said_lines import FIRST_LINE, HEAD_LINES, SAID_LINES
from toolwire.suites import Suite
from toolwire.suites.expressible import conversation_of
from toolwire.suites.model import RIGHT, Case, Expectation, Step

#: The suite that they are added to, and how the ids of their cases begin.
SUITE: Final = "round_trip"
_MARK: Final = "line_"
#: One of the three, which are judged in the same dialects.
_RULE: Final = "TC775"
#: Behind a call without a result no question may follow.
_NO_CALLS: Final = Expectation(calls=())
_NOTED: Final = 'say "Noted." and nothing else.'
_BRIEF: Final = "Be as brief as you can."
#: Where a line stands, and how the title of a case says so.
_RESULT, _WORDS, _SYSTEM = "result", "words", "system"
_SAID, _NAMED, _REPLY, _CALLED = "said", "named", "reply", "called"
_PARTS, _DEVELOPER, _ROW, _RULES, _BESIDE = "parts", "developer", "row", "rules", "beside"
#: Long texts, of which three lines are asked for.
_LONG: Final = frozenset({_RESULT, _WORDS, _SYSTEM})
_TITLES: Final = {
    _RESULT: "Lines of an earlier result",
    _WORDS: "Lines of the user's earlier words",
    _SYSTEM: "Lines of the system prompt",
    _RULES: "A line of the system prompt, behind a call and its result",
    _SAID: "A line that the model said beside an earlier call",
    _NAMED: "A line of an earlier result that goes by the tool's name",
    _CALLED: "A line that an earlier call was made with",
    _PARTS: "A line of a system prompt of several parts",
    _REPLY: "A line of an earlier answer of the model",
    _ROW: "A line of the user's message directly before the question",
    _BESIDE: "A line of a result in one message with the question",
    _DEVELOPER: "A line of a message of the developer, or a later one of the system, beside the system prompt",
}
#: What a history has that is written out, and the rule about it.
_ADDED: Final = {
    _WORDS: (WORDS_BEHIND, "TC776"),
    _SYSTEM: (TALKED, "TC777"),
    _SAID: (SAID_BESIDE, "TC772"),
    _CALLED: (CALLED_WITH, "TC769"),
    _NAMED: (BY_NAME, "TC773"),
    _REPLY: (SAID_ALONE, "TC774"),
    _ROW: (IN_A_ROW, "TC778"),
    _BESIDE: (WITH_RESULTS, "TC780"),
}
#: The rule that puts a system prompt into another form, which a server may refuse; TC748 has who does.
PROBED: Final = {_PARTS: "TC779", _DEVELOPER: "TC786"}


class _LineRound(NamedTuple):
    """What is asked once for each place.

    Attributes:
        call: of the tool that returns the line, or is offered beside it, and the line.
        here: a line of the question itself.
        other: a call that the question asks for, too, where the line is of an earlier result.
        first: whether the question names its own line first, which a model may take to be all.
        order: in which it names the lines of a long text. A model that repeats the first and the
            last that it is asked for, or two beside each other, each time, repeats every line once.
        words: the same of the user's words: their three lines, that of the first message, and the
            question's own. Here so does every model that repeats those at some places.
    """

    call: WrittenCalls
    here: str
    other: WrittenCalls
    first: bool
    order: tuple[int, int, int]
    words: tuple[int, int, int, int, int]

    @property
    def line(self) -> str:
        """Return the line that stands before."""
        ((_, line),) = self.call.returned
        return line

    def wanted(self, place: str) -> str:
        """Return the words for the lines of a place and of the question."""
        every = (*HEAD_LINES, self.line, FIRST_LINE, self.here)
        lines = [every[number] for number in self.order] if place in _LONG else [self.line]
        lines.insert(0 if self.first else len(lines), self.here)
        if place == _WORDS:
            lines = [every[number] for number in self.words]
        *others, last = (f'the line that begins with "{line.partition(" ")[0]}"' for line in lines)
        all_of = "all" if place in _LONG else "both"
        return f"{', '.join(others)} and {last}, {all_of} exactly as they stand, and nothing else."


_LAMP: Final = WrittenCalls("light_lamp", "place", (("hall", "lit"),))
_CLOCK: Final = WrittenCalls("set_clock", "time", (("07:30", "done"),))
_ROUNDS: Final = (
    _LineRound(
        WrittenCalls("find_key", "room", (("attic", SAID_LINES[0]),)),
        "Door: blue, bell p7s5",
        _LAMP,
        first=False,
        order=(1, 2, 0),
        words=(3, 0, 1, 2, 4),
    ),
    _LineRound(
        WrittenCalls("get_tram", "stop", (("Old Mill", SAID_LINES[1]),)),
        "Ferry: pier 2, gate m8x1",
        _CLOCK,
        first=True,
        order=(0, 1, 2),
        words=(4, 1, 2, 3, 0),
    ),
    _LineRound(
        WrittenCalls("find_loaf", "shop", (("Corner", SAID_LINES[2]),)),
        "Plums: crate 11, label z6d4",
        _LAMP,
        first=False,
        order=(0, 1, 2),
        words=(1, 2, 0, 4, 3),
    ),
)


def _items(target: Target, suite: Suite) -> Iterator[Item]:
    if target.provider.dialect in RULES[_RULE].severity and takes_tools(target):
        cases = (
            _case(suite, place, number, one)
            for place in _TITLES
            if _is_asked(target.provider.dialect, suite, place)
            for number, one in enumerate(_ROUNDS, start=1)
        )
        yield from in_both_modes(target, suite, cases)


def _is_asked(name: str, suite: Suite, place: str) -> bool:
    """Return whether a format has words for a history with a line at a place, and a rule for it."""
    if place not in _ADDED:
        return place not in PROBED or name in RULES[PROBED[place]].severity
    addition, rule = _ADDED[place]
    if not all(name in RULES[one].severity for one in (rule, RIGHT)):
        return False
    case = _case(suite, place, 1, _ROUNDS[0])
    (step,) = case.steps
    conversation = conversation_of(case, step, (UserTurn(step.user or ""),))
    return carries(load_dialect(name), conversation, addition)


def _case(suite: Suite, place: str, number: int, one: _LineRound) -> Case:
    told = f"Tell the user this line when it is asked for.\n{one.line}"
    lines = long_lines(*HEAD_LINES, one.line)
    long = f"Tell the user those of these lines that are asked for.\n{lines}"
    systems = {_SYSTEM: long, _DEVELOPER: told, _RULES: told, _PARTS: f"{told}\n{_BRIEF}"}
    return Case(
        suite.id,
        f"{_MARK}{place}_{number}",
        _TITLES[place],
        (one.call.offered, one.other.offered),
        _steps(place, one),
        system=systems.get(place),
    )


def _steps(place: str, one: _LineRound) -> tuple[Step, ...]:
    if place == _RESULT:
        return _of_result(one)
    if place == _RULES:
        return _calling(one, place)
    asking = _asking(one, place)
    if place == _CALLED:
        # A value is not what a model takes for a line by itself.
        hint = f"{asking.user} One of them stands in what {one.call.tool} was called with."
        asking = replace(asking, user=hint)
    if place in _ADDED:
        addition, _ = _ADDED[place]
        return (replace(asking, probe=RIGHT, additions=(addition,)),)
    return (replace(asking, expect=Expectation(may_refuse=True), probe=PROBED[place]),)


def _of_result(one: _LineRound) -> tuple[Step, ...]:
    """Return the steps that ask behind newer results, which some servers send on alone."""
    ((value, line),) = one.call.returned
    call = one.call._replace(returned=((value, longer_lines(*HEAD_LINES, line)),))
    return (
        Step(Expectation(calls=call.expected), f"Call {call.written}, then {_NOTED}"),
        Step(_NO_CALLS, results=call.results),
        *_calling(one, _RESULT),
    )


def _calling(one: _LineRound, place: str) -> tuple[Step, ...]:
    """Return the steps that ask for a call first, and for the lines behind its result."""
    return (
        Step(
            Expectation(calls=one.other.expected),
            f"{one.here}\nCall {one.other.written}, then repeat {one.wanted(place)}",
        ),
        Step(Expectation(), results=one.other.results),
    )


def _asking(one: _LineRound, place: str) -> Step:
    # What a model makes of the question is judged by rules, over a run.
    return Step(Expectation(), f"{one.here}\nRepeat {one.wanted(place)}")


EARLIER_LINES: Final = BesideSuite(SUITE, _MARK, _items)
