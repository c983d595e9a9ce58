"""The one door between YAML text of unknown origin and values.

Built on the event stream of PyYAML's C parser instead of its `load`: `CSafeLoader` recurses
without a check and ends the process on deep nesting (PyYAML 6.0.3, about 15,000 levels). No
tag ever makes an object. Plain scalars resolve to null, true, false, integers and floats as
PyYAML writes them; everything else is text, dates included. Aliases share one value, and
what they would expand to is bounded. It takes half to two thirds of the time of `CSafeLoader`
(a 2 MB cassette, CPython 3.11, 2026-11-21).
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import yaml

from toolwire.traffic.bounded import from_base64, one_line
from toolwire.traffic.unreadable import RefusedError

#: Deepest nesting that is read.
MAX_DEPTH = 200
#: Most characters (64 counted for each node) that aliases may add.
MAX_EXPANSION = 64 * 1024 * 1024
#: Most values, beginnings and ends of lists and mappings: an exchange has some eighty.
MAX_EVENTS = 1_000_000

_NODE = 64
_PARSER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True, slots=True)
class BadScalar:
    """A scalar that is not what its tag says; `reason` tells why."""

    reason: str


YamlValue: TypeAlias = (
    "bool | int | float | str | bytes | BadScalar | list[YamlValue] | dict[str, YamlValue] | None"
)

_WORDS: Mapping[str, bool | None] = {
    "": None,
    "~": None,
    "null": None,
    "Null": None,
    "NULL": None,
    "true": True,
    "True": True,
    "TRUE": True,
    "false": False,
    "False": False,
    "FALSE": False,
}
_NUMBER_START = frozenset("+-.0123456789")
_INT = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,4000})")
# As PyYAML 6 resolves floats (an exponent needs its sign): it writes other texts unquoted.
_FLOAT = re.compile(r"[-+]?(?:[0-9]+\.[0-9]*|\.[0-9]+)(?:[eE][-+][0-9]+)?")

#: Ruby's Psych writes the short tag, PyYAML the long one.
_BINARY = frozenset({"!binary", "tag:yaml.org,2002:binary"})
_RESOLVED = frozenset(f"tag:yaml.org,2002:{word}" for word in ("bool", "float", "int", "null"))


class _OpenNode:
    """A list or mapping whose end has not come yet."""

    __slots__ = ("anchor", "key", "value", "weight")

    def __init__(self, value: list[YamlValue] | dict[str, YamlValue], anchor: str | None) -> None:
        self.value = value
        self.anchor = anchor
        self.key: str | None = None
        self.weight = _NODE


class _Builder:
    def __init__(self) -> None:
        self.root = _OpenNode([], None)
        self.stack = [self.root]
        self.anchors: dict[str, tuple[YamlValue, int]] = {}
        self.expansion = 0
        self.events = 0

    def put(self, value: YamlValue, weight: int, anchor: str | None) -> None:
        if anchor is not None:
            self.anchors[anchor] = value, weight
        top = self.stack[-1]
        top.weight += weight
        if isinstance(top.value, list):
            top.value.append(value)
        elif top.key is None:
            if not isinstance(value, str):
                raise RefusedError("a key is not text")
            top.key = value
        else:
            top.value[top.key] = value
            top.key = None

    def scalar(self, event: Any) -> None:
        self.put(_scalar(event), _NODE + len(event.value), event.anchor)

    def sequence(self, event: Any) -> None:
        self.push(_OpenNode([], event.anchor))

    def mapping(self, event: Any) -> None:
        self.push(_OpenNode({}, event.anchor))

    def push(self, opened: _OpenNode) -> None:
        if len(self.stack) > MAX_DEPTH:
            raise RefusedError(f"nested more than {MAX_DEPTH} levels deep")
        self.stack.append(opened)

    def end(self, _: Any) -> None:
        done = self.stack.pop()
        self.put(done.value, done.weight, done.anchor)

    def alias(self, event: Any) -> None:
        if event.anchor not in self.anchors:
            raise RefusedError("an alias has no finished anchor before it")
        value, weight = self.anchors[event.anchor]
        self.expansion += weight
        if self.expansion > MAX_EXPANSION:
            raise RefusedError("aliases expand to too much")
        self.put(value, weight, None)

    def take(self, event: Any) -> None:
        self.events += 1
        if self.events > MAX_EVENTS:
            raise RefusedError(f"more than {MAX_EVENTS:,} values")
        _HANDLERS[type(event)](self, event)

    def document(self, _: Any) -> None:
        if self.root.value:
            raise RefusedError("more than one document")

    def nothing(self, _: Any) -> None:
        pass


_HANDLERS: Mapping[type, Any] = {
    yaml.AliasEvent: _Builder.alias,
    yaml.DocumentEndEvent: _Builder.nothing,
    yaml.DocumentStartEvent: _Builder.document,
    yaml.MappingEndEvent: _Builder.end,
    yaml.MappingStartEvent: _Builder.mapping,
    yaml.ScalarEvent: _Builder.scalar,
    yaml.SequenceEndEvent: _Builder.end,
    yaml.SequenceStartEvent: _Builder.sequence,
    yaml.StreamEndEvent: _Builder.nothing,
    yaml.StreamStartEvent: _Builder.nothing,
}


def parse(data: bytes) -> YamlValue:
    """Parse one YAML document; None when there is none.

    Raises:
        RefusedError: it is not YAML, has a key that is not text, is nested too deeply, its
            aliases expand to too much, it has too many values, or there is more than one document.
    """
    builder = _Builder()
    line = 0
    try:
        for event in yaml.parse(data, _PARSER):
            mark: Any = event.start_mark
            line = mark.line + 1
            builder.take(event)
    except RefusedError as error:
        raise RefusedError(f"{error} (line {line})") from None
    except yaml.MarkedYAMLError as error:
        place: Any = error.problem_mark
        where = f" (line {place.line + 1})" if place is not None else ""
        raise RefusedError(f"not YAML: {one_line(error.problem or error)}{where}") from None
    except (yaml.YAMLError, UnicodeError) as error:
        raise RefusedError(f"not YAML: {one_line(error)}") from None
    assert isinstance(builder.root.value, list)
    return builder.root.value[0] if builder.root.value else None


def _scalar(event: Any) -> YamlValue:
    text: str = event.value
    if event.tag is None:
        return _plain(text) if event.implicit[0] else text
    if event.tag in _BINARY:
        try:
            return from_base64(text)
        except RefusedError as error:
            return BadScalar(str(error))
    return _plain(text) if event.tag in _RESOLVED else text


def _plain(text: str) -> YamlValue:
    if text[:1] not in _NUMBER_START:
        return _WORDS.get(text, text)
    if _INT.fullmatch(text):
        return int(text)
    if _FLOAT.fullmatch(text):
        number = float(text)
        return number if math.isfinite(number) else text
    return text
