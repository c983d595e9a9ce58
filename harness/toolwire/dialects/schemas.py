"""The JSON Schemas of the dialects' bodies, compiled once, when first used.

They are draft 2020-12, one file a dialect: `schema.json` in its folder, whose `$defs` are the
four kinds of body and what these share. They allow unknown members and may not refer to anything
outside their own file.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NoReturn

from jsonschema_rs import Draft202012Validator

from toolwire.dialects import DIALECTS
from toolwire.io.json_text import object_of, parse
from toolwire.io.opening import content
from toolwire.io.shipped import shipped
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.errors import ToolwireError

#: What a dialect has schemas for.
KINDS = ("request", "response", "chunk", "error")
_LOCAL = "#/$defs/"
_MOST_BYTES: Final = 1024 * 1024


def _refuse(uri: str) -> NoReturn:
    raise ToolwireError(f"a schema may not refer to {uri!r}", hint="only #/$defs/... is allowed")


@cache
def schema(dialect: str, kind: str) -> JsonObject:
    """Return the schema of one kind of body, with the definitions that it needs in `$defs`.

    Raises:
        ToolwireError: the dialect has no schema of that kind.
    """
    document = _document(dialect)
    shared = object_of(document.get("$defs"))
    body = shared.get(kind) if kind in KINDS else None
    if not isinstance(body, dict):
        raise ToolwireError(f"no schema of a {dialect} {kind}", hint=f"kinds: {', '.join(KINDS)}")
    needed: dict[str, Json] = {}
    _collect(body, shared, needed)
    return {"$schema": document["$schema"], **body, "$defs": needed}


@cache
def _document(dialect: str) -> JsonObject:
    """Return the file of a dialect; {} where it has none."""
    package = DIALECTS.get(dialect)
    if package is None:
        return {}
    folder = shipped("dialect-schemas") / package.rpartition(".")[2]
    return object_of(parse(content(folder / "schema.json", _MOST_BYTES)))


def _collect(node: Json, shared: JsonObject, needed: dict[str, Json]) -> None:
    """Add the definitions that a schema refers to, and those that they refer to."""
    if isinstance(node, list):
        for item in node:
            _collect(item, shared, needed)
    elif isinstance(node, dict):
        reference = node.get("$ref")
        if isinstance(reference, str) and reference.startswith(_LOCAL):
            name = reference.removeprefix(_LOCAL)
            if name not in needed:
                needed[name] = shared.get(name)
                _collect(needed[name], shared, needed)
        for member in node.values():
            _collect(member, shared, needed)


@cache
def validator(dialect: str, kind: str) -> Draft202012Validator:
    """Return the compiled schema of one kind of body (1-5 us a document once built).

    Raises:
        ToolwireError: the dialect has no schema of that kind, or it refers outside its file.
    """
    return compiled(schema(dialect, kind))


def compiled(document: JsonObject) -> Draft202012Validator:
    """Compile a schema that refers to nothing outside of itself.

    Raises:
        ToolwireError: it does.
    """
    return Draft202012Validator(document, retriever=_refuse)
