"""Calls of one tool that a prompt writes out, each by the value of its only parameter, and what they return."""

from __future__ import annotations

from typing import NamedTuple

from toolwire.io.json_text import dump
from toolwire.model.conversation import JsonObject, Tool
from toolwire.suites.model import ExpectedCall, ResultRule


class WrittenCalls(NamedTuple):
    """Calls of one tool.

    Attributes:
        tool: its name.
        parameter: the name of its only parameter, a text.
        returned: the value of the parameter, and what the call with it returns, in their order.
    """

    tool: str
    parameter: str
    returned: tuple[tuple[str, str], ...]

    @property
    def offered(self) -> Tool:
        """Return the tool."""
        schema: JsonObject = {
            "type": "object",
            "properties": {self.parameter: {"type": "string"}},
            "required": [self.parameter],
        }
        return Tool(self.tool, f"Looks one up by its {self.parameter}.", schema)

    @property
    def written(self) -> str:
        """Return the calls as a prompt writes them out."""
        given = (dump({self.parameter: value}).decode() for value, _ in self.returned)
        return " and ".join(f"{self.tool}({one})" for one in given)

    @property
    def expected(self) -> tuple[ExpectedCall, ...]:
        """Return what a reply is to call."""
        return tuple(ExpectedCall(self.tool) for _ in self.returned)

    @property
    def results(self) -> tuple[ResultRule, ...]:
        """Return what the calls are answered with."""
        return (ResultRule(self.tool, self.parameter, self.returned),)
