"""What `verify` asks a server beside the suites: calls with values that the tool's definition alone
tells.

One stands in its schema (TC383), one at the end of a parameter's description (TC384), one at the
end of the tool's own (TC387): the first has some 800 characters, and the other as many as its
format allows, so that one that is cut shows where a server counts tokens by itself. All other
arguments are written out. So a model that does as told shows whether it was given the definition.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from toolwire.dialects import load_dialect
from toolwire.io.json_text import dump
from toolwire.jobs.audit.beside.beside_suite import BesideSuite, where_judged
from toolwire.jobs.audit.plan import Item
from toolwire.model.conversation import JsonObject, Tool
from toolwire.providers.model import Target
from toolwire.suites import Suite
from toolwire.suites.model import Case, Expectation, ExpectedCall, Step

#: The suite that they are added to, and how the ids of its cases begin.
SUITE: Final = "tool_definition"
_MARK: Final = "allowed_"
_RULE: Final = "TC383"
_TITLE: Final = "Values that the tool's definition alone tells"
#: What descriptions say over and over before what they name, a parameter's some 800 characters.
_WORDS: Final = "It is read by all who work here, whatever the day and the weather. "
_TIMES: Final = 12
#: Characters of a tool's description where tools are told in words.
_DESCRIBED: Final = 1_000


class _AllowedValue(NamedTuple):
    """A tool with a parameter that the prompt writes out, and three whose values its definition tells.

    Attributes:
        tool: its name.
        told: the parameter that is written out, and its text.
        allowed: the one of which the schema allows one value.
        described: the one whose description names its value.
        named: the one whose value the tool's description names.
    """

    tool: str
    told: tuple[str, str]
    allowed: tuple[str, str]
    described: tuple[str, str]
    named: tuple[str, str]

    def offered(self, most: int) -> Tool:
        """Return the tool, whose description has so many characters at most."""
        names = [self.told[0], self.allowed[0], self.described[0], self.named[0]]
        text: JsonObject = {"type": "string"}
        properties: JsonObject = {
            **dict.fromkeys(names, text),
            self.allowed[0]: {**text, "enum": [self.allowed[1]]},
            self.described[0]: {
                **text,
                "description": f'{_WORDS * _TIMES}Always "{self.described[1]}".',
            },
        }
        schema: JsonObject = {"type": "object", "properties": properties, "required": [*names]}
        takes, last = (
            f"Takes a {self.told[0]} and more. ",
            f'Its {self.named[0]} is "{self.named[1]}".',
        )
        times = (most - len(takes) - len(last)) // len(_WORDS)
        return Tool(self.tool, f"{takes}{_WORDS * times}{last}", schema)

    @property
    def prompt(self) -> str:
        """Return the question."""
        given = dump({self.told[0]: self.told[1]}).decode()
        return (
            f"Call {self.tool}({given}) and fill in the only {self.allowed[0]} that its schema allows, "
            f"the {self.described[0]} that its own description names "
            f"and the {self.named[0]} that the tool's description names."
        )


#: Parameters that are written out have names of several words in some (TC317).
_ASKED: Final = (
    _AllowedValue(
        "open_gate",
        ("note", "Ready at noon."),
        ("code", "heron-41"),
        ("badge", "otter-58"),
        ("lane", "left-3"),
    ),
    _AllowedValue(
        "book_berth",
        ("ship_name", "Marianne"),
        ("pier", "north-7b"),
        ("flag", "plain-22"),
        ("crane", "tall-9"),
    ),
    _AllowedValue(
        "order_paint",
        ("room_name", "Kitchen"),
        ("shade", "fern-263"),
        ("brush", "flat-6"),
        ("shop", "corner-81"),
    ),
)


def _items(target: Target, suite: Suite) -> Iterator[Item]:
    form = load_dialect(target.provider.dialect).wire.request
    most = _DESCRIBED if form is None else form.described
    cases = (_case(suite, number, one, most) for number, one in enumerate(_ASKED, start=1))
    return where_judged(target, suite, _RULE, cases)


def _case(suite: Suite, number: int, one: _AllowedValue, most: int) -> Case:
    step = Step(Expectation(calls=(ExpectedCall(one.tool),)), one.prompt)
    return Case(suite.id, f"{_MARK}{number}", _TITLE, (one.offered(most),), (step,))


ALLOWED_VALUES: Final = BesideSuite(SUITE, _MARK, _items)
