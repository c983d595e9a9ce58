"""What `verify` asks a server beside the suites: a line of a conversation that the server was to keep.

The request goes on by the id of the answer and has the question alone. A server that passes over the id answers
all the same, and its model knows nothing of what was said before (TC758). A line of the question itself is
asked for as well, which says whether the model does as told.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.jobs.audit.beside_suite import BesideSuite, in_both_modes
from toolwire.jobs.audit.plan import Item
from toolwire.model.conversation import JsonObject
from toolwire.providers.model import Target
from toolwire.rules.mutate.said_lines import SAID_LINES
from toolwire.suites import Suite
from toolwire.suites.model import CONTINUED, Case, Expectation, Step

#: The suite that they are added to, and how the ids of their cases begin.
SUITE: Final = "round_trip"
_MARK: Final = "kept_"
_TITLE: Final = "A line of a conversation that the server keeps"
_TOOL: Final = "get_weather"
#: Behind a call without a result no question may follow.
_NO_CALLS: Final = Expectation(calls=())
#: A line of each question itself.
_HERE: Final = (
    "Door: blue, bell p7s5",
    "Ferry: pier 2, gate m8x1",
    "Plums: crate 11, label z6d4",
)


def _items(target: Target, suite: Suite) -> Iterator[Item]:
    if load_dialect(target.provider.dialect).wire.keeps:
        cases = (_case(target, suite, number) for number in range(len(_HERE)))
        yield from in_both_modes(target, suite, cases)


def _case(target: Target, suite: Suite, number: int) -> Case:
    name, line, here = target.provider.dialect, SAID_LINES[number], _HERE[number]
    tool = next(tool for one in suite.cases for tool in one.tools if tool.name == _TOOL)
    one, other = (f'the line that begins with "{text.partition(" ")[0]}"' for text in (line, here))
    steps = (
        Step(_NO_CALLS, f'Please keep this line.\n{line}\nSay "Noted." and nothing else.'),
        # What a model makes of the question is judged by the rule, over a run.
        Step(
            Expectation(may_refuse=True),
            f"{here}\nRepeat {one} and {other}, both exactly as they stand, and nothing else.",
            probe=CONTINUED,
            continues=True,
        ),
    )
    extra: dict[str, JsonObject] = {name: {load_dialect(name).wire.keeps: True}}
    return Case(suite.id, f"{_MARK}{number + 1}", _TITLE, (tool,), steps, extra=extra)


KEPT_LINES: Final = BesideSuite(SUITE, _MARK, _items)
