"""What `verify` asks a server beside the suites: results of several parts, and of other parts than text.

Clients of tool servers send the list of parts that they were given. Asked in both modes of two
tools, a server that reads the first part alone (TC763), or texts alone (TC734), or nothing beside an image (TC764), shows itself in every
answer, and a run tells it from a model that leaves something out.
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
from toolwire.providers.model import Target
from toolwire.rules import RULES
from toolwire.suites import Suite
from toolwire.suites.expressible import lacking
from toolwire.suites.model import Case, Expectation, ExpectedCall, ResultRule, Step

#: The suite that they are added to, and how the ids of their cases begin.
SUITE: Final = "history_forms"
_MARK: Final = "parts_"
#: Rule -> what the ids of its cases have, and what it is that it puts into the results.
_ASKED: Final = {
    "TC763": ("", "A result of several parts"),
    "TC734": ("json_", "A result that is an object"),
    "TC764": ("image_", "A result of a text and an image"),
}

#: What a model may not have: eyes.
_MAY_REFUSE: Final = ("TC764",)


class _Question(NamedTuple):
    """A call that is written out, and the parts of what it returns."""

    tool: str
    parameter: str
    value: str
    parts: tuple[str, ...]


_QUESTIONS: Final = (
    _Question(
        "find_booking",
        "guest",
        "Ines Duarte",
        ("Room 214 until Friday, ref k7d2", "Locker 38 beside platform q4x9"),
    ),
    _Question(
        "read_meter",
        "house",
        "12 Mill Lane",
        (
            "Water 5518 litres, seal m3v8",
            "Power 977 units, fuse box t6w1",
            "Heating off, valve z2r5",
        ),
    ),
)


def _items(target: Target, suite: Suite) -> Iterator[Item]:
    name = target.provider.dialect
    if not (load_dialect(name).in_words or target.provider.native_tools(target.model.id)):
        return
    for rule in (one for one in _ASKED if name in RULES[one].severity):
        for number, question in enumerate(_QUESTIONS, start=1):
            case = _case(suite, rule, number, question)
            if lacking(case, target.endpoint, name) is None:
                yield from (Item(target, suite, case, mode) for mode in Mode)


def _case(suite: Suite, rule: str, number: int, one: _Question) -> Case:
    schema: JsonObject = {
        "type": "object",
        "properties": {one.parameter: {"type": "string"}},
        "required": [one.parameter],
    }
    tool = Tool(one.tool, f"Looks one up by its {one.parameter}.", schema)
    written = f"{one.tool}({dump({one.parameter: one.value}).decode()})"
    prompt = f"Call {written}, then tell me all that it returned, word for word."
    called = Step(Expectation(calls=(ExpectedCall(one.tool),)), prompt)
    results = (ResultRule(one.tool, None, (("", "\n".join(one.parts)),)),)
    # What of it is repeated is judged by the rule, which says how the lines are put.
    told = Step(Expectation(may_refuse=rule in _MAY_REFUSE), results=results, probe=rule)
    kind, title = _ASKED[rule]
    return Case(suite.id, f"{_MARK}{kind}{number}", title, (tool,), (called, told))


RESULT_PARTS: Final = BesideSuite(SUITE, _MARK, _items)
