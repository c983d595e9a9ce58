"""What `verify` asks a server beside the suites: results whose blanks mean something.

A model that repeats such lines of the question blank by blank, and those of a result otherwise, got
them so (TC739).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from toolwire.jobs.audit.beside.beside_suite import BesideSuite, where_judged
from toolwire.jobs.audit.beside.written_calls import WrittenCalls
from toolwire.jobs.audit.plan import Item
from toolwire.providers.model import Target
from toolwire.suites import Suite
from toolwire.suites.model import Case, Expectation, Step

#: The suite that they are added to, and how the ids of their cases begin.
SUITE: Final = "round_trip"
_MARK: Final = "blanks_"
_RULE: Final = "TC739"
_TITLE: Final = "A result whose line breaks, tabs and blanks are to be repeated"


class _BlankRound(NamedTuple):
    """A call that returns lines with blanks, and such lines of the question, each with how they begin and end."""

    call: WrittenCalls
    here: str
    ends: tuple[str, str, str, str]

    @property
    def prompt(self) -> str:
        """Return the question."""
        first, last, here, behind = self.ends
        return (
            f'{self.here}\n\nCall {self.call.written}, then repeat the text from "{first}" to "{last}" of what '
            f'it returned and the text from "{here}" to "{behind}" above, both exactly as they stand, with every '
            "blank, tab and line break, and nothing else."
        )


_ROUNDS: Final = (
    _BlankRound(
        WrittenCalls(
            "read_cask",
            "cellar",
            (("north", "if cask:\n    fill(4)\n\n\tmark   =  q7d2"),),
        ),
        "for mill in row:\n    grind(6)\n\n\tsack   =  w3k8",
        ("if cask:", "q7d2", "for mill", "w3k8"),
    ),
    _BlankRound(
        WrittenCalls(
            "show_table",
            "name",
            (("tides", "port    high\n\nLeith   06:40\n  Wick\t11:15  b5n9"),),
        ),
        "lake    deep\n\nMjosa   453 m\n  Vener\t106 m  t2h6",
        ("port ", "b5n9", "lake ", "t2h6"),
    ),
    _BlankRound(
        WrittenCalls(
            "get_setup",
            "host",
            (("lamp", "lamp:\n  watts:   40\n\n  rooms:\n\t- hall  # x8c3"),),
        ),
        "oven:\n  watts:   90\n\n  rooms:\n\t- cook  # k1z7",
        ("lamp:", "x8c3", "oven:", "k1z7"),
    ),
)


def _items(target: Target, suite: Suite) -> Iterator[Item]:
    cases = (_case(suite, number, one) for number, one in enumerate(_ROUNDS, start=1))
    return where_judged(target, suite, _RULE, cases)


def _case(suite: Suite, number: int, one: _BlankRound) -> Case:
    called = Step(Expectation(calls=one.call.expected), one.prompt)
    # What a model makes of the question is judged by rules, over a run.
    told = Step(Expectation(), results=one.call.results)
    return Case(suite.id, f"{_MARK}{number}", _TITLE, (one.call.offered,), (called, told))


BLANK_RESULTS: Final = BesideSuite(SUITE, _MARK, _items)
