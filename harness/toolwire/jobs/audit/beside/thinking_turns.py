"""What `verify` asks a server beside the suites: thoughts, with calls and with words alone in turn.

A reader of a model's words that knows calls may drop the thoughts before them, and one that knows thoughts may
keep them of words alone. A model without thoughts shows neither: so one conversation asks for a call, for
words and for a call again (TC522). And who is told that no thoughts are wanted tells none (TC155).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.jobs.audit.beside.beside_suite import BesideSuite, in_both_modes, takes_tools
from toolwire.jobs.audit.beside.written_calls import WrittenCalls
from toolwire.jobs.audit.plan import Item
from toolwire.model.conversation import JsonObject
from toolwire.providers.model import Target
from toolwire.rules import RULES
from toolwire.suites import Suite
from toolwire.suites.model import Case, Expectation, Step

#: The suite that they are added to, and how the ids of their cases begin.
SUITE: Final = "round_trip"
_MARK: Final = "thinks_"
_RULE: Final = "TC522"
_TITLE: Final = "Thoughts with a call, with words, and with a call again"
_SILENCED: Final = "Words, and no thoughts"
#: What is said behind the result.
_NOTED: Final = 'then say "Noted." and nothing else.'
#: Each the first call, the words, and the second call.
_ROUNDS: Final = (
    (
        WrittenCalls("find_key", "room", (("attic", "on the nail"),)),
        "The kettle is on the stove",
        WrittenCalls("get_tram", "stop", (("Old Mill", "line 4 at noon"),)),
    ),
    (
        WrittenCalls("set_clock", "time", (("07:30", "done"),)),
        "Two boats lie at the pier",
        WrittenCalls("light_lamp", "place", (("hall", "lit"),)),
    ),
)


def _items(target: Target, suite: Suite) -> Iterator[Item]:
    name = target.provider.dialect
    neutral = load_dialect(name).wire.neutral
    asking = (
        next((one.instead for one in neutral.degrees if one.instead), None) if neutral else None
    )
    if name in RULES[_RULE].severity and asking is not None and takes_tools(target):
        extra: dict[str, JsonObject] = {name: asking}
        cases = (
            Case(
                suite.id,
                f"{_MARK}{number}",
                _TITLE,
                (one.offered, other.offered),
                _steps(one, words, other),
                extra=extra,
            )
            for number, (one, words, other) in enumerate(_ROUNDS, start=1)
        )
        yield from in_both_modes(target, suite, (*cases, _silenced(suite, name)))


def _silenced(suite: Suite, name: str) -> Case:
    """Return a case whose request says that no thoughts are wanted."""
    form = load_dialect(name).wire.request
    assert form is not None
    one = _ROUNDS[0][0]
    steps = (Step(Expectation(calls=()), 'Say "The gate is open." and nothing else.'),)
    extra: dict[str, JsonObject] = {name: dict(form.unthinking)}
    return Case(suite.id, f"{_MARK}not", _SILENCED, (one.offered,), steps, extra=extra)


def _steps(one: WrittenCalls, words: str, other: WrittenCalls) -> tuple[Step, ...]:
    return (
        # A model that cannot think is right to refuse.
        Step(
            Expectation(calls=one.expected, may_refuse=True), f"Think, call {one.written}, {_NOTED}"
        ),
        Step(Expectation(calls=()), results=one.results),
        Step(Expectation(calls=()), f'Think about it. Say "{words}." and nothing else.'),
        # What comes of it a run tells.
        Step(Expectation(), f"Think about it. Call {other.written}."),
    )


THINKING_TURNS: Final = BesideSuite(SUITE, _MARK, _items)
