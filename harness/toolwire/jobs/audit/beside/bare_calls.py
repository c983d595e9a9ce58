"""What `verify` asks a server beside the suites: a call without arguments, where a call is demanded.

A server that takes arguments which are no more than `{}` for none, and a call without any for one that is
not whole yet, drops the call. A model that is free to call may have made none, and each call that is lost
so may be its doing; where a choice demands one, it is the server that has none (TC601).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.jobs.audit.beside.beside_suite import BesideSuite, in_both_modes, takes_native_tools
from toolwire.jobs.audit.plan import Item
from toolwire.model.conversation import ChoiceMode, Tool, ToolChoice
from toolwire.providers.model import Target
from toolwire.suites import Suite
from toolwire.suites.model import Case, Expectation, Step

#: The suite that they are added to, and how the ids of its cases begin.
SUITE: Final = "tool_choice"
_MARK: Final = "bare_"
_TITLE: Final = "A call without arguments, which a choice demands"
#: Each without parameters: any call is one without arguments. Each prompt is of its own, so that no two
#: requests are equal.
_TOOLS: Final = tuple(
    Tool(name, f"{words} Takes no arguments.", {"type": "object", "properties": {}})
    for name, words in (
        ("read_tide", "Tells how high the water is."),
        ("read_wind", "Tells where the wind comes from."),
    )
)
_CHOICES: Final = tuple(
    (ToolChoice(mode, tool.name if mode is ChoiceMode.NAMED else None), tool)
    for mode, tool in zip((ChoiceMode.REQUIRED, ChoiceMode.NAMED), _TOOLS, strict=True)
)


def _items(target: Target, suite: Suite) -> Iterator[Item]:
    if takes_native_tools(target):
        yield from in_both_modes(target, suite, (_case(suite, *one) for one in _CHOICES))


def _case(suite: Suite, choice: ToolChoice, tool: Tool) -> Case:
    # What is to come is said of the choice: rules tell the call that does not.
    step = Step(Expectation(), f"Call {tool.name}({{}}) now.", choice=choice)
    return Case(suite.id, f"{_MARK}{choice.mode}", _TITLE, _TOOLS, (step,), attempts=3)


BARE_CALLS: Final = BesideSuite(SUITE, _MARK, _items)
