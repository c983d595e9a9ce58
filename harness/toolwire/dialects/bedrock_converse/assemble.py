"""One content block of a stream, from its first piece to its blocking shape.

Source: botocore 1.44.5 service model `bedrock-runtime`, `ContentBlockStart`,
`ContentBlockDelta`, `ReasoningContentBlockDelta`, `CitationsDelta`, read 2026-11-21.
"""

from __future__ import annotations

from base64 import b64encode
from binascii import a2b_base64
from collections.abc import Mapping
from dataclasses import dataclass, field

import msgspec

from toolwire.io.json_text import JsonError, parse, string_of
from toolwire.model.conversation import Json, JsonObject, ToolCall

#: Member of a `reasoningContent` delta -> what its pieces are kept as.
_REASONING: Mapping[str, str] = {
    "redactedContent": "redacted",
    "signature": "signature",
    "text": "thought",
}
#: What a block can be announced as and put together again.
_STARTS = frozenset({"toolUse", "toolResult"})


@dataclass(slots=True)
class Growing:
    """A block under way.

    Attributes:
        pointer: `event[N]/...` of its first piece.
        start: the `start` member that announced it; empty when nothing did.
        pieces: text pieces by what they are of: `text`, `input`, `thought`, `signature`,
            `redacted`.
        citations: the sources of its text.
        results: the content of a result of the service's own tool.
        strange: a piece of a kind that is not known came by.
    """

    pointer: str
    start: JsonObject
    pieces: dict[str, list[str]] = field(default_factory=dict)
    citations: list[Json] = field(default_factory=list)
    results: list[Json] = field(default_factory=list)
    strange: bool = False

    @property
    def call_start(self) -> JsonObject | None:
        """Return the `toolUse` that announced the block; None when it is not a call."""
        member = self.start.get("toolUse")
        return member if isinstance(member, dict) else None

    def grow(self, kind: str, value: Json) -> bool:
        """Add a piece; return False when it is not of the type documented for its kind.

        Kinds are the members of a `delta`; of `toolUse`, the value is its `input`.
        """
        if kind in ("text", "toolUse"):
            return self._add("text" if kind == "text" else "input", value)
        if kind == "reasoningContent":
            return isinstance(value, dict) and self._think(value)
        if kind == "toolResult" and isinstance(value, list):
            self.results.extend(value)
        elif kind == "citation" and isinstance(value, dict):
            self.citations.append(value)
        else:
            # A kind of a later version: the block cannot be put together without it.
            self.strange = True
            return kind not in ("toolResult", "citation")
        return True

    def _add(self, part: str, text: Json) -> bool:
        if not isinstance(text, str):
            return False
        self.pieces.setdefault(part, []).append(text)
        return True

    def _think(self, delta: JsonObject) -> bool:
        self.strange = self.strange or not delta.keys() <= _REASONING.keys()
        known = [(_REASONING[key], value) for key, value in delta.items() if key in _REASONING]
        return all(self._add(part, value) for part, value in known)

    def joined(self, part: str) -> str | None:
        """Return the pieces of a part joined; None when there is none."""
        pieces = self.pieces.get(part)
        return None if pieces is None else "".join(pieces)

    def call(self, start: JsonObject) -> ToolCall:
        """Return the finished call that `start` announced; empty arguments mean `{}`."""
        raw = self.joined("input")
        arguments: Json = {}
        problem = None
        if raw:
            try:
                arguments = parse(raw)
            except JsonError as error:
                arguments, problem = None, str(error)
        return ToolCall(
            name=string_of(start.get("name")),
            id=string_of(start.get("toolUseId")),
            arguments=arguments,
            raw=raw,
            parse_error=problem,
            pointer=self.pointer,
        )

    def whole(self) -> dict[str, object] | None:
        """Return the block in its blocking shape, arguments with their own bytes.

        Returns:
            An empty object for a block without content, None for one that cannot be put
            together.

        Raises:
            JsonError: arguments are not JSON.
        """
        shapes = {
            **self._call_shape(),
            **self._result_shape(),
            **self._text_shape(),
            **self._reasoning_shape(),
        }
        if self.strange or len(shapes) > 1 or not self.start.keys() <= _STARTS:
            return None
        return shapes

    def _call_shape(self) -> dict[str, object]:
        start = self.call_start
        if start is None:
            return {}
        text = self.joined("input") or "{}"
        parse(text)
        return {"toolUse": {**start, "input": msgspec.Raw(text.encode())}}

    def _result_shape(self) -> dict[str, object]:
        start = self.start.get("toolResult")
        if isinstance(start, dict):
            return {"toolResult": {**start, "content": self.results}}
        self.strange = self.strange or bool(self.results)
        return {}

    def _text_shape(self) -> dict[str, object]:
        text = self.joined("text")
        if not self.citations:
            return {} if text is None else {"text": text}
        content: dict[str, object] = {} if text is None else {"content": [{"text": text}]}
        return {"citationsContent": {**content, "citations": self.citations}}

    def _reasoning_shape(self) -> dict[str, object]:
        thought, signature = self.joined("thought"), self.joined("signature")
        redacted = self.pieces.get("redacted")
        if redacted is not None:
            blob = _blob(redacted)
            self.strange = self.strange or blob is None or thought is not None
            return {"reasoningContent": {"redactedContent": blob}}
        if thought is None and signature is None:
            return {}
        signed = {} if signature is None else {"signature": signature}
        return {"reasoningContent": {"reasoningText": {"text": thought or "", **signed}}}


def _blob(pieces: list[str]) -> str | None:
    """Return pieces of base64 as one; each was encoded by itself, so they cannot be joined."""
    if len(pieces) == 1:
        return pieces[0]
    try:
        return b64encode(b"".join(a2b_base64(piece, strict_mode=True) for piece in pieces)).decode()
    except ValueError:
        return None
