"""What `verify` asks a server beside the suites: lines of a conversation that the server was to
keep.

Each request goes on by the id of the answer and has what is new alone. A server that passes over
the id answers all the same, and its model knows nothing of what was said before; one that keeps the
last answer alone, or no calls and results, has lost a part of it (TC758). So the first line stands
in the user's first words, and the second in a result that was answered since. A line of the
question itself is asked for as well, which says whether the model does as told.

One of the conversations begins with so many words that a count of the prompt without them shows
(TC146, `counted_kept`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.jobs.audit.beside.beside_suite import BesideSuite, in_both_modes
from toolwire.jobs.audit.plan import Item
from toolwire.model.conversation import ChoiceMode, JsonObject, ToolChoice
from toolwire.providers.model import Target
from toolwire.rules.mutate.long_text import HALF_TEXT
from toolwire.rules.mutate.said_lines import RETURNED_LINES, SAID_LINES
from toolwire.suites import Suite
from toolwire.suites.model import CONTINUED, Case, Expectation, ResultRule, Step

#: The suite that they are added to, and how the ids of its cases begin.
SUITE: Final = "round_trip"
_MARK: Final = "kept_"
_TITLE: Final = "Lines of a conversation that the server keeps"
_TOOL: Final = "get_weather"
_CALL: Final = f'Call {_TOOL}({{"location": "Lima"}}), then say "Done." and nothing else.'
#: Behind a call without a result no question may follow.
_NO_CALLS: Final = Expectation(calls=())
#: Which of the conversations begins with many words.
_LONG: Final = 0
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
    name, line = target.provider.dialect, SAID_LINES[number]
    tool = next(tool for one in suite.cases for tool in one.tools if tool.name == _TOOL)
    kept = f"{HALF_TEXT}\n{line}" if number == _LONG else line
    first = Step(_NO_CALLS, f'Please keep this line.\n{kept}\nSay "Noted." and nothing else.')
    native = target.provider.native_tools(target.model.id)
    lines = (line, RETURNED_LINES[number]) if native else (line,)
    steps = (first, *(_called(RETURNED_LINES[number]) if native else ()), _asked(lines, number))
    extra: dict[str, JsonObject] = {name: {load_dialect(name).wire.keeps: True}}
    return Case(suite.id, f"{_MARK}{number + 1}", _TITLE, (tool,), steps, extra=extra)


def _called(line: str) -> tuple[Step, ...]:
    """Return a call and its result, behind what was kept."""
    return (
        Step(
            Expectation(may_refuse=True),
            _CALL,
            choice=ToolChoice(ChoiceMode.NAMED, _TOOL),
            probe=CONTINUED,
            continues=True,
        ),
        Step(
            Expectation(calls=(), may_refuse=True),
            results=(ResultRule(_TOOL, None, (("", line),)),),
            probe=CONTINUED,
            continues=True,
        ),
    )


def _asked(lines: tuple[str, ...], number: int) -> Step:
    """Return the question; what a model makes of it is judged by the rule, over a run."""
    here = _HERE[number]
    every = [f'the line that begins with "{text.partition(" ")[0]}"' for text in (*lines, here)]
    named, all_ = (f"{', '.join(every[:-1])} and {every[-1]}", ("both", "all")[len(every) > 2])
    words = f"{here}\nRepeat {named}, {all_} exactly as they stand, and nothing else."
    return Step(Expectation(may_refuse=True), words, probe=CONTINUED, continues=True)


KEPT_LINES: Final = BesideSuite(SUITE, _MARK, _items)
