"""Values out of the events of PyYAML's C parser, so that every bound holds while reading.

Its `load` recurses without a check and ends the process on deep nesting (PyYAML 6.0.3, about
15,000 levels). Here no tag ever makes an object, and what is read takes half to two thirds of the
time of `CSafeLoader` (a 2 MB cassette, CPython 3.11, 2026-11-21).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar

import yaml

#: What a node counts for where aliases repeat it, besides its text.
NODE_WEIGHT = 64
_PARSER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class OpenNode:
    """A list or mapping whose end has not come yet; `key` is the member whose value comes next."""

    __slots__ = ("anchor", "key", "value", "weight")

    def __init__(self, value: list[Any] | dict[str, Any], anchor: str | None) -> None:
        self.value = value
        self.anchor = anchor
        self.key: str | None = None
        self.weight = NODE_WEIGHT


class ValueBuilder(ABC):
    """Builds the value of one document; what its kind of file may hold, a subclass says.

    Attributes:
        stack: what is open, a list that holds the document first.
        anchors: name -> finished value and its weight.
        mark: where the present event begins.
        handlers: kind of event -> what takes it.
    """

    most_events: ClassVar[int]
    most_depth: ClassVar[int]
    too_deep: ClassVar[str]
    second_document: ClassVar[str]

    def __init__(self) -> None:
        self._documents: list[Any] = []
        self.stack = [OpenNode(self._documents, None)]
        self.anchors: dict[str, tuple[Any, int]] = {}
        self.mark: Any = None
        self.handlers = {
            yaml.AliasEvent: self.alias,
            yaml.DocumentEndEvent: _nothing,
            yaml.DocumentStartEvent: self._document,
            yaml.MappingEndEvent: self.end,
            yaml.MappingStartEvent: lambda event: self.push(OpenNode({}, event.anchor)),
            yaml.ScalarEvent: self.scalar,
            yaml.SequenceEndEvent: self.end,
            yaml.SequenceStartEvent: lambda event: self.push(OpenNode([], event.anchor)),
            yaml.StreamEndEvent: _nothing,
            yaml.StreamStartEvent: _nothing,
        }

    @abstractmethod
    def refusal(self, what: str) -> Exception:
        """Return the error for something that is not read, at `mark`."""

    @abstractmethod
    def alias(self, event: Any) -> None:
        """Take an alias."""

    @abstractmethod
    def scalar(self, event: Any) -> None:
        """Take a scalar."""

    @property
    def line(self) -> int:
        """Return the line of the present event, from 1."""
        return 1 if self.mark is None else int(self.mark.line) + 1

    def build(self, text: str | bytes) -> Any:
        """Return the value of a text; None when it has no document.

        Raises:
            yaml.YAMLError: it is not YAML.
            Exception: see `refusal`.
        """
        handlers, most = self.handlers, self.most_events
        for number, event in enumerate(yaml.parse(text, _PARSER), start=1):
            self.mark = event.start_mark
            if number > most:
                raise self.refusal(f"more than {most:,} values")
            handlers[type(event)](event)
        return self._documents[0] if self._documents else None

    def put(self, value: Any, weight: int, anchor: str | None) -> None:
        """Put a finished value where it stands."""
        if anchor is not None:
            self.anchors[anchor] = value, weight
        top = self.stack[-1]
        top.weight += weight
        if isinstance(top.value, list):
            top.value.append(value)
        elif top.key is None:
            if not isinstance(value, str):
                raise self.refusal("a key is not text")
            top.key = value
        else:
            top.value[top.key] = value
            top.key = None

    def push(self, opened: OpenNode) -> None:
        """Begin a list or mapping."""
        if len(self.stack) > self.most_depth:
            raise self.refusal(self.too_deep)
        self.stack.append(opened)

    def end(self, _: Any) -> None:
        """End the list or mapping that was begun last."""
        done = self.stack.pop()
        self.put(done.value, done.weight, done.anchor)

    def _document(self, _: Any) -> None:
        if self._documents:
            raise self.refusal(self.second_document)


def _nothing(_: Any) -> None:
    pass
