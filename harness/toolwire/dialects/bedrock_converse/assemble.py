"""One content block of a stream, from its first piece to its blocking shape.

Source: botocore 1.44.5 service model `bedrock-runtime`, `ContentBlockStart`,
`ContentBlockDelta`, `ReasoningContentBlockDelta`, `CitationsDelta`, read 2026-11-21.
"""

from __future__ import annotations

from base64 import b64encode
from binascii import a2b_base64
from collections.abc import Mapping

import msgspec
from msgspec import field

from toolwire.dialects.arguments import streamed_arguments
from toolwire.dialects.part import OpenPart
from toolwire.io.json_text import parse, string_of
from toolwire.model.conversation import Json, JsonObject, ToolCall

#: Member of a `reasoningContent` delta -> what its pieces are kept as.
_REASONING: Mapping[str, str] = {
    "redactedContent": "redacted",
    "signature": "signature",
    "text": "thought",
}
#: What a block can be announced as and put together again.
_STARTS = frozenset({"toolUse", "toolResult"})


class Growing(OpenPart):
    """A block under way.

    Its `start` is empty when nothing announced it; its fragments are `text`, `input`,
    `thought`, `signature` and `redacted`.

    Attributes:
        citations: the sources of its text.
        results: the content of a result of the service's own tool.
        strange: a piece of a kind that is not known came by.
    """

    citations: list[Json] = field(default_factory=list)
    results: list[Json] = field(default_factory=list)
    strange: bool = False

    @property
    def call_start(self) -> JsonObject | None:
        """Return the `toolUse` that announced the block; None when it is not a call."""
        member = self.start.get("toolUse")
        return member if isinstance(member, dict) else None

    def take(self, kind: str, value: Json) -> bool:
        """Add a piece; return False when it is not of the type documented for its kind.

        Kinds are the members of a `delta`; of `toolUse`, the value is its `input`.
        """
        if kind in ("text", "toolUse"):
            return self.grow("text" if kind == "text" else "input", value)
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

    def _think(self, delta: JsonObject) -> bool:
        self.strange = self.strange or not delta.keys() <= _REASONING.keys()
        known = [(_REASONING[key], value) for key, value in delta.items() if key in _REASONING]
        return all(self.grow(part, value) for part, value in known)

    def call(self, start: JsonObject) -> ToolCall:
        """Return the finished call that `start` announced; empty arguments mean `{}`.

        What its arguments are, nobody knows where pieces of text stand in its block.
        """
        name, identity = string_of(start.get("name")), string_of(start.get("toolUseId"))
        if (text := self.added("text")) is not None:
            return ToolCall(
                name, identity, None, text, "pieces of text stand in its block", self.pointer
            )
        read = streamed_arguments(self.added("input"), {})
        return ToolCall(name, identity, *read, self.pointer)

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
        text = self.added("input") or "{}"
        parse(text)
        return {"toolUse": {**start, "input": msgspec.Raw(text.encode())}}

    def _result_shape(self) -> dict[str, object]:
        start = self.start.get("toolResult")
        if isinstance(start, dict):
            return {"toolResult": {**start, "content": self.results}}
        self.strange = self.strange or bool(self.results)
        return {}

    def _text_shape(self) -> dict[str, object]:
        text = self.added("text")
        if not self.citations:
            return {} if text is None else {"text": text}
        content: dict[str, object] = {} if text is None else {"content": [{"text": text}]}
        return {"citationsContent": {**content, "citations": self.citations}}

    def _reasoning_shape(self) -> dict[str, object]:
        thought, signature = self.added("thought"), self.added("signature")
        redacted = self.fragments.get("redacted")
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
