"""One candidate, put together from its parts in one message or in many.

Source: google-genai 3.4.0 `types.Part`, `FunctionCall`, `PartialArg`, `Candidate`, read
2026-11-21. A `functionCall` part is whole, except where Vertex was asked to stream arguments:
then a call opens with a name, goes on in nameless parts with `partialArgs`, and ends with
one that does not say `willContinue`. Such a call has arguments once it has ended.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby

from msgspec import field

from toolwire.dialects.call_again import SENT_BEFORE, joined, left_out
from toolwire.dialects.fold import Fold
from toolwire.dialects.gemini_generate.numbered import stop_of
from toolwire.dialects.gemini_generate.partial_args import PartialArgs
from toolwire.io.json_text import object_of, string_of
from toolwire.model.conversation import Json, JsonObject, ToolCall
from toolwire.model.reply import ABSENT, CallDelta

_PARTIAL = "streamed arguments cannot be put together: "
_ENDLESS = "the call did not end"


class Candidate(Fold):
    """What the parts of one candidate add up to.

    Attributes:
        number: its index on the wire.
        role: of its content.
        parts: as they came; None where a piece of a streamed call stood that is part of
            another entry now.
    """

    number: int = 0
    role: str | None = None
    parts: list[JsonObject | None] = field(default_factory=list)
    _partial: PartialArgs | None = None
    _pieces: list[int] = field(default_factory=list)
    _told: dict[str, tuple[int, int]] = field(default_factory=dict)

    def take(self, candidate: JsonObject, pointer: str, event: int) -> None:
        """Take the candidate's share of one message.

        Args:
            candidate: an entry of `candidates`.
            pointer: where it stands.
            event: number of the message in its stream.
        """
        stop = stop_of(candidate.get("finishReason"))
        self.stops(stop, f"{pointer}/finishReason")
        content = object_of(candidate.get("content"))
        self.role = self.role or string_of(content.get("role"))
        for where, part in self.objects(content.get("parts"), f"{pointer}/content/parts"):
            self.parts.append(part)
            if "functionCall" in part:
                self._call(part["functionCall"], f"{where}/functionCall", event)
            elif "text" in part:
                self._text(part, f"{where}/text")

    def _text(self, part: JsonObject, pointer: str) -> None:
        text = part["text"]
        known = self.think(text) if part.get("thought") is True else self.say(text, pointer)
        if not known:
            self.miss(pointer, "not a string")

    def _call(self, call: Json, pointer: str, event: int) -> None:
        if not isinstance(call, dict):
            self.miss(pointer, "not an object")
            return
        whole = call.get("willContinue") is not True and "partialArgs" not in call
        if self._partial is None or "name" in call:
            self.settle()
            if whole and self._again(call, pointer):
                return
            self._begin(call, pointer, whole=whole)
        if self._partial is not None:
            self._goes_on(self._partial, call, pointer)
        index, identity = len(self.calls) - 1, call.get("id", ABSENT)
        name, arguments = call.get("name", ABSENT), call.get("args", ABSENT)
        self.deltas.append(
            CallDelta(event, pointer, self.number, index, identity, name, arguments=arguments)
        )

    def _again(self, call: JsonObject, pointer: str) -> bool:
        """Return whether a call was sent before under its id, whole or in part; put its part to it."""
        identity, here = string_of(call.get("id")), (len(self.calls), len(self.parts) - 1)
        at, place = self._told.setdefault(identity, here) if identity else here
        if at == len(self.calls):
            return False
        before, given = self.calls[at], call.get("args", {})
        arguments = joined(before.arguments, given)
        if arguments is None or call.get("name") != before.name:
            return False
        self.unread.append(left_out(before.arguments, given, pointer))
        self.calls[at] = replace(before, arguments=arguments)
        first, later = self.parts[place] or {}, self.parts[-1] or {}
        self.parts[place] = {**first, **later, "functionCall": {**call, "args": arguments}}
        self.parts[-1] = None
        return True

    @property
    def sent_before(self) -> bool:
        """Return whether a call was sent before."""
        return any(one.kind in SENT_BEFORE for one in self.unread)

    def _begin(self, call: JsonObject, pointer: str, *, whole: bool) -> None:
        self.calls.append(
            ToolCall(
                name=string_of(call.get("name")),
                id=string_of(call.get("id")),
                # Protobuf's JSON form leaves an unset message out: no arguments.
                arguments=call.get("args", {}) if whole else None,
                pointer=pointer,
            )
        )
        if not whole:
            self._partial = PartialArgs()

    def _goes_on(self, partial: PartialArgs, call: JsonObject, pointer: str) -> None:
        self._pieces.append(len(self.parts) - 1)
        if "args" in call:
            partial.take_whole(call["args"], f"{pointer}/args")
        if "partialArgs" in call:
            partial.take(call["partialArgs"], f"{pointer}/partialArgs")
        if call.get("willContinue") is not True:
            self._end(partial, partial.value())

    def settle(self) -> None:
        """Close a call that was announced to go on and did not: it has no arguments."""
        if self._partial is not None:
            self._partial.problem = self._partial.problem or _ENDLESS
            self._end(self._partial, None)

    def _end(self, partial: PartialArgs, arguments: JsonObject | None) -> None:
        call = self.calls[-1]
        if arguments is None:
            where = partial.problem_at or call.pointer
            self.miss(where, f"{_PARTIAL}{partial.problem}")
        else:
            self.calls[-1] = replace(call, arguments=arguments)
            self._join(arguments)
        self._partial, self._pieces = None, []

    def _join(self, arguments: JsonObject) -> None:
        """Make the parts of a streamed call the one part that a blocking reply has."""
        whole: JsonObject = {}
        call: JsonObject = {}
        for number in self._pieces:
            part = self.parts[number] or {}
            whole.update(part)
            call.update(object_of(part.get("functionCall")))
            self.parts[number] = None
        for member in ("partialArgs", "willContinue"):
            call.pop(member, None)
        self.parts[self._pieces[0]] = {**whole, "functionCall": {**call, "args": arguments}}

    def content(self) -> JsonObject | None:
        """Return the message to send back in the blocking shape; None when no part came.

        Pieces of one text become one part, since the cuts between them are the stream's, and
        so do the pieces of a call whose arguments could be put together. An empty piece that
        carries nothing else (streams end with one) is left out. Parts with anything beside
        their text, above all `thoughtSignature`, stay as they came.
        """
        if not self.parts:
            return None
        parts: list[Json] = []
        kept = (part for part in self.parts if part is not None)
        for piece, group in groupby(kept, _piece):
            if piece is None:
                parts.extend(group)
                continue
            text = "".join(str(part["text"]) for part in group)
            if text:
                parts.append({"text": text, "thought": True} if piece else {"text": text})
        return {"parts": parts, "role": self.role or "model"}


def _piece(part: JsonObject) -> bool | None:
    # False for a plain piece of text, True for one of thought, None for everything else.
    if not isinstance(part.get("text"), str):
        return None
    if len(part) == 1:
        return False
    return True if len(part) == 2 and part.get("thought") is True else None
