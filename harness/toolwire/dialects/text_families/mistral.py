"""Mistral: `[TOOL_CALLS][{...}]` up to tokenizer v7, `[TOOL_CALLS]name[ARGS]{...}` from v11 on.

mistral-common's instruct tokenizers, from knowledge; rule TX104 read 2026-11-21. v11 puts an
id between name and arguments, `[CALL_ID]`, which v13 dropped again.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from toolwire.dialects.text_families.family import Decoded, TextFamily
from toolwire.dialects.text_families.scan import Scan, bounded, name_in
from toolwire.io.json_text import dump, string_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.errors import ToolwireError

_TOKEN: Final = "[TOOL_CALLS]"  # noqa: S105 - a token of a tokenizer, no secret
_ARGS: Final = "[ARGS]"
_ID: Final = "[CALL_ID]"
_NAME: Final = re.compile(r"\s*([A-Za-z0-9_.:/-]{1,128})")
_CALL_ID: Final = re.compile(r"\[CALL_ID\]\s*([A-Za-z0-9_-]{0,64})")


def encode(calls: Sequence[tuple[str, JsonObject]]) -> str:
    """Write calls as v13 does, each after a token of its own.

    Raises:
        ToolwireError: a name has characters that would end it.
    """
    for name, _ in calls:
        if _NAME.fullmatch(name) is None:
            raise ToolwireError("Mistral's text cannot carry this tool name")
    return "".join(f"{_TOKEN}{name}{_ARGS}{dump(given).decode()}" for name, given in calls)


def encode_array(calls: Sequence[tuple[str, JsonObject]]) -> str:
    """Write calls as v3 to v7 do, in one array."""
    items = [{"name": name, "arguments": given} for name, given in calls]
    return f"{_TOKEN}{dump(items).decode()}"


@bounded
def decode(scan: Scan) -> Decoded:
    """Read every call that follows a token; `form` is `array` or `args`."""
    text = scan.text
    while (start := text.find(_TOKEN, scan.at)) >= 0:
        scan.keep(start)
        scan.at += len(_TOKEN)
        scan.skip()
        if scan.sees("["):
            _array(scan, start)
        else:
            _named(scan, start)
    if text[scan.at :].strip() == "</s>":
        scan.skip("</s>")
    scan.partly(_TOKEN)
    return scan.done()


def _array(scan: Scan, start: int) -> None:
    begun, end = scan.at, scan.json_end(scan.at)
    name = name_in(scan.text[begun : begun + 600])
    if end is None:
        scan.cut(start, "The array of calls does not end.", name)
        return
    value, _ = scan.json(begun, end)
    found = [_members(item) for item in value] if isinstance(value, list) else []
    if not found or None in found:
        scan.broken(start, end, "What follows the token is not an array of calls.", name)
        return
    scan.at = end
    for call in found:
        if call is not None:
            scan.call(start, call[0], call[1], id=call[2], form="array")


def _members(item: Json) -> tuple[str, Json, str | None] | None:
    if not isinstance(item, dict) or "arguments" not in item:
        return None
    name = item.get("name")
    return (name, item["arguments"], string_of(item.get("id"))) if isinstance(name, str) else None


def _named(scan: Scan, start: int) -> None:
    found = _NAME.match(scan.text, scan.at)
    if found is None:
        if scan.at >= len(scan.text):
            scan.cut(start, "Nothing follows the token.")
        else:
            scan.broken(start, scan.at, "No name follows the token.")
        return
    name = found.group(1)
    scan.at = found.end()
    identity = _CALL_ID.match(scan.text, scan.at)
    scan.at = identity.end() if identity else scan.at
    scan.skip(_ARGS)
    given, end, why = scan.object_at(scan.at)
    if end is None or _ended(scan):
        scan.cut(start, "The call does not end.", name)
    elif given is None:
        scan.broken(start, end, why, name)
    else:
        scan.at = end
        scan.call(start, name, given, id=identity.group(1) if identity else None, form="args")


def _ended(scan: Scan) -> bool:
    """Return whether the text ended before any arguments began."""
    rest = scan.text[scan.at : scan.at + len(_ID)]
    return _ARGS[:-1].startswith(rest) or _ID[:-1].startswith(rest)


FAMILY: Final = TextFamily(
    "mistral", "Mistral", (_TOKEN, f"{_ARGS}{{"), decode, encode, control=True
)
