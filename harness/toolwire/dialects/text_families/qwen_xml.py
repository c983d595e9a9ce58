"""Qwen3-Coder: `<function=name>` with one `<parameter=key>` element per argument.

Chat template of Qwen3-Coder and the Qwen section of PROVIDERS.md, read 2026-11-21; Llama on
Groq writes `<function=name>{...}</function>` (rule TX102). Values are text: the schema says
what they are. A body cannot hold its own closing tag, because nothing is escaped.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from toolwire.dialects.text_families.family import Decoded, TextFamily
from toolwire.dialects.text_families.scan import Scan, bounded
from toolwire.dialects.text_families.typed import value_text
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.errors import ToolwireError

_WRAPPER: Final = "<tool_call>"
_WRAPPER_END: Final = "</tool_call>"
_FUNCTION_END: Final = "</function>"
_PARAMETER_END: Final = "</parameter>"
_OPENING: Final = re.compile(
    r"(?:<tool_call>\s*+)?<function=([A-Za-z0-9_.:/-]{1,128})>|(?:<tool_call>\s*+)?<function=[^>\n]{0,128}\Z"
)
_NAME: Final = re.compile(r"[A-Za-z0-9_.:/-]{1,128}")
_PARAMETER: Final = re.compile(r"<parameter=([^>\n]{1,256})>")


def encode(calls: Sequence[tuple[str, JsonObject]]) -> str:
    """Write calls with every value on lines of its own.

    Raises:
        ToolwireError: a name or value holds what would end it.
    """
    return "\n".join(_written(name, arguments) for name, arguments in calls)


def _written(name: str, arguments: JsonObject) -> str:
    if _NAME.fullmatch(name) is None:
        raise ToolwireError("<function=...> cannot carry this tool name")
    lines = [_WRAPPER, f"<function={name}>"]
    for key, value in arguments.items():
        text = value_text(value)
        if _PARAMETER_END in text or _PARAMETER.fullmatch(f"<parameter={key}>") is None:
            raise ToolwireError("<parameter=...> cannot carry this name or value")
        lines += [f"<parameter={key}>", text, _PARAMETER_END]
    return "\n".join((*lines, _FUNCTION_END, _WRAPPER_END))


@bounded
def decode(scan: Scan) -> Decoded:
    """Read every call of a text; the wrapper may be missing, as models often leave it out."""
    text = scan.text
    while found := _OPENING.search(text, scan.at):
        scan.keep(found.start())
        if found.group(1) is None:
            scan.cut(found.start(), "The text ends inside an opening tag.")
        else:
            scan.at = found.end()
            _body(scan, found.start(), found.group(1))
    scan.partly("<function=", f"{_WRAPPER}\n<function=")
    return scan.done()


def _body(scan: Scan, start: int, name: str) -> None:
    scan.skip()
    arguments: JsonObject | None = {}
    if scan.sees("{"):
        arguments, end, _ = scan.object_at(scan.at)
        scan.at = scan.at if arguments is None or end is None else end
    else:
        while arguments is not None and (found := _PARAMETER.match(scan.text, scan.at)):
            close = scan.text.find(_PARAMETER_END, found.end())
            if close < 0:
                scan.cut(start, "The text ends inside a value.", name)
                return
            arguments[found.group(1)] = _value(scan.text[found.end() : close])
            scan.at = close + len(_PARAMETER_END)
            scan.skip()
    scan.skip()
    if arguments is None or not scan.sees(_FUNCTION_END):
        scan.lost(start, _FUNCTION_END, "The body is not a list of parameters.", name)
        return
    _finish(scan, start, name, arguments)


def _finish(scan: Scan, start: int, name: str, arguments: JsonObject) -> None:
    scan.at += len(_FUNCTION_END)
    end = scan.at
    scan.skip()
    if scan.sees(_WRAPPER_END):
        scan.at += len(_WRAPPER_END)
    elif scan.text.startswith(_WRAPPER, start) and scan.ends_in(_WRAPPER_END):
        scan.cut(start, "The call has no closing tag.", name)
        return
    else:
        scan.at = end
    scan.call(start, name, arguments)


def _value(text: str) -> Json:
    return text.removeprefix("\n").removesuffix("\n")


FAMILY: Final = TextFamily(
    "qwen-xml",
    "Qwen3-Coder, Llama on Groq",
    ("<function=", "<parameter="),
    decode,
    encode,
    typed=False,
)
