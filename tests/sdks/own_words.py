"""The words that we know: closed sets of schemas, of facts about a wire, and of tables.

A place is written, for a dialect,

* `schema:/$defs/...`: the `enum` or `const` of the schema that stands at this pointer;
* `schema:/$defs/...{}`: the names of its `properties`;
* `wire:member.member`: a set among the facts of the dialect's wire;
* `dialect:member`: the keys of a table of the dialect's;
* `module:name.member`: a set, or the keys of a table, of a module of `toolwire`;

and several of them, put together, with ` + ` between.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, reduce
from importlib import import_module
from importlib.resources import files
from typing import Any

from toolwire.dialects import DIALECTS, load_dialect
from toolwire.io.json_text import object_of, parse
from toolwire.model.conversation import Json, JsonObject

__all__ = ["closed_places", "words_at"]

#: Keywords below which a word accuses nobody: it only says which shape is meant.
_CONDITIONS = ("if", "not")


def words_at(dialect: str, place: str) -> frozenset[str]:
    """Return the words of a place of ours.

    Raises:
        KeyError, AttributeError: there is no such place, or it has no set of words.
    """
    found = (_words(dialect, *one.split(":", 1)) for one in place.split(" + "))
    return frozenset(word for words in found for word in words)


def _words(dialect: str, where: str, path: str) -> Iterator[str]:
    if where == "schema":
        yield from _of_schema(dialect, path)
        return
    name, *members = path.split(".")
    known = load_dialect(dialect)
    holders: dict[str, object] = {"dialect": known, "wire": known.wire}
    holder = holders.get(where) or import_module(f"toolwire.{where}")
    held: Any = reduce(getattr, members, getattr(holder, name))
    yield from (word for word in held if isinstance(word, str) and word)


def _of_schema(dialect: str, path: str) -> Iterator[str]:
    pointer, brace, _ = path.partition("{}")
    node: Any = schema_file(dialect)
    for step in pointer.strip("/").split("/"):
        node = node[int(step)] if isinstance(node, list) else node[step]
    if brace:
        yield from node["properties"]
        return
    words = node["enum"] if "enum" in node else [node["const"]]
    yield from (word for word in words if isinstance(word, str))


@cache
def schema_file(dialect: str) -> JsonObject:
    """Return the schema file of a dialect."""
    return object_of(parse((files(DIALECTS[dialect]) / "schema.json").read_bytes()))


def closed_places(dialect: str) -> frozenset[str]:
    """Return the places of a dialect at which only certain words may stand, or mean something."""
    wire = load_dialect(dialect).wire
    found = {f"schema:{pointer}" for pointer in _closed(schema_file(dialect), "")}
    found |= {"dialect:stops"} if load_dialect(dialect).stops else set()
    if wire.stop_words is not None:
        found.add("wire:stop_words.words")
    if wire.request is not None:
        roles = wire.request.roles
        found |= {"wire:request.roles.known"} if roles is not None else set()
        found |= {"wire:request.choice_words"} if wire.request.choice_words else set()
    return frozenset(found)


def _closed(node: Json, pointer: str) -> Iterator[str]:
    if isinstance(node, list):
        for number, item in enumerate(node):
            yield from _closed(item, f"{pointer}/{number}")
    elif isinstance(node, dict):
        words = node.get("enum", [node.get("const")])
        if isinstance(words, list) and any(isinstance(word, str) for word in words):
            yield pointer
        for member, inner in node.items():
            if member not in (*_CONDITIONS, "enum", "const"):
                yield from _closed(inner, f"{pointer}/{member}")
