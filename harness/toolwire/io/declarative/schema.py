"""Checking a declarative file against its schema, in words of the user's world.

Whether a value fits is asked of jsonschema-rs, which needs a hundredth of the time; jsonschema is
the authority: it is imported, and asked what is wrong, when something is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import jsonschema_rs

from toolwire.io.declarative.reading import Document
from toolwire.io.json_text import object_of, parse
from toolwire.io.nearest import hint_for
from toolwire.io.opening import content
from toolwire.io.pointer import escaped
from toolwire.io.shipped import shipped
from toolwire.model.conversation import Json, JsonObject

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator, ValidationError

#: Of a schema of ours.
_MOST_BYTES: Final = 1024 * 1024
_META: Final = "https://json-schema.org/draft/2020-12/schema"
#: Definitions of a schema, and the words that each allows: what only a layer above knows.
Enums: TypeAlias = tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class SchemaProblem:
    """One way in which a value breaks its schema: where, what, and what to do.

    `unknown` marks a key that the schema does not have.
    """

    pointer: str
    what: str
    hint: str = ""
    unknown: bool = False


def check(document: Document, schema: str, enums: Enums = ()) -> None:
    """Check a document against one of our schemas.

    Args:
        document: what was loaded.
        schema: file name in `harness/toolwire/schemas` without `.schema.json`, for example `suite`.
        enums: what its definitions allow beyond what the file says.

    Raises:
        ToolwireError: for the first problem in the order of the lines, unknown keys before
            all others, since a misspelt key explains what is then missing; says how many
            more there are.
    """
    found = sorted(
        problems(document.value, schema, enums),
        key=lambda p: (not p.unknown, document.line(p.pointer)),
    )
    if not found:
        return
    first, more = found[0], len(found) - 1
    reported = f"and {more} more problem{'s' if more > 1 else ''} in this file" if more else ""
    hint = "; ".join(part for part in (first.hint, reported) if part)
    raise document.error(first.pointer, first.what, hint)


def problems(value: Json, schema: str, enums: Enums = ()) -> tuple[SchemaProblem, ...]:
    """Return every problem of a value under one of our schemas, () when it fits."""
    if _fits(value, schema, enums):
        return ()
    reported = (p for e in validator(schema, enums).iter_errors(value) for p in _problems(e))
    return tuple(dict.fromkeys(reported))


def misfit(value: Json) -> SchemaProblem | None:
    """Return in which way a value is no JSON Schema of draft 2020-12; None where it is one."""
    with suppress(ValueError):
        if _of_schemas().is_valid(value):
            return None
    from jsonschema import Draft202012Validator, SchemaError  # noqa: PLC0415 - lazy, see the module

    try:
        Draft202012Validator.check_schema(object_of(value))
    except SchemaError as error:
        pointer = "".join(f"/{part}" for part in error.absolute_path)
        return SchemaProblem(pointer, f"not a JSON Schema: {error.message[:120]}")
    return None


@cache
def _of_schemas() -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator({"$ref": _META})


def _fits(value: Json, schema: str, enums: Enums) -> bool:
    try:
        return _quick(schema, enums).is_valid(value)
    except ValueError:
        return False  # a lone surrogate: text that only Python has


@cache
def _quick(schema: str, enums: Enums) -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator(_document(schema, enums))


@cache
def validator(schema: str, enums: Enums = ()) -> Draft202012Validator:
    """Return the validator of one of our schemas that says what is wrong, built once."""
    from jsonschema import Draft202012Validator  # noqa: PLC0415 - lazy, see the module

    return Draft202012Validator(_document(schema, enums))


def _document(schema: str, enums: Enums) -> JsonObject:
    text = content(shipped("schemas") / f"{schema}.schema.json", _MOST_BYTES)
    document = object_of(parse(text))
    words: JsonObject = {name: {"enum": [*allowed]} for name, allowed in enums}
    definitions = object_of(document.get("$defs"))
    return document | {"$defs": definitions | words} if words else document


@dataclass(frozen=True, slots=True)
class _Breach:
    """One `jsonschema.ValidationError`, as far as the tellers need it.

    `wanted` is the value of the keyword that failed, `given` what broke it; both are any JSON,
    narrowed by the keyword.
    """

    here: str
    keyword: str
    wanted: Any
    given: Any
    schema: Mapping[str, Any]


_Teller: TypeAlias = Callable[[_Breach], Iterator[SchemaProblem]]


def _problems(error: ValidationError) -> Iterator[SchemaProblem]:
    breach = _Breach(
        here="".join(f"/{escaped(str(part))}" for part in error.absolute_path),
        keyword=str(error.validator),
        wanted=error.validator_value,
        given=error.instance,
        schema=error.schema if isinstance(error.schema, dict) else {},
    )
    yield from _TELLERS.get(breach.keyword, _tell_other)(breach)


def _tell_unknown(breach: _Breach) -> Iterator[SchemaProblem]:
    known = list(breach.schema.get("properties", {}))
    for key in breach.given:
        if key not in known:
            pointer = f"{breach.here}/{escaped(key)}"
            what = f"unknown key {_short(key)}"
            yield SchemaProblem(pointer, what, hint_for(key, known), unknown=True)


def _tell_missing(breach: _Breach) -> Iterator[SchemaProblem]:
    for key in breach.wanted:
        if key not in breach.given:
            yield SchemaProblem(breach.here, f"the key {key!r} is missing")


def _tell_type(breach: _Breach) -> Iterator[SchemaProblem]:
    kinds = [breach.wanted] if isinstance(breach.wanted, str) else list(breach.wanted)
    names = " or ".join(_KINDS.get(kind, kind) for kind in kinds)
    hint = ""
    if "boolean" in kinds and breach.given in ("yes", "no", "on", "off"):
        hint = "only true and false are booleans"
    what = f"{_name(breach.here)} has to be {names}, not {_short(breach.given)}"
    yield SchemaProblem(breach.here, what, hint)


def _tell_word(breach: _Breach) -> Iterator[SchemaProblem]:
    words = breach.wanted if isinstance(breach.wanted, list) else [breach.wanted]
    what = f"{_name(breach.here)} cannot be {_short(breach.given)}"
    yield SchemaProblem(breach.here, what, hint_for(str(breach.given), map(str, words)))


def _tell_few(breach: _Breach) -> Iterator[SchemaProblem]:
    few = "is empty" if breach.wanted == 1 else f"has fewer than {breach.wanted} entries"
    yield SchemaProblem(breach.here, f"{_name(breach.here)} {few}")


def _tell_other(breach: _Breach) -> Iterator[SchemaProblem]:
    # What a member means explains a form or a choice that is not kept, and no bound.
    meaning = None if breach.keyword in _BOUNDS else breach.schema.get("description")
    if meaning and breach.keyword in ("oneOf", "not", "anyOf"):
        yield SchemaProblem(breach.here, str(meaning))
    elif meaning:
        yield SchemaProblem(breach.here, f"{_short(breach.given)} does not fit: {meaning}")
    else:
        rule = f"{breach.keyword} {_short(breach.wanted)}"
        what = f"{_name(breach.here)} is {_short(breach.given)}, which breaks {rule}"
        yield SchemaProblem(breach.here, what)


_BOUNDS: Final = frozenset(
    {"exclusiveMaximum", "exclusiveMinimum", "maxItems", "maxLength", "maximum", "minimum"}
)

_TELLERS: Mapping[str, _Teller] = {
    "additionalProperties": _tell_unknown,
    "const": _tell_word,
    "enum": _tell_word,
    "minItems": _tell_few,
    "minLength": _tell_few,
    "minProperties": _tell_few,
    "required": _tell_missing,
    "type": _tell_type,
}

_KINDS: Mapping[str, str] = {
    "array": "a list",
    "boolean": "true or false",
    "integer": "a whole number",
    "null": "null",
    "number": "a number",
    "object": "a mapping",
    "string": "text",
}


def _name(pointer: str) -> str:
    last = pointer.rpartition("/")[2]
    return f"entry {last}" if last.isdigit() else repr(last) if last else "the file"


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
