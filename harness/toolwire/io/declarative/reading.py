"""Declarative files: YAML in, plain JSON values out, with the line of every part.

A user's file is hostile until read: it is bounded in size, depth and number of values,
aliases, tags and duplicate keys are refused, and nothing but JSON's own kinds of value
comes out. Two readings differ from YAML 1.1, on purpose, and follow YAML 1.2's core:

* only `true` and `false` are booleans, so `value: no` stays the word "no";
* dates, `1_000`, `0x1F` and `12:30` stay text; keys are always text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import yaml

from toolwire.io.opening import TooLargeError, content
from toolwire.io.pointer import escaped
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
    reader = _ValueReader(path)
    try:
        for event in yaml.parse(text, Loader=yaml.CSafeLoader):
            reader.take(event)
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
    if isinstance(reader.value, dict):
        return Document(path, reader.value, reader.marks)
    if reader.value is None:
        raise ToolwireError("the file is empty", where=str(path), hint="write at least its id")
    raise reader.refuse("the file has to be a mapping of keys to values", 1)


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


@dataclass(slots=True)
class _OpenContainer:
    """A container that is being read; `key` is the member whose value comes next."""

    value: dict[str, Json] | list[Json]
    pointer: str
    key: str | None = None


class _ValueReader:
    """Builds the value from parser events, so that every bound holds while reading."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.value: Json = None
        self.marks: dict[str, tuple[int, int]] = {}
        self._open: list[_OpenContainer] = []
        self._documents = 0
        self._values = 0

    def refuse(self, what: str, line: int, hint: str = "") -> ToolwireError:
        """Return the error for something this reader does not take."""
        return ToolwireError(what, where=f"{self.path}:{line}", hint=hint)

    def take(self, event: yaml.Event) -> None:
        """Take one parser event."""
        if isinstance(event, yaml.DocumentStartEvent):
            self._documents += 1
            if self._documents > 1:
                raise self.refuse("a second YAML document begins here", _line(event))
        elif isinstance(event, yaml.AliasEvent):
            raise self.refuse("aliases are not read", _line(event), "write the value out")
        elif isinstance(event, yaml.NodeEvent):
            self._node(event)
        elif isinstance(event, yaml.CollectionEndEvent):
            self._open.pop()

    def _node(self, event: yaml.NodeEvent) -> None:
        self._values += 1
        if self._values > _MAX_VALUES:
            raise self.refuse(f"more than {_MAX_VALUES:,} values", _line(event), "split the file")
        if getattr(event, "tag", None) is not None:
            raise self.refuse("YAML tags are not read", _line(event), "leave the tag out")
        here = self._open[-1] if self._open else None
        if here is not None and isinstance(here.value, dict) and here.key is None:
            self._member(here, here.value, event)
            return
        pointer = self._pointer(here, event)
        if isinstance(event, yaml.ScalarEvent):
            self._place(here, self._scalar(event))
            return
        if len(self._open) >= _MAX_DEPTH:
            raise self.refuse(f"nested deeper than {_MAX_DEPTH}", _line(event))
        container: dict[str, Json] | list[Json] = (
            {} if isinstance(event, yaml.MappingStartEvent) else []
        )
        self._place(here, container)
        self._open.append(_OpenContainer(container, pointer))

    def _member(
        self, here: _OpenContainer, members: dict[str, Json], event: yaml.NodeEvent
    ) -> None:
        if not isinstance(event, yaml.ScalarEvent):
            raise self.refuse("a key has to be plain text", _line(event))
        key = event.value
        pointer = f"{here.pointer}/{escaped(key)}"
        if key in members:
            first = self.marks[pointer][0]
            raise self.refuse(f"key {key!r} stands here and on line {first}", _line(event))
        here.key = key
        self.marks[pointer] = _mark(event)

    def _pointer(self, here: _OpenContainer | None, event: yaml.NodeEvent) -> str:
        if here is None:
            self.marks[""] = _mark(event)
            return ""
        if here.key is not None:
            return f"{here.pointer}/{escaped(here.key)}"
        pointer = f"{here.pointer}/{len(here.value)}"
        self.marks[pointer] = _mark(event)
        return pointer

    def _place(self, here: _OpenContainer | None, value: Json) -> None:
        if here is None:
            self.value = value
        elif isinstance(here.value, list):
            here.value.append(value)
        elif here.key is not None:
            here.value[here.key] = value
            here.key = None

    def _scalar(self, event: yaml.ScalarEvent) -> Json:
        text: str = event.value
        if not event.implicit[0]:
            return text
        if text in _WORDS:
            return _WORDS[text]
        if _INTEGER.fullmatch(text):
            return int(text)
        return float(text) if _NUMBER.fullmatch(text) else text


def _line(event: yaml.Event) -> int:
    return _mark(event)[0]


def _mark(event: yaml.Event) -> tuple[int, int]:
    mark = event.start_mark
    return (mark.line + 1, mark.column + 1) if mark is not None else (1, 1)
