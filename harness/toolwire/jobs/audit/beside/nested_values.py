"""What `verify` asks a server beside the suites: calls with an object, of which the schema alone
tells what a list in it holds.

A gateway that reads a schema into types of its own keeps its first level, and drops what objects or
lists are made of (TC394), the alternatives of a parameter (TC395), the definitions that
parameters refer to (TC396), or what is no type and no `enum` (TC397). Another value stands at the first level: who has none of it has lost
the schema whole (TC383).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from toolwire.io.json_text import dump
from toolwire.jobs.audit.beside.beside_suite import BesideSuite, where_judged
from toolwire.jobs.audit.plan import Item
from toolwire.model.conversation import JsonObject, Tool
from toolwire.providers.model import Target
from toolwire.suites import Suite
from toolwire.suites.model import Case, Expectation, ExpectedCall, Step

#: The suite that they are added to, and how the ids of its cases begin.
SUITE: Final = "tool_definition"
_MARK: Final = "within_"
_EITHER: Final = "either_"
_DEFINED: Final = "defined_"
_CONSTANT: Final = "constant_"
_RULE: Final = "TC394"
_ALTERNATIVE: Final = "TC395"
_DEFINITION: Final = "TC396"
_FIXED: Final = "TC397"
_TITLE: Final = "A value below the first level, which the schema alone tells"


class _NestedValue(NamedTuple):
    """A tool with a parameter that the prompt writes out, and two whose values its schema tells.

    Attributes:
        tool: its name.
        told: the parameter that is written out, and its text.
        allowed: the one of which the schema allows one value.
        within: the other, a list in it where it is an object and "" where it is none, and the one
            text of the schema.
        defined: whether it refers to a definition; else one without a list may be null, unless it is
        constant: whether it has a `const` in the place of an `enum`.
    """

    tool: str
    told: tuple[str, str]
    allowed: tuple[str, str]
    within: tuple[str, str, str]
    defined: bool = False
    constant: bool = False

    @property
    def offered(self) -> Tool:
        """Return the tool."""
        text: JsonObject = {"type": "string"}
        name, member, value = self.within
        only: JsonObject = {**text, "enum": [value]}
        last: JsonObject = {"$ref": f"#/$defs/{name}"}
        if self.constant:
            last = {**text, "const": value}
        elif not self.defined:
            last = _listing(member, only) if member else _nullable(only)
        properties: JsonObject = {
            self.told[0]: text,
            self.allowed[0]: {**text, "enum": [self.allowed[1]]},
            name: last,
        }
        schema: JsonObject = {"type": "object", "properties": properties, "required": [*properties]}
        if self.defined:
            schema["$defs"] = {name: only}
        return Tool(self.tool, f"Takes a {self.told[0]} and more.", schema)

    @property
    def prompt(self) -> str:
        """Return the question."""
        given = dump({self.told[0]: self.told[1]}).decode()
        name, member, _ = self.within
        other = f"only {name} besides null that its schema"
        if self.defined:
            other = f"only {name} that its definition"
        elif self.constant:
            other = f"only {name} that its constant"
        elif member:
            other = f"{name} with the only {member} that their schema"
        return (
            f"Call {self.tool}({given}) and fill in the only {self.allowed[0]} that its schema allows "
            f"and the {other} allows."
        )


def _listing(member: str, only: JsonObject) -> JsonObject:
    """Return the schema of an object with a list of one text."""
    listed: JsonObject = {"type": "array", "items": only}
    return {"type": "object", "properties": {member: listed}, "required": [member]}


def _nullable(only: JsonObject) -> JsonObject:
    """Return the schema of a text or null, as pydantic writes it."""
    return {"anyOf": [only, {"type": "null"}]}


#: Parameters that are written out have names of several words in some (TC317).
_ASKED: Final = (
    _NestedValue(
        "pack_crate", ("label", "Pears."), ("code", "swift-19"), ("seal", "marks", "wax-12")
    ),
    _NestedValue(
        "send_parcel", ("sent_to", "Aunt Ada."), ("depot", "east-4c"), ("stamp", "kinds", "fox-77")
    ),
    _NestedValue(
        "lay_table", ("meal_name", "Supper."), ("cloth", "linen-6"), ("plate", "rims", "blue-35")
    ),
)
_ALTERNATIVES: Final = (
    _NestedValue("glaze_pot", ("maker", "Ines."), ("kiln", "north-2"), ("glaze", "", "ash-27")),
    _NestedValue("mend_sail", ("boat", "Marianne."), ("loft", "quay-9"), ("thread", "", "hemp-8")),
    _NestedValue("bind_book", ("title", "Tides."), ("press", "oak-14"), ("cover", "", "calf-63")),
)
_DEFINITIONS: Final = tuple(
    one._replace(defined=True)
    for one in (
        _NestedValue(
            "open_vault", ("note", "Noon."), ("code", "swan-77"), ("wing", "", "south-52")
        ),
        _NestedValue("plant_bed", ("owner", "Ada."), ("sort", "dill-206"), ("soil", "", "loam-4")),
        _NestedValue(
            "sort_mail", ("day", "Monday."), ("shelf", "oval-14"), ("route", "", "hill-9")
        ),
    )
)

_CONSTANTS: Final = tuple(
    one._replace(constant=True)
    for one in (
        _NestedValue("turn_wheel", ("mill", "Old."), ("stone", "grit-31"), ("gear", "", "cog-58")),
        _NestedValue(
            "cast_bell", ("chapel", "Hill."), ("alloy", "tin-22"), ("clapper", "", "ash-73")
        ),
        _NestedValue("tune_harp", ("hall", "East."), ("key", "low-15"), ("string", "", "gut-46")),
    )
)


def _items(target: Target, suite: Suite) -> Iterator[Item]:
    for rule, mark, asked in (
        (_RULE, _MARK, _ASKED),
        (_ALTERNATIVE, _EITHER, _ALTERNATIVES),
        (_DEFINITION, _DEFINED, _DEFINITIONS),
        (_FIXED, _CONSTANT, _CONSTANTS),
    ):
        cases = (_case(suite, f"{mark}{n}", one) for n, one in enumerate(asked, start=1))
        yield from where_judged(target, suite, rule, cases)


def _case(suite: Suite, name: str, one: _NestedValue) -> Case:
    # Who refuses `anyOf` or `$ref` is told so where it is asked beside other forms of a schema.
    expected = Expectation(calls=(ExpectedCall(one.tool),), may_refuse=not one.within[1])
    return Case(suite.id, name, _TITLE, (one.offered,), (Step(expected, one.prompt),))


NESTED_VALUES: Final = BesideSuite(SUITE, _MARK, _items)
