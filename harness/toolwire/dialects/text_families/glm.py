"""GLM-4.5 and later: a name, then `<arg_key>` and `<arg_value>` pairs.

Chat templates of GLM-4.5 (line breaks between elements) and GLM-4.7 (none), from knowledge;
rule TX108 read 2026-11-21. Values are text: only the schema says what they are.
"""

from __future__ import annotations

import re
import string
from collections.abc import Sequence
from typing import Final

from toolwire.dialects.text_families.family import Decoded, ProblemKind, TextFamily
from toolwire.dialects.text_families.scan import Scan, bounded
from toolwire.dialects.text_families.typed import value_text
from toolwire.model.conversation import JsonObject
from toolwire.model.errors import ToolwireError

_CALL: Final = "<tool_call>"
_CALL_END: Final = "</tool_call>"
_KEY: Final = "<arg_key>"
_KEY_END: Final = "</arg_key>"
_VALUE: Final = "<arg_value>"
_VALUE_END: Final = "</arg_value>"
_OPENING: Final = re.compile(
    r"<tool_call>\s*+(?:([A-Za-z0-9_.:/-]{1,128}+)\s*+(?=<arg_key>|</tool_call>|<[a-z_/]{0,10}\Z|\Z)|\Z)"
)
_LONGEST_KEY: Final = 300
_LONGEST_NAME: Final = 128
_LETTERS: Final = string.ascii_letters + string.digits + "_.:/-"
_NAME: Final = re.compile(r"[A-Za-z0-9_.:/-]{1,128}")


def encode(calls: Sequence[tuple[str, JsonObject]]) -> str:
    """Write calls as GLM-4.5 does.

    Raises:
        ToolwireError: a name or value holds what would end it.
    """
    return "\n".join(_written(name, arguments) for name, arguments in calls)


def _written(name: str, arguments: JsonObject) -> str:
    if _NAME.fullmatch(name) is None:
        raise ToolwireError("GLM's text cannot carry this tool name")
    lines = [f"{_CALL}{name}"]
    for key, value in arguments.items():
        text = value_text(value)
        if _KEY_END in key or len(key) > 256 or _VALUE_END in text:
            raise ToolwireError("<arg_value> cannot carry this name or value")
        lines += [f"{_KEY}{key}{_KEY_END}", f"{_VALUE}{text}{_VALUE_END}"]
    return "\n".join((*lines, _CALL_END))


@bounded
def decode(scan: Scan) -> Decoded:
    """Read every call of a text; Hermes calls, which share the outer tags, stay in it.

    A call without its opening tag is read and reported as a breach of form.
    """
    text = scan.text
    while found := _OPENING.search(text, scan.at):
        _unopened(scan, found.start())
        if scan.at <= found.start():
            scan.keep(found.start())
            scan.at = found.end()
            _body(scan, found.start(), found.group(1))
    _unopened(scan, len(text))
    scan.partly(_CALL)
    return scan.done()


def _unopened(scan: Scan, limit: int) -> None:
    """Read the calls up to an offset whose name stands there without the opening tag."""
    while (at := scan.text.find(_KEY, scan.at, limit)) >= 0:
        start, name = last_name(scan.text, max(at - _LONGEST_KEY, scan.at), at)
        if not name:
            scan.mark(at)
            scan.keep(at + len(_KEY))
            continue
        scan.keep(start)
        scan.at = at
        scan.problem(ProblemKind.FORM, start, "The call has no opening tag.", name)
        _body(scan, start, name)


def last_name(text: str, start: int, end: int) -> tuple[int, str]:
    """Return where the last name before an offset stands, and the name; "" when there is none."""
    near = text[start:end].rstrip()
    name = near[len(near.rstrip(_LETTERS)) :][-_LONGEST_NAME:]
    return start + len(near) - len(name), name


def _body(scan: Scan, start: int, name: str | None) -> None:
    arguments: JsonObject = {}
    while scan.sees(_KEY):
        begun = scan.at + len(_KEY)
        key_end = scan.text.find(_KEY_END, begun, begun + _LONGEST_KEY)
        if key_end < 0:
            break
        scan.at = key_end + len(_KEY_END)
        scan.skip()
        if not scan.sees(_VALUE):
            break
        close = scan.text.find(_VALUE_END, scan.at)
        if close < 0:
            scan.cut(start, "The text ends inside a value.", name)
            return
        arguments[scan.text[begun:key_end]] = scan.text[scan.at + len(_VALUE) : close]
        scan.at = close + len(_VALUE_END)
        scan.skip()
    if name is None or not scan.sees(_CALL_END):
        scan.lost(start, _CALL_END, "The body is not a list of keys and values.", name)
        return
    scan.at += len(_CALL_END)
    scan.call(start, name, arguments)


FAMILY: Final = TextFamily(
    "glm",
    "GLM-4.5 and later",
    ("<arg_key>", "<arg_value>", "</arg_value>"),
    decode,
    encode,
    typed=False,
)
