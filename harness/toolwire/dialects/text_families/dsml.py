"""DeepSeek V3.2 and later: DSML elements whose parameters say whether they are text.

Encoding of DeepSeek-V3.2 (`function_calls`) and V4 (`tool_calls`), from knowledge and public
decoders of it; rule TX106 read 2026-11-21.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from toolwire.dialects.text_families.family import Decoded, TextFamily
from toolwire.dialects.text_families.scan import Scan, bounded
from toolwire.dialects.text_families.typed import value_text
from toolwire.io.json_text import JsonError, parse
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.errors import ToolwireError

_MARK: Final = "\uff5cDSML\uff5c"
_SECTIONS: Final = (f"<{_MARK}function_calls>", f"<{_MARK}tool_calls>")
_SECTION_ENDS: Final = (f"</{_MARK}function_calls>", f"</{_MARK}tool_calls>")
_INVOKE: Final = re.compile(rf'<{_MARK}invoke name="([^"<>\n]{{1,128}})">\s*+')
_INVOKE_START: Final = f"<{_MARK}invoke"
_INVOKE_END: Final = f"</{_MARK}invoke>"
_PARAMETER: Final = re.compile(
    rf'<{_MARK}parameter name="([^"<>\n]{{1,256}})"(?: string="(true|false)")?>'
)
_PARAMETER_END: Final = f"</{_MARK}parameter>"
_OPENING: Final = re.compile("|".join((*_SECTIONS, _INVOKE_START)))
_NAME: Final = re.compile(r'[^"<>\n]{1,128}')


def encode(calls: Sequence[tuple[str, JsonObject]]) -> str:
    """Write calls in one section.

    Raises:
        ToolwireError: a name or value holds what would end it.
    """
    bodies = (line for name, arguments in calls for line in _lines(name, arguments))
    return "\n".join((_SECTIONS[0], *bodies, _SECTION_ENDS[0]))


def _lines(name: str, arguments: JsonObject) -> list[str]:
    lines = [f'<{_MARK}invoke name="{name}">']
    for key, value in arguments.items():
        text, kind = value_text(value), str(isinstance(value, str)).lower()
        if _PARAMETER_END in text or _NAME.fullmatch(key) is None:
            raise ToolwireError("DSML cannot carry this name or value")
        lines.append(f'<{_MARK}parameter name="{key}" string="{kind}">{text}{_PARAMETER_END}')
    if _NAME.fullmatch(name) is None:
        raise ToolwireError("DSML cannot carry this tool name")
    return [*lines, _INVOKE_END]


@bounded
def decode(scan: Scan) -> Decoded:
    """Read every call of a text; values keep the types their parameters declare."""
    return scan.sections(_OPENING, _SECTIONS, _SECTION_ENDS, _INVOKE_START, _call)


def _call(scan: Scan) -> None:
    start = scan.at
    found = _INVOKE.match(scan.text, start)
    if found is None:
        scan.at += len(_INVOKE_START)
        scan.lost(start, ">", "The call has no name.")
        return
    name = found.group(1)
    arguments: JsonObject = {}
    scan.at = found.end()
    problem = ""
    while parameter := _PARAMETER.match(scan.text, scan.at):
        close = scan.text.find(_PARAMETER_END, parameter.end())
        if close < 0:
            scan.cut(start, "The text ends inside a value.", name)
            return
        value, wrong = _value(scan.text[parameter.end() : close], parameter.group(2))
        problem = problem or wrong
        arguments[parameter.group(1)] = value
        scan.at = close + len(_PARAMETER_END)
        scan.skip()
    if problem or not scan.sees(_INVOKE_END):
        scan.lost(start, _INVOKE_END, problem or "The body is not a list of parameters.", name)
        return
    scan.at += len(_INVOKE_END)
    scan.call(start, name, arguments)


def _value(text: str, string: str | None) -> tuple[Json, str]:
    if string != "false":
        return text, ""
    try:
        return parse(text), ""
    except (JsonError, UnicodeError):
        return None, "A value that is said not to be text is not JSON."


FAMILY: Final = TextFamily(
    "deepseek-dsml", "DeepSeek V3.2 and later", (_MARK,), decode, encode, control=True
)
