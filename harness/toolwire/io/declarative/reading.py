"""Declarative files: YAML in, plain JSON values out, with the line of every part.

A user's file is hostile until read: it is bounded in size, depth and number of values,
aliases, tags and duplicate keys are refused, and nothing but JSON's own kinds of value
comes out. Two readings differ from YAML 1.1, on purpose, and follow YAML 1.2's core:

* only `true` and `false` are booleans, so `value: no` stays the word "no";
* dates, `1_000`, `0x1F` and `12:30` stay text; keys are always text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import yaml

from toolwire.io.opening import TooLargeError, content
from toolwire.io.pointer import escaped
from toolwire.io.yaml_events import OpenNode, ValueBuilder
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.errors import ToolwireError

#: A declarative file is written by people; 1 MiB is far beyond any of them.
MAX_BYTES = 1 << 20
#: libyaml needs quadratic time for unclosed brackets, so depth is bounded while reading.
_MAX_DEPTH = 40
_MAX_VALUES = 100_000

# A hundred digits are more than any member of ours means, and int() refuses 4,301.
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,99})")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,99})(?:\.[0-9]{1,99})?(?:[eE][-+]?[0-9]{1,2})?")
_WORDS: Mapping[str, Json] = {"": None, "null": None, "~": None, "true": True, "false": False}

#: Words of libyaml's complaints -> what people who meet them usually have to do.
_REMEDIES = (
    ("cannot start any token", "YAML is indented with spaces, not tabs"),
    ("mapping values are not allowed", "put text that contains a colon into quotes"),
)


@dataclass(frozen=True, slots=True)
class Document:
    """A declarative file as read.

    Attributes:
        path: the file.
        value: its content as plain JSON.
        marks: JSON pointer -> (line, column), both from 1; of a member, where its key stands.
    """

    path: Path
    value: JsonObject
    marks: Mapping[str, tuple[int, int]] = field(default_factory=dict)

    def line(self, pointer: str) -> int:
        """Return the line of a pointer, or of the nearest part around it that exists."""
        while pointer and pointer not in self.marks:
            pointer = pointer.rpartition("/")[0]
        return self.marks.get(pointer, (1, 1))[0]

    def where(self, pointer: str = "") -> str:
        """Return `file:line` of a pointer."""
        return f"{self.path}:{self.line(pointer)}"

    def error(self, pointer: str, what: str, hint: str = "") -> ToolwireError:
        """Return an error that names this file and the pointer's line."""
        return ToolwireError(what, where=self.where(pointer), hint=hint)


def load(path: Path, *, named: bool = False) -> Document:
    """Read one declarative file; a pipe too, where the user named it.

    Raises:
        ToolwireError: the file cannot be read, is too big, is not UTF-8, is not YAML, is
            empty, or uses what this reader refuses; names file and line.
    """
    text = read_text(path, MAX_BYTES, named=named)
    builder = _MarkedBuilder(path)
    try:
        value = builder.build(text)
    except yaml.MarkedYAMLError as error:
        raise _malformed(path, error) from None
    except yaml.reader.ReaderError as error:
        line = text.encode().count(b"\n", 0, error.position) + 1
        raise ToolwireError(
            "not YAML: a control character stands here",
            where=f"{path}:{line}",
            hint="remove it",
        ) from None
    except yaml.YAMLError as error:
        raise ToolwireError(f"not YAML: {error}", where=str(path)) from None
    if isinstance(value, dict):
        return Document(path, value, builder.marks)
    if value is None:
        raise ToolwireError("the file is empty", where=str(path), hint="write at least its id")
    raise ToolwireError("the file has to be a mapping of keys to values", where=f"{path}:1")


