"""What `verify` asks a server beside the suites: to go on from an answer that it was told not to keep.

OpenAI says `previous_response_not_found` (TC782 has its words), and so does a server that heeds
`store: false`; one that keeps no answers at all refuses whatever names one, and others pass the id
over and answer by the question alone, which TC747 and TC758 tell. Only who repeats a line of the words
before has kept what it was told not to keep.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.jobs.audit.beside.beside_suite import BesideSuite, in_both_modes
from toolwire.jobs.audit.plan import Item
from toolwire.providers.model import Target
from toolwire.rules.mutate.said_lines import UNKEPT_LINE
from toolwire.rules.views.line_of_nowhere import asking
from toolwire.suites import Suite
from toolwire.suites.model import UNKEPT, Case, Expectation, Step

#: The suite that they are added to, and how the ids of its cases begin.
SUITE: Final = "round_trip"
_MARK: Final = "unkept_"
_TITLE: Final = "An answer that was not to be kept"
_TOOL: Final = "get_weather"
_FIRST: Final = f'Please hear this line.\n{UNKEPT_LINE}\nSay "Noted." and nothing else.'
#: A line of the question itself.
_HERE: Final = "Sink: copper, tap y2g9"


def _items(target: Target, suite: Suite) -> Iterator[Item]:
    if not load_dialect(target.provider.dialect).wire.keeps:
        return
    # Without a tool nothing would be asked beside a refusal that says what it is of.
    tool = next(tool for one in suite.cases for tool in one.tools if tool.name == _TOOL)
    steps = (
        # A request says `store: false` unless a case says otherwise.
        Step(Expectation(calls=()), _FIRST),
        Step(Expectation(), asking(UNKEPT_LINE, _HERE), probe=UNKEPT, continues=True),
    )
    case = Case(suite.id, f"{_MARK}line", _TITLE, (tool,), steps)
    yield from in_both_modes(target, suite, (case,))


UNKEPT_ANSWERS: Final = BesideSuite(SUITE, _MARK, _items)
