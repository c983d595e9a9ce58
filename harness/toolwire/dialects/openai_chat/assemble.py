"""Streamed pieces of tool calls to whole calls.

Pieces belong together by `index`. Servers also leave the index out or use one index for
several calls; the pieces are then told apart by what opens a call: another id, or a name
after arguments that are already complete. Nothing is repaired: the pieces stay in the
reading as they came, and rules judge them.
"""

from __future__ import annotations

import msgspec
from msgspec import field

from toolwire.dialects.arguments import arguments_of
from toolwire.io.json_text import JsonError, parse
from toolwire.model.conversation import Json, JsonObject, ToolCall
from toolwire.model.reply import ABSENT, Absent, CallDelta

_KNOWN = frozenset({"index", "id", "type", "function", "custom"})
#: A name longer than this takes no more fragments: a hostile stream could send one a chunk.
_LONGEST_NAME = 1_024
#: A call of more pieces than this is not checked for being whole, which costs its length.
_FEW_PIECES = 16


class OpenCall(msgspec.Struct):
    """A call that is being streamed; `extras` holds members no part of the format."""

    pointer: str
    kind: str
    id: str | None = None
    name: str | None = None
    type: str | None = None
    pieces: list[str] = field(default_factory=list)
    value: Json | Absent = ABSENT
    extras: JsonObject = field(default_factory=dict)

    @property
    def text(self) -> str | None:
        """Return the arguments text so far; None when no fragment was text."""
        return "".join(self.pieces) if self.pieces else None

    def take(self, delta: CallDelta) -> None:
        """Add one piece."""
        if isinstance(delta.id, str) and not self.id:
            self.id = delta.id
        if isinstance(delta.kind, str) and not self.type:
            self.type = delta.kind
        name = delta.name
        if isinstance(name, str) and name != self.name and len(self.name or "") < _LONGEST_NAME:
            # A name that goes on before any argument comes in fragments.
            self.name = (self.name or "") + name
        arguments = delta.arguments
        if isinstance(arguments, str):
            self.pieces.append(arguments)
        elif arguments is not ABSENT and arguments is not None:
            self.value = arguments

    def call(self) -> ToolCall:
        """Return the call as far as it came."""
        text = self.text
        if self.kind == "custom":
            return ToolCall(self.name, self.id, raw=text, pointer=self.pointer, kind="custom")
        whole = None if isinstance(self.value, Absent) else self.value
        value, raw, problem = arguments_of(whole if text is None else text)
        return ToolCall(self.name, self.id, value, raw, problem, self.pointer, self.kind)

    def message(self) -> JsonObject:
        """Return the call in its blocking shape, as it goes back in the next request."""
        value = None if isinstance(self.value, Absent) else self.value
        arguments = value if self.text is None else self.text
        if self.kind == "legacy":
            return {"name": self.name, "arguments": arguments}
        word = "input" if self.kind == "custom" else "arguments"
        member = "custom" if self.kind == "custom" else "function"
        inner: JsonObject = {"name": self.name, word: arguments}
        return {"id": self.id, "type": self.type or member, member: inner, **self.extras}


class Calls(msgspec.Struct):
    """The calls of one choice, in the order in which they were opened."""

    opened: list[OpenCall] = field(default_factory=list)
    _by_index: dict[int | str, OpenCall] = field(default_factory=dict)
    _by_id: dict[str, OpenCall] = field(default_factory=dict)
    _legacy: OpenCall | None = None

    def take(self, delta: CallDelta, entry: JsonObject) -> None:
        """Add one piece of `tool_calls`; `entry` is its object on the wire."""
        index, identity = delta.index, delta.id
        call = self._by_index.get(index) if isinstance(index, int | str) else self._last(identity)
        if call is None or _opens(call, delta):
            call = OpenCall(delta.pointer, "custom" if "custom" in entry else "function")
            self.opened.append(call)
            if isinstance(index, int | str):
                self._by_index[index] = call
        if isinstance(identity, str) and identity:
            self._by_id.setdefault(identity, call)
        call.take(delta)
        if not entry.keys() <= _KNOWN:
            call.extras.update((key, entry[key]) for key in entry if key not in _KNOWN)

    @property
    def has_legacy(self) -> bool:
        """Return whether a piece of the deprecated `function_call` came."""
        return self._legacy is not None

    def take_legacy(self, delta: CallDelta) -> None:
        """Add one piece of the deprecated `function_call`, of which there is at most one."""
        if self._legacy is None:
            self._legacy = OpenCall(delta.pointer, "legacy")
            self.opened.append(self._legacy)
        self._legacy.take(delta)

    def _last(self, identity: Json | Absent) -> OpenCall | None:
        """Return the call an unnumbered piece may go on with: the one of its id, or the last."""
        known = self._by_id.get(identity) if isinstance(identity, str) else None
        return known or (self.opened[-1] if self.opened else None)


def _opens(call: OpenCall, delta: CallDelta) -> bool:
    """Return whether a piece begins another call although it is numbered like this one.

    Another id with a name does (without one, some servers make up an id for every piece), and
    so does a name after arguments: another name always, the same name only with arguments of
    its own after ones that are already whole, because some servers repeat the name in every
    piece. What opens a call and comes after pieces that nothing opened, without arguments of its
    own, belongs to them.
    """
    if isinstance(delta.id, str) and delta.id and call.id:
        return delta.id != call.id and bool(delta.name)
    if not isinstance(delta.name, str) or not delta.name or not any(call.pieces):
        return False
    if call.name is None and not call.id and not delta.arguments:
        return False
    if delta.name != call.name:
        return True
    return bool(delta.arguments) and len(call.pieces) <= _FEW_PIECES and _whole(call.text or "")


def _whole(text: str) -> bool:
    try:
        parse(text)
    except JsonError:
        return False
    return True
