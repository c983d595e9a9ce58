"""JSON objects between two tags: Hermes and Qwen, and LM Studio's default prompt.

Hermes function-calling format (NousResearch) and the chat template of Qwen 2.5, read
2026-11-21; lmstudio.ai/docs tool use, default format, from knowledge.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from toolwire.dialects.text_families.family import Decoded, ProblemKind
from toolwire.dialects.text_families.scan import Scan, bounded, name_in
from toolwire.io.json_text import dump
from toolwire.model.conversation import Json, JsonObject

#: Objects before a closing tag without an opening one that are looked at.
_CANDIDATES: Final = 8
#: How something between tags begins that is no object -> what is said of it.
_INSTEAD: Final = {
    "```": "A fence stands around the object between the tags.",
    "[": "A list stands between the tags, where one object belongs.",
    "\\n": "The breaks of lines around the object are written as a backslash and a letter.",
}
#: Opens a fence around objects that have no tags, or closes it.
_FENCE: Final = re.compile(r"\s*```(?:json|tool_call)?\s*")
_FENCED: Final = "The call stands in a fence, and has no tags."


@dataclass(frozen=True, slots=True)
class Tags:
    """A pair of tags and what is written between them.

    Attributes:
        opener, closer: the tags.
        gap: white space between a tag and the object.
        bare: whether an object without tags that is the whole text, or in a fence that is, is read too.
        unopened: whether an object with its closing tag alone is read too.
    """

    opener: str
    closer: str
    gap: str
    bare: bool = False
    unopened: bool = True

    def encode(self, calls: Sequence[tuple[str, JsonObject]]) -> str:
        """Write one pair of tags per call, one after the other on lines of their own."""
        return "\n".join(self._written(name, arguments) for name, arguments in calls)

    def _written(self, name: str, arguments: JsonObject) -> str:
        body = dump({"name": name, "arguments": arguments}).decode()
        return f"{self.opener}{self.gap}{body}{self.gap}{self.closer}"

    def decode(self, text: str) -> Decoded:
        """Read every call of a text.

        A call without its opening tag, and one that is the whole text without any tag, or all of
        a fence that is, are read and reported as a breach of form.
        """
        return bounded(self._read)(text)

    def _read(self, scan: Scan) -> Decoded:
        text = scan.text
        if self.bare and self.opener not in text and self.closer not in text:
            _bare(scan)
        while (start := self._next(scan)) is not None:
            scan.keep(start)
            scan.at += len(self.opener)
            scan.skip()
            self._body(scan, start)
        scan.partly(self.opener)
        return scan.done()

    def _next(self, scan: Scan) -> int | None:
        """Return where the next opening tag is; calls that lack theirs are read on the way."""
        start = scan.text.find(self.opener, scan.at)
        limit = start if start >= 0 else len(scan.text)
        while self.unopened and (stray := scan.text.find(self.closer, scan.at, limit)) >= 0:
            self._unopened(scan, stray)
        return start if start >= 0 else None

    def _unopened(self, scan: Scan, stray: int) -> None:
        end = stray + len(self.closer)
        at = scan.at - 1
        for _ in range(_CANDIDATES):
            at = scan.text.find("{", at + 1, stray)
            if at < 0:
                break
            last = scan.json_end(at)
            if last is None or scan.text[last:stray].strip():
                continue
            name, arguments = _members(scan.json(at, last)[0])
            if name is not None:
                scan.keep(at)
                scan.at = end
                scan.problem(ProblemKind.FORM, at, "The call has no opening tag.", name)
                scan.call(at, name, arguments, form="unopened")
                return
        scan.keep(stray)
        scan.broken(stray, end, "A closing tag closes nothing.")

    def _body(self, scan: Scan, start: int) -> None:
        value, end, why = scan.object_at(scan.at)
        begun = scan.at
        if end is not None:
            scan.at = end
            scan.skip()
        if value is not None and scan.sees(self.closer):
            scan.at += len(self.closer)
            name, arguments = _members(value)
            if name is None:
                scan.broken(start, scan.at, "The object has no name and arguments.")
            else:
                scan.call(start, name, arguments, form="tagged")
            return
        name = name_in(scan.text[begun : begun + 600])
        close = scan.text.find(self.closer, begun)
        if close < 0:
            scan.cut(start, "The call has no closing tag.", name)
        else:
            reason = (
                (why or "More than one object.")
                if scan.text[begun] == "{"
                else _instead(scan.text, begun)
            )
            scan.broken(start, close + len(self.closer), reason, name)


def _instead(text: str, at: int) -> str:
    """Return what is said of something between tags that is no object."""
    told = (said for begins, said in _INSTEAD.items() if text.startswith(begins, at))
    return next(told, "No JSON object stands between the tags.")


def _members(value: Json) -> tuple[str | None, Json]:
    if not isinstance(value, dict) or "arguments" not in value:
        return None, None
    name = value.get("name")
    return (name, value["arguments"]) if isinstance(name, str) else (None, None)


def _bare(scan: Scan) -> None:
    """Read objects that are the whole text, one after the other, in fences or not."""
    found: list[tuple[int, int, str, Json]] = []
    fenced = _FENCE.match(scan.text) is not None
    _to_object(scan)
    while scan.at < len(scan.text):
        value, end, _ = scan.object_at(scan.at)
        name, arguments = _members(value)
        if end is None or name is None:
            scan.at = 0
            return
        found.append((scan.at, end, name, arguments))
        scan.at = end
        _to_object(scan)
    if not found:
        scan.at = 0
        return
    for start, end, name, arguments in found:
        scan.at = end
        # What stands inside of a fence may be quoted; the fence itself is not.
        at, reason = (0, _FENCED) if fenced else (start, "The call has no tags.")
        scan.problem(ProblemKind.FORM, at, reason, name)
        scan.call(start, name, arguments, form="bare")
    scan.at = len(scan.text)


def _to_object(scan: Scan) -> None:
    """Go on behind white space, and what opens or closes a fence."""
    while fence := _FENCE.match(scan.text, scan.at):
        scan.at = fence.end()
    scan.skip()


HERMES: Final = Tags("<tool_call>", "</tool_call>", "\n", bare=True)
#: Hermes as the parsers of servers read it: a call has both of its tags.
HERMES_STRICT: Final = Tags("<tool_call>", "</tool_call>", "\n", unopened=False)
LM_STUDIO: Final = Tags("[TOOL_REQUEST]", "[END_TOOL_REQUEST]", "")
