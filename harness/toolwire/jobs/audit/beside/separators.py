"""What `verify` asks a server beside the suites: a text and a call that hold what some programs take for the end of a line.

JSON may have U+2028, U+2029 and U+0085 as they are, and the lines of an event stream do not end there (WHATWG HTML,
9.2.6). Who reads a stream with Python's `splitlines` breaks an event in two, which TC117 tells. Only streams are
asked: what a model makes of such a letter is its own affair, and nothing is said of a text without it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.jobs.audit.beside.beside_suite import BesideSuite, in_both_modes, takes_tools
from toolwire.jobs.audit.plan import Item
from toolwire.model.exchange import Mode
from toolwire.providers.model import Target
from toolwire.suites import Suite
from toolwire.suites.model import Case, Expectation, ExpectedCall, Step

#: The suite that they are added to, and how the ids of its cases begin.
SUITE: Final = "mixed_content"
_MARK: Final = "separator_"
_TITLE: Final = "A letter that some programs take for the end of a line"
_TOOL: Final = "get_weather"
#: A text and a value each with one of them. Two in a text could be lost by a model as blanks are (TC509).
_ASKED: Final = (
    ("The gate is shut\u2028till noon, and the boat waits.", "the old pier\u0085by the gate"),
    ("The lamp is lit\u0085at dusk, and the inn is full.", "the mill\u2029on the brook"),
)


def _items(target: Target, suite: Suite) -> Iterator[Item]:
    if not takes_tools(target):
        return
    tool = next(tool for one in suite.cases for tool in one.tools if tool.name == _TOOL)
    called = Expectation(calls=(ExpectedCall(_TOOL),))
    cases = (
        Case(
            suite.id,
            f"{_MARK}{number}",
            _TITLE,
            (tool,),
            (Step(called, _prompt(text, place)),),
            modes=(Mode.STREAMING,),
        )
        for number, (text, place) in enumerate(_ASKED, start=1)
    )
    asked = in_both_modes(target, suite, cases)
    yield from (item for item in asked if item.mode is Mode.STREAMING)


def _prompt(text: str, place: str) -> str:
    return f'Say "{text}" and then call {_TOOL}({{"location": "{place}"}}), both in this one reply.'


SEPARATORS: Final = BesideSuite(SUITE, _MARK, _items)
