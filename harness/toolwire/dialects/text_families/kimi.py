"""Kimi K2: a section of calls, each with an id `functions.name:number` and JSON.

Chat template and tool-call guidance of Kimi-K2-Instruct, from knowledge; rule TX109 read
2026-11-21: section markers occur in singular and plural, and ids in degraded forms.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from toolwire.dialects.text_families.family import Decoded, ProblemKind, TextFamily
from toolwire.dialects.text_families.scan import Scan, bounded
from toolwire.io.json_text import dump
from toolwire.model.conversation import JsonObject
from toolwire.model.errors import ToolwireError

_SECTIONS: Final = ("<|tool_calls_section_begin|>", "<|tool_call_section_begin|>")
_SECTION_ENDS: Final = ("<|tool_calls_section_end|>", "<|tool_call_section_end|>")
_CALL: Final = "<|tool_call_begin|>"
_ARGUMENTS: Final = "<|tool_call_argument_begin|>"
_CALL_END: Final = "<|tool_call_end|>"
_OPENING: Final = re.compile("|".join(map(re.escape, (*_SECTIONS, _CALL))))
_ID: Final = re.compile(r"\s*([^\s<|]{1,200})\s*")
_WHOLE_ID: Final = re.compile(r"(functions\.)?([A-Za-z0-9_.-]{1,128}):[0-9]{1,6}", re.ASCII)
_NAME: Final = re.compile(r"[A-Za-z0-9_.-]{1,128}", re.ASCII)


def encode(calls: Sequence[tuple[str, JsonObject]]) -> str:
    """Write calls in one section, numbered from 0.

    Raises:
        ToolwireError: a name has characters that an id cannot hold.
    """
    for name, _ in calls:
        if _NAME.fullmatch(name) is None:
            raise ToolwireError("Kimi's call id cannot carry this tool name")
    bodies = (
        f"{_CALL}functions.{name}:{number}{_ARGUMENTS}{dump(given).decode()}{_CALL_END}"
        for number, (name, given) in enumerate(calls)
    )
    return f"{_SECTIONS[0]}{''.join(bodies)}{_SECTION_ENDS[0]}"


@bounded
def decode(scan: Scan) -> Decoded:
    """Read every call of a text; ids that are not of the documented form are reported."""
    return scan.sections(_OPENING, _SECTIONS, _SECTION_ENDS, _CALL, _call)


def _call(scan: Scan) -> None:
    start = scan.at
    scan.skip(_CALL)
    found = _ID.match(scan.text, scan.at)
    identity = found.group(1) if found else ""
    whole = _WHOLE_ID.fullmatch(identity)
    name = whole.group(2) if whole else None
    scan.at = found.end() if found else scan.at
    if not scan.sees(_ARGUMENTS):
        scan.lost(start, _CALL_END, "No arguments follow the id.", name)
        return
    scan.skip(_ARGUMENTS)
    given, end, why = scan.object_at(scan.at)
    if given is not None and end is not None:
        scan.at = end
        scan.skip()
    if given is None or not scan.sees(_CALL_END):
        scan.lost(start, _CALL_END, why or "Something follows the arguments.", name)
        return
    scan.at += len(_CALL_END)
    if whole is None or name is None:
        scan.broken(start, scan.at, "The id names no tool.")
        return
    if whole.group(1) is None:
        scan.problem(ProblemKind.FORM, start, "The id does not begin with `functions.`.", name)
    scan.call(start, name, given, id=identity)


FAMILY: Final = TextFamily("kimi", "Kimi K2", ("<|tool_call",), decode, encode, control=True)
