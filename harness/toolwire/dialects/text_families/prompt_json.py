"""Calls as a prompt asks for them: `{"tool_name": ..., "arguments": {...}}`.

The format of the guide "Prompt-Based Tool Calling for Non-OpenAI Models" (read 2026-11-21): one
object, bare, in a fence or with prose around it; several calls come as an array of such objects.
Braces in prose are no call, and two objects that are not in one array are none either: which of
them is meant cannot be told.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from toolwire.dialects.text_families.family import Decoded, ProblemKind, TextFamily
from toolwire.dialects.text_families.scan import Scan, bounded, name_in
from toolwire.io.json_text import dump
from toolwire.model.conversation import Json, JsonObject

_KEY: Final = '"tool_name"'
_BRACKET: Final = re.compile(r"[{\[]")
_BEGUN: Final = re.compile(r'\[?\s*\{\s*"tool_name"\s*:')
_FENCE: Final = re.compile(r"```[a-z]{0,10}\s*\Z")
_FENCE_END: Final = re.compile(r"\s*```")
_NEAR: Final = 64


class _Found(NamedTuple):
    start: int
    end: int
    calls: list[tuple[str, Json]]
    form: str


def encode(calls: Sequence[tuple[str, JsonObject]]) -> str:
    """Write one call as an object, several as an array."""
    items = [{"tool_name": name, "arguments": given} for name, given in calls]
    return dump(items[0] if len(items) == 1 else items).decode()


@bounded
def decode(scan: Scan) -> Decoded:
    """Read the one object, or array of objects, that is a call."""
    text = scan.text
    found: list[_Found] = []
    cut: int | None = None
    at = 0
    while (bracket := _BRACKET.search(text, at)) is not None:
        start = bracket.start()
        scan.mark(start)
        end = scan.json_end(start)
        if end is None:
            if _BEGUN.match(text, start) or _part(text, start):
                cut = start
                break
            at = start + 1
            continue
        value, problem = scan.json(start, end)
        calls = _calls(value)
        if calls is not None:
            found.append(_fenced(text, start, end, calls))
        elif problem is not None and _BEGUN.match(text, start):
            scan.problem(
                ProblemKind.MALFORMED, start, "The call is not JSON.", name_in(text[start:end])
            )
        # What is no JSON is prose in brackets, and may have a call inside.
        at = end if problem is None or _BEGUN.match(text, start) else start + 1
    return _taken(scan, found, cut)


def _part(text: str, start: int) -> bool:
    """Return whether a text ends inside the first member of a call."""
    rest = "".join(text[start : start + _NEAR].split()).removeprefix("[")
    return len(text) - start < _NEAR and len(rest) > 1 and f"{{{_KEY}:".startswith(rest)


def _taken(scan: Scan, found: list[_Found], cut: int | None) -> Decoded:
    whole = len(found) == 1
    if len(found) > 1:
        for one in found:
            reason = "There is more than one call object, and they are not in one array."
            scan.problem(ProblemKind.MALFORMED, one.start, reason, one.calls[0][0])
    for one in found if whole else ():
        alone = not scan.text[: one.start].strip() and not scan.text[one.end :].strip()
        form = "bare" if alone and one.form == "prose" else one.form
        scan.keep(one.start)
        scan.at = one.end
        for name, given in one.calls:
            scan.call(one.start, name, given, form=form)
    if cut is not None:
        fence = _FENCE.search(scan.text, max(cut - _NEAR, scan.at), cut)
        scan.keep(fence.start() if fence else cut)
        scan.cut(scan.at, "The call does not end.", name_in(scan.text[cut : cut + 600]))
    return scan.done()


def _fenced(text: str, start: int, end: int, calls: list[tuple[str, Json]]) -> _Found:
    """Say where a call's markup begins and ends, its fence included, and what form it has."""
    before = _FENCE.search(text, max(start - _NEAR, 0), start)
    after = _FENCE_END.match(text, end)
    if before is not None and after is not None:
        return _Found(before.start(), after.end(), calls, "fenced")
    return _Found(start, end, calls, "prose")


def _calls(value: Json) -> list[tuple[str, Json]] | None:
    items = value if isinstance(value, list) else [value]
    calls = [call for item in items if (call := _members(item)) is not None]
    return calls if calls and len(calls) == len(items) else None


def _members(item: Json) -> tuple[str, Json] | None:
    if not isinstance(item, dict) or "arguments" not in item:
        return None
    name = item.get("tool_name")
    return (name, item["arguments"]) if isinstance(name, str) else None


FAMILY: Final = TextFamily("prompt-json", "Any model that is told so", (_KEY,), decode, encode)
