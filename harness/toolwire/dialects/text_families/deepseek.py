"""DeepSeek V3, R1 and V3.1: begin, separator and end tokens around a name and JSON.

The chat templates of DeepSeek-V3-0324 (`function`, separator, name, fenced JSON) and
DeepSeek-V3.1 (name, separator, JSON), from knowledge; rule TX105 read 2026-11-21.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from toolwire.dialects.text_families.family import Decoded, TextFamily
from toolwire.dialects.text_families.scan import Scan, bounded
from toolwire.io.json_text import dump
from toolwire.model.conversation import JsonObject
from toolwire.model.errors import ToolwireError

_SECTION: Final = "<\uff5ctool▁calls▁begin\uff5c>"
_SECTION_END: Final = "<\uff5ctool▁calls▁end\uff5c>"
_CALL: Final = "<\uff5ctool▁call▁begin\uff5c>"
_CALL_END: Final = "<\uff5ctool▁call▁end\uff5c>"
_SEPARATOR: Final = "<\uff5ctool▁sep\uff5c>"
_OPENING: Final = re.compile(f"{_SECTION}|{_CALL}")
_WORD: Final = re.compile(r"\s*([A-Za-z0-9_.:/-]{1,128})\s*")
_FENCE: Final = re.compile(r"```(?:json)?\s*")


def encode(calls: Sequence[tuple[str, JsonObject]]) -> str:
    """Write calls as V3 and R1 do, the JSON in a fence.

    Raises:
        ToolwireError: a name has characters that would end it.
    """
    return _section(
        [
            f"function{_SEPARATOR}{_named(name)}\n```json\n{_json(given)}\n```"
            for name, given in calls
        ]
    )


def encode_bare(calls: Sequence[tuple[str, JsonObject]]) -> str:
    """Write calls as V3.1 does.

    Raises:
        ToolwireError: a name has characters that would end it.
    """
    return _section([f"{_named(name)}{_SEPARATOR}{_json(given)}" for name, given in calls])


def _section(bodies: list[str]) -> str:
    return f"{_SECTION}{''.join(f'{_CALL}{body}{_CALL_END}' for body in bodies)}{_SECTION_END}"


def _named(name: str) -> str:
    if _WORD.fullmatch(name) is None:
        raise ToolwireError("DeepSeek's text cannot carry this tool name")
    return name


def _json(given: JsonObject) -> str:
    return dump(given).decode()


@bounded
def decode(scan: Scan) -> Decoded:
    """Read every call of a text; `form` is `fenced` or `bare`."""
    return scan.sections(_OPENING, (_SECTION,), (_SECTION_END,), _CALL, _call)


def _call(scan: Scan) -> None:
    start = scan.at
    scan.skip(_CALL)
    name, form = _name(scan)
    fence = _FENCE.match(scan.text, scan.at)
    scan.at = fence.end() if fence else scan.at
    given, end, why = scan.object_at(scan.at)
    if given is not None and end is not None:
        scan.at = end
        scan.skip(*(["```"] if fence else []))
    if name is None or given is None or not scan.sees(_CALL_END):
        scan.lost(start, _CALL_END, why or "The call is not a name and an object.", name)
        return
    scan.at += len(_CALL_END)
    scan.call(start, name, given, form=form)


def _name(scan: Scan) -> tuple[str | None, str]:
    """Read the name on either side of the separator, and go to the arguments."""
    found = _WORD.match(scan.text, scan.at)
    if found is None or not scan.text.startswith(_SEPARATOR, found.end()):
        return None, ""
    scan.at = found.end() + len(_SEPARATOR)
    scan.skip()
    if scan.sees("{"):
        return found.group(1), "bare"
    after = _WORD.match(scan.text, scan.at)
    if after is None:
        return None, ""
    scan.at = after.end()
    return after.group(1), "fenced"


FAMILY: Final = TextFamily(
    "deepseek-v3", "DeepSeek V3, R1 and V3.1", ("<\uff5ctool▁",), decode, encode, control=True
)
