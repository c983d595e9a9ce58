"""Llama 3.1 to 3.3: a JSON object with `name` and `parameters`, after `<|python_tag|>` or bare.

Llama 3.1 prompt format, custom tools, and the behaviour of vLLM's `llama3_json` parser (calls
in a row are separated by `;`), from knowledge; rule TX102 read 2026-11-21. Other JSON is text,
and so is an object that stands in prose.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from toolwire.dialects.text_families.family import Decoded, TextFamily
from toolwire.dialects.text_families.scan import Scan, bounded, name_in
from toolwire.io.json_text import dump
from toolwire.model.conversation import Json, JsonObject

_TAG: Final = "<|python_tag|>"
_ENDS: Final = ("<|eom_id|>", "<|eot_id|>")
#: A call that began: a name came, and no member that a call does not have.
_BEGUN: Final = re.compile(r'\{\s*(?:"type"\s*:\s*"function"\s*,\s*)?"name"\s*:')


def encode(calls: Sequence[tuple[str, JsonObject]]) -> str:
    """Write calls as one object each, separated by semicolons."""
    written = (dump({"name": name, "parameters": given}).decode() for name, given in calls)
    return "; ".join(written)


@bounded
def decode(scan: Scan) -> Decoded:
    """Read the calls that follow the tag, or that are the whole text."""
    text = scan.text
    tagged = text.find(_TAG)
    start = max(tagged, 0)
    scan.keep(start)
    if tagged >= 0:
        scan.at += len(_TAG)
    scan.skip()
    # Without the tag only a text that begins as a call is one.
    if (tagged >= 0 or _BEGUN.match(text, scan.at)) and _read(scan, start, tagged=tagged >= 0):
        return scan.done()
    scan.at = start
    if tagged >= 0:
        scan.broken(start, len(text), "What follows the tag is no call.")
    scan.partly(_TAG)
    return scan.done()


def _read(scan: Scan, opening: int, *, tagged: bool) -> bool:
    """Read objects up to the end of the text; take them only when there is nothing else."""
    found: list[tuple[int, int, str, Json]] = []
    while scan.at < len(scan.text):
        start = scan.at
        value, end, _ = scan.object_at(start)
        if end is None and (tagged or found or _BEGUN.match(scan.text, start)):
            _take(scan, found)
            name = name_in(scan.text[start : start + 600])
            scan.cut(start if found else opening, "The call does not end.", name)
            return True
        name, given = _members(value)
        if end is None or name is None:
            return False
        found.append((start, end, name, given))
        scan.at = end
        scan.skip(";", *_ENDS)
    if not found and tagged:
        scan.cut(opening, "Nothing follows the tag.")
        return True
    _take(scan, found)
    scan.at = len(scan.text)
    return bool(found)


def _take(scan: Scan, found: list[tuple[int, int, str, Json]]) -> None:
    for start, end, name, given in found:
        scan.at = end
        scan.call(start, name, given)


def _members(value: Json) -> tuple[str | None, Json]:
    if not isinstance(value, dict) or "parameters" not in value:
        return None, None
    name = value.get("name")
    return (name, value["parameters"]) if isinstance(name, str) else (None, None)


FAMILY: Final = TextFamily("llama3-json", "Llama 3", (_TAG,), decode, encode, control=True)
