"""What `verify` asks a server beside the suites: requests that are wrong as those of another
format.

No member of the plainest request is missing or out of its bounds (`requirements`): two calls of the
history have one id, and the arguments of one are written out as OpenAI's are. A server reads a
request before it writes an answer, so each is asked once.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.jobs.audit.beside.beside_suite import BesideSuite, takes_tools
from toolwire.jobs.audit.plan import Item
from toolwire.model.conversation import Tool
from toolwire.model.exchange import Mode
from toolwire.providers.model import Target
from toolwire.rules import RULES
from toolwire.suites import Suite
from toolwire.suites.model import Case, Expectation, Step

#: The suite that they are added to, and how the ids of its cases begin.
SUITE: Final = "request_validation"
_MARK: Final = "whole_"
_PROMPT: Final = 'Call get_weather({"location": "Whitby"}).'
_TOOLS: Final = (
    Tool(
        "get_weather",
        "Current weather of a place.",
        {
            "type": "object",
            "properties": {"location": {"type": "string"}},
            "required": ["location"],
        },
    ),
    Tool("get_time", "Current time.", {"type": "object", "properties": {}}),
)
#: How a case ends -> the rule that asks it, and its title.
_ASKED: Final = {
    "repeated_ids": ("TC793", "Two calls of one turn in the history with one id"),
    "written_arguments": ("TC792", "A call in the history whose arguments are a text"),
}


def _items(target: Target, suite: Suite) -> Iterator[Item]:
    if not takes_tools(target):
        return
    for kind, (rule, title) in _ASKED.items():
        if target.provider.dialect in RULES[rule].severity:
            steps = (Step(Expectation(), _PROMPT, probe=rule),)
            case = Case(suite.id, f"{_MARK}{kind}", title, _TOOLS, steps, modes=(Mode.BLOCKING,))
            yield Item(target, suite, case, Mode.BLOCKING)


WRONG_WHOLES: Final = BesideSuite(SUITE, _MARK, _items)
