"""Other values of the same type: what a member says when it disagrees with what else is told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Final, TypeAlias

from toolwire.dialects.exempt import Operator
from toolwire.dialects.schemas import KINDS, schema
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json
from toolwire.rules.mutate.document_place import Path

#: Name of a member -> the closed sets of words that the published types know for it.
Words: TypeAlias = "Mapping[str, tuple[frozenset[str], ...]]"
NO_WORDS: Final[Words] = MappingProxyType({})


def others(path: Path, value: Json, words: Words) -> Iterator[tuple[Operator, Json]]:
    """Yield other values of a value's type, with the operator that makes them.

    A word of a closed set becomes each other word of that set, since those are what a schema
    lets pass; any other text becomes one that nobody has said, a count rises by one and falls
    below zero, a truth becomes its contrary. Nothing is made of lists, objects and null.
    """
    if isinstance(value, bool):
        yield Operator.DISAGREE, not value
    elif isinstance(value, int | float):
        yield Operator.DISAGREE, value + 1
        yield Operator.NEGATE, -value - 1
    elif isinstance(value, str):
        known = [found for found in words.get(_name(path), ()) if value in found]
        if known:
            for word in sorted(frozenset().union(*known) - {value}):
                yield Operator.DISAGREE, word
        else:
            yield Operator.DISAGREE, _another(value)


def _name(path: Path) -> str:
    """Return the member that a value is in, or is an element of."""
    return next((step for step in reversed(path) if isinstance(step, str)), "")


def _another(text: str) -> str:
    """Return a text of the same length and alphabet; of an empty one another that is not."""
    if not text:
        return "x"
    last = text[-1]
    return text[:-1] + ("b" if last == "a" else "a" if last.isalnum() else last + "a")


@cache
def words_of(dialect: str) -> Words:
    """Return the closed sets of words of a dialect's published types."""
    found: dict[str, set[frozenset[str]]] = {}
    for kind in KINDS:
        _collect(schema(dialect, kind), found)
    return {name: tuple(sorted(sets, key=sorted)) for name, sets in found.items()}


def _collect(node: Json, found: dict[str, set[frozenset[str]]]) -> None:
    if isinstance(node, list):
        for item in node:
            _collect(item, found)
    elif isinstance(node, dict):
        for name, inner in object_of(node.get("properties")).items():
            words = frozenset(_words(inner))
            if len(words) > 1:
                found.setdefault(name, set()).add(words)
        for inner in node.values():
            _collect(inner, found)


def _words(node: Json) -> Iterator[str]:
    """Yield the words that a member's own schema allows, in any of its alternatives."""
    for value in items_of(object_of(node).get("enum")):
        if isinstance(value, str):
            yield value
    for choice in ("anyOf", "oneOf", "allOf"):
        for inner in items_of(object_of(node).get(choice)):
            yield from _words(inner)
