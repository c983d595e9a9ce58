"""The tools a request offers, as they stand on each wire."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

import msgspec

from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.reply import ABSENT, Absent, Reading
from toolwire.rules.views.dialect_paths import (
    ANTHROPIC,
    BEDROCK,
    CHAT,
    COHERE_V1,
    COHERE_V2,
    GEMINI,
    OLLAMA,
    RESPONSES,
)
from toolwire.rules.views.memoize import once


class Definition(msgspec.Struct, frozen=True, gc=False):
    """One entry of the tools.

    Attributes:
        pointer: where the entry stands, beginning with `request/`.
        entry: the entry itself, whatever it is.
        at: pointer of the object with the name.
        name: the name as it stands; `ABSENT` without one.
        schema_at: pointer of the schema of the arguments.
        schema: the schema as it stands; `ABSENT` without one.
        strict: the promise switch as it stands; None without one.
    """

    pointer: str
    entry: Json
    at: str
    name: Json | Absent
    schema_at: str
    schema: Json | Absent
    strict: Json = None


@once
def definitions(reading: Reading) -> tuple[Definition, ...]:
    """Return what a request offers, in wire order; () when it offers nothing."""
    request = reading.request
    read = _READERS.get(reading.dialect)
    return tuple(read(request)) if read is not None and isinstance(request, dict) else ()


@once
def names(reading: Reading) -> frozenset[str]:
    """Return the names of the tools a request offers."""
    found = (definition.name for definition in definitions(reading))
    return frozenset(name for name in found if isinstance(name, str))


def _flat(entry: Json, pointer: str, member: str) -> Definition:
    return _held(entry, pointer, entry, pointer, member)


def _held(entry: Json, pointer: str, holder: Json, at: str, member: str) -> Definition:
    """Read an entry whose definition is in `holder`, and its schema in a member of that."""
    held = object_of(holder)
    return Definition(
        pointer,
        entry,
        at,
        held.get("name", ABSENT),
        f"{at}/{member}",
        held.get(member, ABSENT),
        held.get("strict"),
    )


def _nested(entry: Json, pointer: str) -> Definition:
    held = object_of(entry)
    inner = "custom" if "custom" in held and "function" not in held else "function"
    return _held(entry, pointer, held.get(inner), f"{pointer}/{inner}", "parameters")


def _chat(request: JsonObject) -> Iterator[Definition]:
    for place, entry in enumerate(items_of(request.get("tools"))):
        yield _nested(entry, f"request/tools/{place}")
    for place, entry in enumerate(items_of(request.get("functions"))):
        yield _flat(entry, f"request/functions/{place}", "parameters")


def _flat_tools(member: str) -> Callable[[JsonObject], Iterator[Definition]]:
    def read(request: JsonObject) -> Iterator[Definition]:
        for place, entry in enumerate(items_of(request.get("tools"))):
            yield _flat(entry, f"request/tools/{place}", member)

    return read


_DEEPEST: Final = 4


def _responses(request: JsonObject) -> Iterator[Definition]:
    return _grouped(request.get("tools"), "request/tools", 0)


def _grouped(entries: Json, pointer: str, depth: int) -> Iterator[Definition]:
    for place, entry in enumerate(items_of(entries)):
        at, held = f"{pointer}/{place}", object_of(entry)
        yield _flat(entry, at, "parameters")
        if held.get("type") == "namespace" and depth < _DEEPEST:
            yield from _grouped(held.get("tools"), f"{at}/tools", depth + 1)


def _bedrock(request: JsonObject) -> Iterator[Definition]:
    config = object_of(request.get("toolConfig"))
    for place, entry in enumerate(items_of(config.get("tools"))):
        pointer, spec = f"request/toolConfig/tools/{place}", object_of(entry).get("toolSpec")
        held = object_of(spec)
        yield Definition(
            pointer,
            entry,
            f"{pointer}/toolSpec",
            held.get("name", ABSENT),
            f"{pointer}/toolSpec/inputSchema/json",
            object_of(held.get("inputSchema")).get("json", ABSENT),
            held.get("strict"),
        )


#: Member of a Gemini declaration with a schema that is JSON Schema; `parameters` is not.
_SCHEMAS: Final = ("parametersJsonSchema", "parameters_json_schema")


def _gemini(request: JsonObject) -> Iterator[Definition]:
    tools = request.get("tools")
    alone = isinstance(tools, dict)
    for number, entry in enumerate([tools] if alone else items_of(tools)):
        pointer = "request/tools" if alone else f"request/tools/{number}"
        for member in ("functionDeclarations", "function_declarations"):
            declared = object_of(entry).get(member)
            single = isinstance(declared, dict)
            for place, item in enumerate([declared] if single else items_of(declared)):
                at = f"{pointer}/{member}" if single else f"{pointer}/{member}/{place}"
                schema = next((m for m in _SCHEMAS if m in object_of(item)), "parameters")
                yield _flat(item, at, schema)


_READERS: Final[Mapping[str, Callable[[JsonObject], Iterator[Definition]]]] = {
    ANTHROPIC: _flat_tools("input_schema"),
    BEDROCK: _bedrock,
    CHAT: _chat,
    COHERE_V1: _flat_tools("parameter_definitions"),
    COHERE_V2: _chat,
    GEMINI: _gemini,
    OLLAMA: _chat,
    RESPONSES: _responses,
}
