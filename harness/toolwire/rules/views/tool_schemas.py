"""Validators for the parameter schemas of tools, which strangers wrote.

A schema comes from recorded traffic, so it is hostile: nothing is fetched, patterns run on
the linear-time engine, and a schema that is too large, recursive or not a schema gets no
validator but a reason. Recursive schemas are left out because the error trees of nested
`oneOf` grow exponentially with the depth of the instance (jsonschema-rs 0.60.3, measured
2026-11-21: 5 s at depth 16).

OpenAPI's `nullable: true` (read 2026-11-21, Gemini `Schema`) is honoured: null is then no
type error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Final, cast

import jsonschema_rs

from toolwire.io.json_text import JsonError, canonical, parse
from toolwire.io.pointer import at, pointer_of, steps_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.reply import Absent

_MAX_BYTES: Final = 262_144
_MAX_NODES: Final = 10_000
_MAX_DEPTH: Final = 100
# Telling every breach costs up to arguments x schema, some 50 us for each there is; beyond this
# only the first is told.
_MAX_WORK: Final = 20_000
_MAX_BREACHES: Final = 20
_REGEX_BYTES: Final = 1_000_000
_CACHED: Final = 512

_TYPES: tuple[tuple[type, str], ...] = (
    (bool, "boolean"),
    (int, "integer"),
    (float, "number"),
    (str, "string"),
    (list, "array"),
    (dict, "object"),
)


def type_name(value: Json) -> str:
    """Return the JSON Schema name of a value's type; `integer` for whole numbers."""
    return next((name for kind, name in _TYPES if isinstance(value, kind)), "null")


@dataclass(frozen=True, slots=True)
class Breach:
    """One place where arguments do not fit their schema.

    Attributes:
        keyword: the JSON Schema keyword that is not met; `type` also for a union none of
            whose branches allows the value's type.
        path: JSON pointer inside the arguments; "" for the whole.
        expected: what the keyword asks for: type names, property names or options.
        value: the value found there.
        names: the properties concerned: the missing ones or the undeclared ones.
    """

    keyword: str
    path: str
    expected: Json
    value: Json
    names: tuple[str, ...] = ()


class _NoSchemaError(ValueError):
    """A schema no validator is made for; the message says why."""


