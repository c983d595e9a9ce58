"""Calls of one tool that a prompt writes out, each by the value of its only parameter, and what they return."""

from __future__ import annotations

from typing import NamedTuple

from toolwire.io.json_text import dump
from toolwire.model.conversation import JsonObject, Tool
from toolwire.suites.model import Case, Expectation, ExpectedCall, ResultRule, Step


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

    def case(
        self,
        suite: str,
        name: str,
        title: str,
        then: str,
        *,
        probe: str | None = None,
        may_refuse: bool = False,
    ) -> Case:
        """Return a case of the calls and of what is told of their results, which a rule judges.

        Args:
            suite: its id.
            name: the id of the case.
            title: of the case.
            then: what the prompt asks for behind the calls.
            probe: the rule that puts the results in its form; None for results as they are.
            may_refuse: whether a server need not take them so.
        """
        reply = ", both in this one reply. Then" if len(self.returned) > 1 else ", then"
        prompt = f"Call {self.written}{reply} tell me {then}, word for word."
        called = Expectation(calls=self.expected, any_order=len(self.returned) > 1)
        told = Step(Expectation(may_refuse=may_refuse), results=self.results, probe=probe)
        return Case(suite, name, title, (self.offered,), (Step(called, prompt), told))
