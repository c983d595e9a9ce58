"""What `verify` asks a server beside the suites: results in the reverse order of their calls.

The suite asks once, and one answer a model may have got wrong. Asked in both modes of several cities
and tools, a server that pairs results with calls by their place shows itself in every answer, and a
run tells it from a model (TC709).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from toolwire.dialects import load_dialect
from toolwire.io.json_text import dump
from toolwire.jobs.audit.beside_suite import BesideSuite
from toolwire.jobs.audit.plan import Item
from toolwire.model.conversation import JsonObject, Tool
from toolwire.model.exchange import Mode
from toolwire.model.observation import Severity
from toolwire.providers.model import Target
from toolwire.rules import RULES
from toolwire.suites import Suite
from toolwire.suites.expressible import lacking
from toolwire.suites.model import Case, Expectation, ExpectedCall, ResultRule, Step

#: The suite that they are added to, and how the ids of their cases begin.
SUITE: Final = "history_forms"
_MARK: Final = "order_"
_RULE: Final = "TC709"
_TITLE: Final = "Results in the reverse order of their calls"
_TEXT: Final[JsonObject] = {"type": "string"}


class _Round(NamedTuple):
    """Calls of one tool that are written out, each by the value of its parameter, and what they return."""

    tool: str
    parameter: str
    returned: tuple[tuple[str, str], ...]


_ROUNDS: Final = (
    _Round(
        "get_tide",
        "harbour",
        (("Whitby", "high at 06:40, gauge 5c2e"), ("Bergen", "low at 11:15, gauge 8d41")),
    ),
    _Round(
        "find_parcel",
        "number",
        (("KX-10", "in Lisbon, shelf 3a9b"), ("QF-27", "in Warsaw, shelf 6e70")),
    ),
)


def _items(target: Target, suite: Suite) -> Iterator[Item]:
    name = target.provider.dialect
    # Where the order of results says which call they answer, it is no question.
    if RULES[_RULE].severity.get(name) is not Severity.WARNING:
        return
    if not (load_dialect(name).in_words or target.provider.native_tools(target.model.id)):
        return
    for number, one in enumerate(_ROUNDS, start=1):
        case = _case(suite, number, one)
        if lacking(case, target.endpoint, name) is None:
            yield from (Item(target, suite, case, mode) for mode in Mode)


def _case(suite: Suite, number: int, one: _Round) -> Case:
    schema: JsonObject = {
        "type": "object",
        "properties": {one.parameter: _TEXT},
        "required": [one.parameter],
    }
    tool = Tool(one.tool, f"Looks one up by its {one.parameter}.", schema)
    written = (f"{one.tool}({dump({one.parameter: value}).decode()})" for value, _ in one.returned)
    prompt = (
        f"Call {' and '.join(written)}, both in this one reply. "
        "Then tell me only what the last call returned, word for word."
    )
    calls = tuple(ExpectedCall(one.tool) for _ in one.returned)
    first = Step(Expectation(calls=calls, any_order=True), prompt)
    results = (ResultRule(one.tool, one.parameter, one.returned),)
    # Which result it tells is judged by the rule.
    second = Step(Expectation(), results=results, probe=_RULE)
    return Case(suite.id, f"{_MARK}{number}", _TITLE, (tool,), (first, second))


RESULT_ORDERS: Final = BesideSuite(SUITE, _MARK, _items)
