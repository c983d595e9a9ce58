"""Llama 3.2 and 4: a Python list of calls, `[f(a=1), g()]`, with or without `<|python_start|>`.

Llama 3.2 and 4 prompt formats, zero-shot function calling, from knowledge; rule TX103 read
2026-11-21. The list is parsed as an expression, never compiled or run, and walked strictly:
calls of plain names with keyword arguments whose values are JSON written as Python literals.
"""

from __future__ import annotations

import ast
import math
import re
import warnings
from collections.abc import Callable, Sequence
from typing import Final

from toolwire.dialects.text_families.family import Decoded, TextFamily
from toolwire.dialects.text_families.scan import Scan, bounded
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.errors import ToolwireError

_START: Final = "<|python_start|>"
_ENDS: Final = ("<|python_end|>", "<|eom|>", "<|eot|>", "<|eot_id|>")
_OPENING: Final = re.compile(r"\[\s*([A-Za-z_]\w{0,127}(?:\.[A-Za-z_]\w{0,127}){0,3})\s*\(")
_NAME: Final = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*){0,3}", re.ASCII)
_KEY: Final = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_STEP: Final = re.compile(r"""'(?:[^'\\]|\\.)*+'|"(?:[^"\\]|\\.)*+"|[\[\](){}'"]""", re.DOTALL)
#: CPython's parser bounds its own stack; this bounds its time and memory.
_LONGEST: Final = 20_000
_PARSER_ERRORS = (SyntaxError, ValueError, MemoryError, RecursionError)


class _NotLiteralError(ValueError):
    """A part of the list that is not a call of literals."""


def encode(calls: Sequence[tuple[str, JsonObject]]) -> str:
    """Write calls as one list.

    Raises:
        ToolwireError: a tool or argument name is not a Python name.
    """
    return f"[{', '.join(_call_text(name, arguments) for name, arguments in calls)}]"


def _call_text(name: str, arguments: JsonObject) -> str:
    for word, pattern in ((name, _NAME), *((key, _KEY) for key in arguments)):
        if pattern.fullmatch(word) is None or any(_keyword(part) for part in word.split(".")):
            raise ToolwireError("a Python call cannot carry this name", hint="use letters and _")
    return f"{name}({', '.join(f'{key}={value!r}' for key, value in arguments.items())})"


def _keyword(word: str) -> bool:
    try:
        ast.parse(f"f({word}=1)", mode="eval")
    except SyntaxError:
        return True
    return False


@bounded
def decode(scan: Scan) -> Decoded:
    """Read a list of calls that is the whole text, or that follows the marker."""
    text = scan.text
    start = max(text.find(_START), 0)
    marked = scan.text.startswith(_START, start)
    scan.keep(start)
    scan.skip(_START)
    opening = _OPENING.match(text, scan.at)
    if opening is None:
        return _no_list(scan, start, marked=marked)
    end = len(text.rstrip())
    for word in _ENDS:
        end = len(text[:end].removesuffix(word).rstrip())
    name = opening.group(1)
    if not text.endswith(")]", 0, end) or end < opening.end():
        # Prose that only begins like a list goes on after it.
        if marked or not _closes(text, scan.at):
            scan.cut(start, "The list of calls does not end.", name)
        return _rest(scan, start)
    try:
        found = _calls(text[scan.at : end])
    except _PARSER_ERRORS:
        scan.broken(start, len(text), "The list is not calls of literals.", name)
        return scan.done()
    begun, scan.at = start, len(text)
    for called, arguments in found:
        scan.call(begun, called, arguments)
    return scan.done()


def _closes(text: str, start: int) -> bool:
    """Return whether the bracket at `start` is closed anywhere."""
    depth = 0
    for step in _STEP.finditer(text, start, start + _LONGEST):
        mark = step.group()
        if mark in "'\"":
            return False
        depth += (mark in "[({") - (mark in "])}")
        if depth <= 0:
            return True
    return False


def _no_list(scan: Scan, start: int, *, marked: bool) -> Decoded:
    if not marked:
        return _rest(scan, start)
    if scan.text[scan.at :].strip() in ("", "["):
        scan.cut(start, "Nothing follows the marker.")
    else:
        scan.broken(start, len(scan.text), "What follows the marker is no list of calls.")
    return scan.done()


def _rest(scan: Scan, start: int) -> Decoded:
    if not scan.stopped:
        scan.at = start
        scan.partly(_START)
    return scan.done()


def _calls(source: str) -> list[tuple[str, JsonObject]]:
    if len(source) > _LONGEST:
        raise _NotLiteralError
    with warnings.catch_warnings():
        # A hostile text may hold what Python warns of, such as unknown escapes.
        warnings.simplefilter("ignore")
        body = ast.parse(source, mode="eval").body
    if not isinstance(body, ast.List):
        raise _NotLiteralError
    return [_call(item) for item in body.elts]


def _call(node: ast.expr) -> tuple[str, JsonObject]:
    if not isinstance(node, ast.Call) or node.args:
        raise _NotLiteralError
    arguments: JsonObject = {}
    for keyword in node.keywords:
        if keyword.arg is None or keyword.arg in arguments:
            raise _NotLiteralError
        arguments[keyword.arg] = _value(keyword.value)
    return _dotted(node.func), arguments


def _dotted(node: ast.expr) -> str:
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        raise _NotLiteralError
    return ".".join((node.id, *reversed(parts)))


def _value(node: ast.AST) -> Json:
    read = _READERS.get(type(node))
    if read is None:
        raise _NotLiteralError
    return read(node)


def _constant(node: ast.AST) -> Json:
    value = getattr(node, "value", ...)
    if isinstance(value, str):
        # Python's escapes can write lone surrogates, which no JSON text can hold.
        value.encode()
        return value
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, float) and math.isfinite(value):
        return value
    raise _NotLiteralError


def _negative(node: ast.AST) -> Json:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = node.operand
        value = _constant(inner) if isinstance(inner, ast.Constant) else None
        if isinstance(value, int | float) and not isinstance(value, bool):
            return -value
    raise _NotLiteralError


def _list(node: ast.AST) -> Json:
    return [_value(item) for item in node.elts] if isinstance(node, ast.List) else None


def _dict(node: ast.AST) -> Json:
    members: JsonObject = {}
    for key, item in zip(node.keys, node.values, strict=True) if isinstance(node, ast.Dict) else ():
        word = _constant(key) if isinstance(key, ast.Constant) else None
        if not isinstance(word, str):
            raise _NotLiteralError
        members[word] = _value(item)
    return members


_READERS: Final[dict[type, Callable[[ast.AST], Json]]] = {
    ast.Constant: _constant,
    ast.Dict: _dict,
    ast.List: _list,
    ast.UnaryOp: _negative,
}

FAMILY: Final = TextFamily(
    "llama-pythonic", "Llama 3.2 and 4", (_START,), decode, encode, control=True
)
