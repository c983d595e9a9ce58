"""What `verify` asks a server beside the suites: calls with an object, of which the schema alone
tells what a list in it holds.

A gateway that reads a schema into types of its own keeps its first level, and drops what objects or
lists are made of (TC394), the alternatives of a parameter, or all but the first (TC395), the definitions that
parameters refer to (TC396), or what is no type and no `enum` (TC397). Each of the first three is asked in two
forms in one call. Another value stands at the first level: who has none of it has lost
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
    """A tool with a parameter that the prompt writes out, and others whose values its schema tells.

    Attributes:
        tool: its name.
        told: the parameter that is written out, and its text.
        allowed: the one of which the schema allows one value.
        within: the other, a list in it where it is an object and "" where it is none, and the one
            text of the schema.
        more: one more such, made otherwise: a list of objects with a text, an object that is a
            definition, or the second of two alternatives; "" where there is none.
        defined: whether it refers to a definition; else one without a list may be null, unless it is
        constant: whether it has a `const` in the place of an `enum`.
    """

    tool: str
    told: tuple[str, str]
    allowed: tuple[str, str]
    within: tuple[str, str, str]
    more: tuple[str, str, str] = ("", "", "")
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
        definitions: JsonObject = {name: only}
        other, held, second = self.more
        if other:
            known: JsonObject = {**text, "enum": [second]}
            properties[other] = self._otherwise(known)
            definitions[other] = _with(held, known)
        schema: JsonObject = {"type": "object", "properties": properties, "required": [*properties]}
        if self.defined:
            schema["$defs"] = definitions
        return Tool(self.tool, f"Takes a {self.told[0]} and more.", schema)

    def _otherwise(self, known: JsonObject) -> JsonObject:
        """Return the schema of the last parameter, which has such a text."""
        name, member, _ = self.more
        if self.defined:
            return {"$ref": f"#/$defs/{name}"}
        if member:
            return {"type": "array", "items": _with(member, known)}
        return {"anyOf": [{"type": "null"}, known]}

    @property
    def prompt(self) -> str:
        """Return the question."""
        given = dump({self.told[0]: self.told[1]}).decode()
        others = [self._asked(name, member) for name, member, _ in (self.within, self.more) if name]
        return (
            f"Call {self.tool}({given}) and fill in the only {self.allowed[0]} that its schema allows "
            f"and {' and '.join(others)}."
        )

    def _asked(self, name: str, member: str) -> str:
        """Return how a parameter is asked for."""
        whose = "definition" if self.defined else "constant" if self.constant else "schema"
        if member:
            return f"the {name} with the only {member} that their {whose} allows"
        besides = " besides null" if whose == "schema" else ""
        return f"the only {name}{besides} that its {whose} allows"


def _listing(member: str, only: JsonObject) -> JsonObject:
    """Return the schema of an object with a list of one text."""
    return _with(member, {"type": "array", "items": only})


def _with(member: str, known: JsonObject) -> JsonObject:
    """Return the schema of an object with one member."""
    return {"type": "object", "properties": {member: known}, "required": [member]}


def _nullable(only: JsonObject) -> JsonObject:
    """Return the schema of a text or null, as pydantic writes it."""
    return {"anyOf": [only, {"type": "null"}]}


#: Parameters that are written out have names of several words in some (TC317).
_ASKED: Final = (
    _NestedValue(
        "pack_crate",
        ("label", "Pears."),
        ("code", "swift-19"),
        ("seal", "marks", "wax-12"),
        ("straps", "buckle", "iron-44"),
    ),
    _NestedValue(
        "send_parcel",
        ("sent_to", "Aunt Ada."),
        ("depot", "east-4c"),
        ("stamp", "kinds", "fox-77"),
        ("stops", "town", "ford-16"),
    ),
    _NestedValue(
        "lay_table",
        ("meal_name", "Supper."),
        ("cloth", "linen-6"),
        ("plate", "rims", "blue-35"),
        ("seats", "place", "left-28"),
    ),
)
#: The other alternative is null, as the second and as the first of both.
_ALTERNATIVES: Final = (
    _NestedValue(
        "glaze_pot",
        ("maker", "Ines."),
        ("kiln", "north-2"),
        ("glaze", "", "ash-27"),
        ("slip", "", "clay-91"),
    ),
    _NestedValue(
        "mend_sail",
        ("boat", "Marianne."),
        ("loft", "quay-9"),
        ("thread", "", "hemp-8"),
        ("needle", "", "bone-34"),
    ),
    _NestedValue(
        "bind_book",
        ("title", "Tides."),
        ("press", "oak-14"),
        ("cover", "", "calf-63"),
        ("spine", "", "cord-7"),
    ),
)
_DEFINITIONS: Final = tuple(
    one._replace(defined=True)
    for one in (
        _NestedValue(
            "open_vault",
            ("note", "Noon."),
            ("code", "swan-77"),
            ("wing", "", "south-52"),
            ("guard", "badge", "otter-36"),
        ),
        _NestedValue(
            "plant_bed",
            ("owner", "Ada."),
            ("sort", "dill-206"),
            ("soil", "", "loam-4"),
            ("edge", "stone", "slate-81"),
        ),
        _NestedValue(
            "sort_mail",
            ("day", "Monday."),
            ("shelf", "oval-14"),
            ("route", "", "hill-9"),
            ("cart", "wheel", "birch-23"),
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
