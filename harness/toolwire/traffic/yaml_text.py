"""The one door between YAML text of unknown origin and values.

Plain scalars resolve to null, true, false, integers and floats as PyYAML writes them; everything
else is text, dates included. Aliases share one value, and what they would expand to is bounded.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import yaml

from toolwire.io.yaml_events import NODE_WEIGHT, OpenNode, ValueBuilder
from toolwire.traffic.bounded import from_base64, one_line
from toolwire.traffic.unreadable import RefusedError

#: Deepest nesting that is read.
MAX_DEPTH = 200
#: Most characters (64 counted for each node) that aliases may add.
MAX_EXPANSION = 64 * 1024 * 1024
#: Most values, beginnings and ends of lists and mappings: an exchange has some eighty.
MAX_EVENTS = 1_000_000


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
#: How PyYAML writes texts of a class of their own, as names of headers are with aiohttp:
#: `? !!python/object/apply:multidict._multidict.istr [Accept]` (DataDog/dd-trace-py at bf2830b4),
#: `new:` where the class is pickled by its newer protocol (ddapm-test-agent 1.27.2, `vcr-cassettes`).
_MADE = tuple(f"tag:yaml.org,2002:python/object/{how}:" for how in ("apply", "new"))
_RESOLVED = frozenset(f"tag:yaml.org,2002:{word}" for word in ("bool", "float", "int", "null"))


class _Made(OpenNode):
    """The arguments that PyYAML would make an object of."""

    __slots__ = ()


class _Builder(ValueBuilder):
    most_events = MAX_EVENTS
    most_depth = MAX_DEPTH
    too_deep = f"nested more than {MAX_DEPTH} levels deep"
    second_document = "more than one document"

    def __init__(self) -> None:
        super().__init__()
        self._expansion = 0
        self.handlers[yaml.SequenceStartEvent] = self._list

    def refusal(self, what: str) -> RefusedError:
        return RefusedError(f"{what} (line {self.line})")

    def end(self, event: Any) -> None:
        """End the list or mapping that was begun last; a key that is an object of one text is it."""
        made, around = self.stack[-1], self.stack[-2]
        is_key = isinstance(around.value, dict) and around.key is None
        if is_key and isinstance(made, _Made) and [type(item) for item in made.value] == [str]:
            self.stack.pop()
            self.put(next(iter(made.value)), made.weight, made.anchor)
        else:
            super().end(event)

    def _list(self, event: Any) -> None:
        is_made = event.tag is not None and event.tag.startswith(_MADE)
        self.push((_Made if is_made else OpenNode)([], event.anchor))

    def scalar(self, event: Any) -> None:
        self.put(_scalar(event), NODE_WEIGHT + len(event.value), event.anchor)

    def alias(self, event: Any) -> None:
        if event.anchor not in self.anchors:
            raise self.refusal("an alias has no finished anchor before it")
        value, weight = self.anchors[event.anchor]
        self._expansion += weight
        if self._expansion > MAX_EXPANSION:
            raise self.refusal("aliases expand to too much")
        self.put(value, weight, None)


def parse(data: bytes) -> YamlValue:
    """Parse one YAML document; None when there is none.

    Raises:
        RefusedError: it is not YAML, has a key that is not text, is nested too deeply, its
            aliases expand to too much, it has too many values, or there is more than one document.
    """
    try:
        value: YamlValue = _Builder().build(data)
    except yaml.MarkedYAMLError as error:
        # The bound of libyaml (PyYAML 6.0.4) is wider than ours, and may be met while it looks ahead.
        if "nesting depth" in str(error.problem):
            raise RefusedError(_Builder.too_deep) from None
        place: Any = error.problem_mark
        where = f" (line {place.line + 1})" if place is not None else ""
        raise RefusedError(f"not YAML: {one_line(error.problem or error)}{where}") from None
    except (yaml.YAMLError, UnicodeError) as error:
        raise RefusedError(f"not YAML: {one_line(error)}") from None
    return value


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