@dataclass(frozen=True, slots=True)
class ToolSchema:
    """The compiled schema of one tool's arguments.

    Attributes:
        schema: the schema as in the request.
        validator: judges arguments; None when there is none.
        reason: why there is no validator; None when there is one.
        size: number of nodes of the schema with its references written out.
    """

    schema: JsonObject
    validator: jsonschema_rs.Validator | None
    reason: str | None = None
    size: int = 1

    def breaches(self, arguments: JsonObject) -> tuple[Breach, ...]:
        """Return where the arguments do not fit, at most twenty places; () when all is well.

        Of very large arguments only the first place is told. () also when there is no
        validator, or the arguments are nested too deeply to be judged.
        """
        if self.validator is None:
            return ()
        try:
            if self.validator.is_valid(arguments):
                return ()
            if larger(arguments, _MAX_WORK // self.size):
                return tuple(self._kept(_first(self.validator, arguments)))
            errors = self.validator.iter_errors(arguments)
            return tuple(islice(self._kept(errors), _MAX_BREACHES))
        except ValueError:
            # Deeper than the validator goes, or text that is not Unicode.
            return ()

    def _kept(self, errors: Iterator[jsonschema_rs.ValidationError]) -> Iterator[Breach]:
        for error in errors:
            breach = _breach(error)
            if not (breach.value is None and self._nullable(error.schema_path)):
                yield breach

    def _nullable(self, path: list[str | int]) -> bool:
        here = at(self.schema, path[:-1])
        return isinstance(here, dict) and here.get("nullable") is True


def _first(
    validator: jsonschema_rs.Validator, arguments: JsonObject
) -> Iterator[jsonschema_rs.ValidationError]:
    try:
        validator.validate(arguments)
    except jsonschema_rs.ValidationError as error:
        yield error


def tool_schema(parameters: JsonObject) -> ToolSchema:
    """Return the compiled schema for `parameters`; the same object for equal schemas."""
    try:
        return _compiled(canonical(parameters))
    except (JsonError, UnicodeError) as error:
        return ToolSchema({}, None, str(error))


@lru_cache(maxsize=_CACHED)
def _compiled(text: bytes) -> ToolSchema:
    if len(text) > _MAX_BYTES:
        return ToolSchema({}, None, "the schema is too large")
    schema = cast("JsonObject", parse(text))
    try:
        size = _Size(schema).measured()
        return ToolSchema(schema, _validator(schema), size=size)
    except ValueError as error:
        return ToolSchema(schema, None, str(error).splitlines()[0])


def _validator(schema: JsonObject) -> jsonschema_rs.Validator:
    return jsonschema_rs.validator_for(
        schema,
        validate_formats=False,
        retriever=_refuse,
        pattern_options=jsonschema_rs.RegexOptions(size_limit=_REGEX_BYTES),
    )


def _refuse(uri: str) -> Json:
    raise _NoSchemaError(f"references are not fetched: {uri!r}")


class _Size:
    """How large a schema becomes when its references are written out."""

    def __init__(self, schema: JsonObject) -> None:
        self._root = schema
        self._sizes: dict[str, int] = {}
        self._open: set[str] = set()

    def measured(self) -> int:
        """Return the number of nodes; refuse what is too large, too deep, recursive or open."""
        size = self._of(self._root, 0)
        if size > _MAX_NODES:
            raise _NoSchemaError("the schema is too large with its references written out")
        return size

    def _of(self, node: Json, depth: int) -> int:
        if depth > _MAX_DEPTH:
            raise _NoSchemaError("the schema is nested too deeply")
        if isinstance(node, list):
            return 1 + sum(self._of(item, depth + 1) for item in node)
        if not isinstance(node, dict):
            return 1
        if "$dynamicRef" in node or "$recursiveRef" in node:
            raise _NoSchemaError("the schema uses dynamic references")
        size = 1
        for key, value in node.items():
            # Definitions count where they are used, not where they stand.
            if key == "$ref" and isinstance(value, str):
                size += self._target(value, depth)
            elif key not in ("$defs", "definitions") or depth:
                size += self._of(value, depth + 1)
        return size

    def _target(self, reference: str, depth: int) -> int:
        if reference in self._open:
            raise _NoSchemaError("the schema is recursive")
        if reference not in self._sizes:
            self._open.add(reference)
            self._sizes[reference] = self._of(self._resolve(reference), depth + 1)
            self._open.remove(reference)
        return self._sizes[reference]

    def _resolve(self, reference: str) -> Json:
        if reference != "#" and not reference.startswith("#/"):
            raise _NoSchemaError("the schema refers to something outside of it")
        found = at(self._root, steps_of(reference))
        return None if isinstance(found, Absent) else found


def _breach(error: jsonschema_rs.ValidationError) -> Breach:
    kind = error.kind
    keyword = kind.name
    path = pointer_of(error.instance_path)
    value = cast("Json", error.instance)
    read = _DETAILS.get(keyword)
    if read is None:
        return Breach(keyword, path, None, value)
    expected, names, keyword = read(error)
    return Breach(keyword, path, expected, value, names)


_Detail = tuple[Json, tuple[str, ...], str]


def _type(error: jsonschema_rs.ValidationError) -> _Detail:
    return list(error.kind.as_dict()["types"]), (), "type"


def _required(error: jsonschema_rs.ValidationError) -> _Detail:
    name = error.kind.as_dict()["property"]
    return [name], (name,), "required"


def _additional(error: jsonschema_rs.ValidationError) -> _Detail:
    return None, tuple(error.kind.as_dict()["unexpected"]), "additionalProperties"


def _enum(error: jsonschema_rs.ValidationError) -> _Detail:
    return error.kind.as_dict()["options"], (), "enum"


def _union(error: jsonschema_rs.ValidationError) -> _Detail:
    """Read a union; one that no branch's type allows is a type error, not a failed union."""
    kind = error.kind
    types: list[Json] = []
    for branch in kind.as_dict().get("context", []):
        wrong = [e for e in branch if e.kind.name == "type" and _same_place(e, error)]
        if not wrong:
            return None, (), kind.name
        types += [t for e in wrong for t in e.kind.as_dict()["types"] if t not in types]
    return types, (), "type" if types else kind.name


def _same_place(one: jsonschema_rs.ValidationError, other: jsonschema_rs.ValidationError) -> bool:
    return list(one.instance_path) == list(other.instance_path)


_DETAILS: dict[str, Callable[[jsonschema_rs.ValidationError], _Detail]] = {
    "additionalProperties": _additional,
    "anyOf": _union,
    "enum": _enum,
    "oneOf": _union,
    "required": _required,
    "type": _type,
}


def larger(value: Json, limit: int) -> bool:
    """Return whether a value holds more than `limit` members, without counting further."""
    left = limit
    open_: list[Json] = [value]
    while open_:
        here = open_.pop()
        members: list[Json] = []
        if isinstance(here, dict):
            members = list(here.values())
        elif isinstance(here, list):
            members = here
        left -= len(members)
        if left < 0:
            return True
        open_ += [member for member in members if isinstance(member, dict | list)]
    return False
