"""The JSON Schemas of the dialects' bodies, compiled once, when first used.

They are draft 2020-12, stand in the dialect's folder as `schemas/<kind>.json`, allow
unknown members and may not refer to anything outside their own file.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import NoReturn

from jsonschema_rs import Draft202012Validator

from toolwire.dialects import DIALECTS
from toolwire.io.json_text import object_of, parse
from toolwire.model.conversation import JsonObject
from toolwire.model.errors import ToolwireError

__all__ = ["KINDS", "compiled", "schema", "validator"]

#: What a dialect has schemas for.
KINDS = ("request", "response", "chunk", "error")


def _refuse(uri: str) -> NoReturn:
    raise ToolwireError(f"a schema may not refer to {uri!r}", hint="only #/$defs/... is allowed")


@cache
def schema(dialect: str, kind: str) -> JsonObject:
    """Return the schema of one kind of body.

    Raises:
        ToolwireError: the dialect has no schema of that kind.
    """
    name = f"{dialect}.{kind}.json"
    try:
        text = (files(DIALECTS[dialect]) / "schemas" / f"{kind}.json").read_bytes()
    except (FileNotFoundError, KeyError):
        raise ToolwireError(f"no schema {name!r}", hint=f"kinds: {', '.join(KINDS)}") from None
    return object_of(parse(text))


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