def read_text(path: Path, limit: int, *, named: bool = False) -> str:
    """Read a UTF-8 file of at most `limit` bytes; a pipe too, where the user named it.

    Raises:
        ToolwireError: it cannot be opened, is bigger, or is not UTF-8; names the line.
    """
    try:
        data = content(path, limit, named=named)
    except TooLargeError:
        reported = f"bigger than {limit:,} bytes"
        raise ToolwireError(reported, where=str(path), hint="split it") from None
    except OSError as error:
        raise ToolwireError(f"cannot be read: {error.strerror}", where=str(path)) from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ToolwireError(
            f"not valid UTF-8: byte 0x{data[error.start]:02x}",
            where=f"{path}:{line}",
            hint="save the file as UTF-8",
        ) from None


def _malformed(path: Path, error: yaml.MarkedYAMLError) -> ToolwireError:
    mark = error.problem_mark or error.context_mark
    problem = error.problem or error.context or "malformed"
    hint = next((hint for words, hint in _REMEDIES if words in problem), "")
    return ToolwireError(
        f"not YAML: {problem}",
        where=f"{path}:{mark.line + 1}" if mark else str(path),
        hint=hint,
    )


class _MarkedBuilder(ValueBuilder):
    """Builds the value, and notes where each part stands; strict about what people write."""

    most_events = 3 * _MAX_VALUES  # never reached: values are counted, each has an end at most
    most_depth = _MAX_DEPTH
    too_deep = f"nested deeper than {_MAX_DEPTH}"
    second_document = "a second YAML document begins here"

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self.marks: dict[str, tuple[int, int]] = {}
        #: Of each list and mapping that is open.
        self._pointers: list[str] = []
        self._values = 0
        for kind in (yaml.ScalarEvent, yaml.SequenceStartEvent, yaml.MappingStartEvent):
            self.handlers[kind] = partial(self._node, self.handlers[kind])

    def refusal(self, what: str, hint: str = "") -> ToolwireError:
        return ToolwireError(what, where=f"{self.path}:{self.line}", hint=hint)

    def _node(self, take: Callable[[Any], None], event: Any) -> None:
        self._values += 1
        if self._values > _MAX_VALUES:
            raise self.refusal(f"more than {_MAX_VALUES:,} values", "split the file")
        if event.tag is not None:
            raise self.refusal("YAML tags are not read", "leave the tag out")
        take(event)

    def alias(self, _: Any) -> None:
        raise self.refusal("aliases are not read", "write the value out")

    def scalar(self, event: Any) -> None:
        if self._at_key:
            self._member(event.value)
        else:
            self._pointer()
            self.put(_scalar(event), 0, None)

    def push(self, opened: OpenNode) -> None:
        if self._at_key:
            raise self.refusal("a key has to be plain text")
        pointer = self._pointer()
        super().push(opened)
        self._pointers.append(pointer)

    def end(self, event: Any) -> None:
        self._pointers.pop()
        super().end(event)

    @property
    def _at_key(self) -> bool:
        top = self.stack[-1]
        return isinstance(top.value, dict) and top.key is None

    def _member(self, key: str) -> None:
        top = self.stack[-1]
        pointer = f"{self._pointers[-1]}/{escaped(key)}"
        if key in top.value:
            first = self.marks[pointer][0]
            raise self.refusal(f"key {key!r} stands here and on line {first}")
        top.key = key
        self._note(pointer)

    def _pointer(self) -> str:
        """Return the pointer of the value that begins here; a member is marked at its key."""
        top = self.stack[-1]
        if top.key is not None:
            return f"{self._pointers[-1]}/{escaped(top.key)}"
        pointer = f"{self._pointers[-1]}/{len(top.value)}" if self._pointers else ""
        self._note(pointer)
        return pointer

    def _note(self, pointer: str) -> None:
        self.marks[pointer] = (self.line, self.mark.column + 1)


def _scalar(event: Any) -> Json:
    text: str = event.value
    if not event.implicit[0]:
        return text
    if text in _WORDS:
        return _WORDS[text]
    if _INTEGER.fullmatch(text):
        return int(text)
    return float(text) if _NUMBER.fullmatch(text) else text
