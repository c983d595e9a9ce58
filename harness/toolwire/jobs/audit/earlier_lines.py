"""What `verify` asks a server beside the suites: a line of the system prompt, of earlier words and of an earlier result.

A server or gateway that sends on the last turn alone answers every question about it as it should. Asked in both
modes for a line that stands further up, and for one of the question itself, which says whether the model does as
told, it shows itself in every answer (TC775, TC776, TC777).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from toolwire.jobs.audit.beside_suite import BesideSuite, in_both_modes, takes_tools
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.written_calls import WrittenCalls
from toolwire.providers.model import Target
from toolwire.rules import RULES
from toolwire.suites import Suite
from toolwire.suites.model import Case, Expectation, Step

#: The suite that they are added to, and how the ids of their cases begin.
SUITE: Final = "round_trip"
_MARK: Final = "line_"
#: One of the three, which are judged in the same dialects.
_RULE: Final = "TC775"
#: Behind a call without a result no question may follow.
_NO_CALLS: Final = Expectation(calls=())
_NOTED: Final = 'say "Noted." and nothing else.'
#: Where a line stands, and how the title of a case says so.
_RESULT, _WORDS, _SYSTEM = "result", "words", "system"
_TITLES: Final = {
    _RESULT: "A line of an earlier result",
    _WORDS: "A line of the user's earlier words",
    _SYSTEM: "A line of the system prompt",
}


class _LineRound(NamedTuple):
    """What is asked once for each place.

    Attributes:
        call: of the tool that returns the line, or is offered beside it, and the line.
        here: a line of the question itself.
        other: a call that the question asks for, too, where the line is of an earlier result.
        first: whether the question names its own line first, which a model may take to be all.
    """

    call: WrittenCalls
    here: str
    other: WrittenCalls
    first: bool

    @property
    def line(self) -> str:
        """Return the line that stands before."""
        ((_, line),) = self.call.returned
        return line

    @property
    def wanted(self) -> str:
        """Return the words for both lines."""
        lines = (self.here, self.line) if self.first else (self.line, self.here)
        one, other = (f'the line that begins with "{line.partition(" ")[0]}"' for line in lines)
        return f"{one} and {other}, both exactly as they stand, and nothing else."


_LAMP: Final = WrittenCalls("light_lamp", "place", (("hall", "lit"),))
_CLOCK: Final = WrittenCalls("set_clock", "time", (("07:30", "done"),))
_ROUNDS: Final = (
    _LineRound(
        WrittenCalls("find_key", "room", (("attic", "Peg: row 6 beside lamp k4w7"),)),
        "Door: blue, bell p7s5",
        _LAMP,
        first=False,
    ),
    _LineRound(
        WrittenCalls("get_tram", "stop", (("Old Mill", "Tram: line 14 from bay t9c3"),)),
        "Ferry: pier 2, gate m8x1",
        _CLOCK,
        first=True,
    ),
    _LineRound(
        WrittenCalls("find_loaf", "shop", (("Corner", "Loaf: rye on tray 3, stamp h5m2"),)),
        "Plums: crate 11, label z6d4",
        _LAMP,
        first=False,
    ),
)


def _items(target: Target, suite: Suite) -> Iterator[Item]:
    if target.provider.dialect in RULES[_RULE].severity and takes_tools(target):
        cases = (
            _case(suite, place, number, one)
            for place in _TITLES
            for number, one in enumerate(_ROUNDS, start=1)
        )
        yield from in_both_modes(target, suite, cases)


def _case(suite: Suite, place: str, number: int, one: _LineRound) -> Case:
    told = f"Tell the user this line when it is asked for.\n{one.line}"
    return Case(
        suite.id,
        f"{_MARK}{place}_{number}",
        _TITLES[place],
        (one.call.offered, one.other.offered),
        _STEPS[place](one),
        system=told if place == _SYSTEM else None,
    )


def _of_result(one: _LineRound) -> tuple[Step, ...]:
    """Return the steps that ask behind newer results, which some servers send on alone."""
    return (
        Step(Expectation(calls=one.call.expected), f"Call {one.call.written}, then {_NOTED}"),
        Step(_NO_CALLS, results=one.call.results),
        Step(
            Expectation(calls=one.other.expected),
            f"{one.here}\nCall {one.other.written}, then repeat {one.wanted}",
        ),
        Step(Expectation(), results=one.other.results),
    )


def _of_words(one: _LineRound) -> tuple[Step, ...]:
    said = f"{one.line}\nI will ask for that line later. Now {_NOTED}"
    return Step(_NO_CALLS, said), *_of_system(one)


def _of_system(one: _LineRound) -> tuple[Step, ...]:
    # What a model makes of the question is judged by rules, over a run.
    return (Step(Expectation(), f"{one.here}\nRepeat {one.wanted}"),)


_STEPS: Final = {_RESULT: _of_result, _WORDS: _of_words, _SYSTEM: _of_system}

EARLIER_LINES: Final = BesideSuite(SUITE, _MARK, _items)
