"""One candidate, put together from its parts in one message or in many.

Source: google-genai 3.4.0 `types.Part`, `FunctionCall`, `PartialArg`, `Candidate`, read
2026-11-21. A `functionCall` part is whole, except where Vertex was asked to stream arguments:
then a call opens with a name, goes on in nameless parts with `partialArgs`, and ends with
one that does not say `willContinue`.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby

from harness.conversation import Json, JsonObject, ToolCall
from harness.json_text import string_of
from harness.reply import ABSENT, CallDelta, Unread

__all__ = ["Candidate"]

_PARTIAL = "streamed partialArgs are not put together"


class Candidate:
    """Collects the parts of one candidate; `number` is its index on the wire."""

    __slots__ = (
        "_open",
        "calls",
        "number",
        "parts",
        "role",
        "stop",
        "stop_pointer",
        "text_pointer",
        "texts",
        "thoughts",
        "unread",
    )

    def __init__(self, number: int) -> None:
        self.number = number
        self.texts: list[str] = []
        self.thoughts: list[str] = []
        self.calls: list[ToolCall] = []
        self.parts: list[JsonObject] = []
        self.unread: list[Unread] = []
        self.role: str | None = None
        self.stop: str | None = None
        self.stop_pointer = ""
        self.text_pointer = ""
        self._open = False

    def take(self, candidate: JsonObject, pointer: str, event: int) -> list[CallDelta]:
        """Take the candidate's share of one message; return the pieces of calls in it.

        Args:
            candidate: an entry of `candidates`.
            pointer: where it stands.
            event: number of the message in its stream.
        """
        stop = candidate.get("finishReason")
        if isinstance(stop, str):
            self.stop, self.stop_pointer = stop, f"{pointer}/finishReason"
        content = candidate.get("content")
        if not isinstance(content, dict):
            return []
        role = content.get("role")
        if self.role is None and isinstance(role, str):
            self.role = role
        parts = content.get("parts")
        where = f"{pointer}/content/parts"
        if isinstance(parts, list):
            pieces = (
                self._part(part, f"{where}/{position}", event)
                for position, part in enumerate(parts)
            )
            return [piece for piece in pieces if piece is not None]
        if parts is not None:
            self.unread.append(Unread(where, "not an array"))
        return []

    def _part(self, part: Json, pointer: str, event: int) -> CallDelta | None:
        if not isinstance(part, dict):
            self.unread.append(Unread(pointer, "not an object"))
            return None
        self.parts.append(part)
        if "functionCall" in part:
            return self._call(part["functionCall"], f"{pointer}/functionCall", event)
        if "text" in part:
            self._text(part, f"{pointer}/text")
        return None

    def _text(self, part: JsonObject, pointer: str) -> None:
        text = part["text"]
        if not isinstance(text, str):
            self.unread.append(Unread(pointer, "not a string"))
        elif part.get("thought") is True:
            self.thoughts.append(text)
        else:
            self.text_pointer = self.text_pointer or pointer
            self.texts.append(text)

    def _call(self, call: Json, pointer: str, event: int) -> CallDelta | None:
        if not isinstance(call, dict):
            self.unread.append(Unread(pointer, "not an object"))
            return None
        continued = self._open and "name" not in call
        self._open = call.get("willContinue") is True
        if not continued:
            self.calls.append(
                ToolCall(
                    name=string_of(call.get("name")),
                    id=string_of(call.get("id")),
                    # Protobuf's JSON form leaves an unset message out: no arguments.
                    arguments=call.get("args", {}),
                    pointer=pointer,
                )
            )
        if "partialArgs" in call:
            self._leave_unread()
        return CallDelta(
            event=event,
            pointer=pointer,
            choice=self.number,
            index=len(self.calls) - 1,
            id=call.get("id", ABSENT),
            name=call.get("name", ABSENT),
            arguments=call.get("args", ABSENT),
        )

    def _leave_unread(self) -> None:
        call = self.calls[-1]
        if call.arguments is not None:
            self.calls[-1] = replace(call, arguments=None)
            self.unread.append(Unread(call.pointer, _PARTIAL))

    def content(self) -> JsonObject | None:
        """Return the message to send back in the blocking shape; None when no part came.

        Pieces of one text become one part, since the cuts between them are the stream's;
        an empty piece that carries nothing else (streams end with one) is left out. Parts
        with anything beside their text, above all `thoughtSignature`, stay as they came.
        """
        if not self.parts:
            return None
        parts: list[Json] = []
        for piece, group in groupby(self.parts, _piece):
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
