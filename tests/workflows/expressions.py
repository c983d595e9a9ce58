"""What GitHub makes of `${{ }}`, as far as the workflows of this repository use it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

__all__ = ["evaluate", "filled"]

_TOKEN = re.compile(r"\s*('(?:[^']|'')*'|\d+|[A-Za-z_][\w-]*|==|!=|&&|\|\||[!().,\[\]])")
_PART = re.compile(r"\$\{\{(.*?)\}\}", re.DOTALL)
_WORDS: Mapping[str, Any] = {"true": True, "false": False, "null": None}


def text_of(value: Any) -> str:
    """Return a value as GitHub writes it into text."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    assert isinstance(value, str | int), "an object has no text"
    return str(value)


def _format(pattern: str, *values: Any) -> str:
    found = re.sub(r"\{(\d+)\}", lambda m: text_of(values[int(m[1])]), pattern.replace("{{", "\0"))
    return found.replace("\0", "{").replace("}}", "}")


_FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    "toJSON": json.dumps,
    "fromJSON": json.loads,
    "format": _format,
}


class _Parser:
    """A recursive descent over the tokens of one expression."""

    def __init__(self, text: str, contexts: Mapping[str, Any]) -> None:
        self._contexts = contexts
        self._tokens: list[str] = []
        at = 0
        while text[at:].strip():
            match = _TOKEN.match(text, at)
            assert match is not None, f"not understood: {text[at:]!r}"
            self._tokens.append(match[1])
            at = match.end()

    def whole(self) -> Any:
        value = self._either()
        assert not self._tokens, f"left over: {self._tokens}"
        return value

    def _next(self, *tokens: str) -> str:
        if self._tokens and (not tokens or self._tokens[0] in tokens):
            return self._tokens.pop(0)
        return ""

    def _either(self) -> Any:
        value = self._both()
        while self._next("||"):
            other = self._both()
            value = value or other
        return value

    def _both(self) -> Any:
        value = self._equal()
        while self._next("&&"):
            other = self._equal()
            value = value and other
        return value

    def _equal(self) -> Any:
        value = self._not()
        while sign := self._next("==", "!="):
            value = (text_of(value) == text_of(self._not())) == (sign == "==")
        return value

    def _not(self) -> Any:
        return not self._not() if self._next("!") else self._reached()

    def _reached(self) -> Any:
        value = self._primary()
        while sign := self._next(".", "["):
            key = self._next() if sign == "." else text_of(self._either())
            assert sign == "." or self._next("]")
            value = value.get(key) if isinstance(value, Mapping) else None
        return value

    def _primary(self) -> Any:
        token = self._next()
        if token == "(":
            value = self._either()
            assert self._next(")")
            return value
        if token.startswith("'"):
            return token[1:-1].replace("''", "'")
        if token.isdecimal() or token in _WORDS:
            return int(token) if token.isdecimal() else _WORDS[token]
        if not self._next("("):
            assert token in self._contexts, f"no context {token!r}"
            return self._contexts[token]
        arguments = []
        while not self._next(")"):
            arguments.append(self._either())
            self._next(",")
        known = {**_FUNCTIONS, **self._contexts.get("()", {})}
        return known[token](*arguments)


def evaluate(text: str, contexts: Mapping[str, Any]) -> Any:
    """Return the value of an expression, with or without its braces.

    Args:
        text: the expression.
        contexts: `inputs`, `needs` and so on; below "()" the functions that know of the job.
    """
    match = _PART.fullmatch(text.strip())
    return _Parser(match[1] if match else text, contexts).whole()


def filled(value: Any, contexts: Mapping[str, Any]) -> Any:
    """Return a value of a workflow with its expressions replaced; one alone keeps its type."""
    if isinstance(value, Mapping):
        return {key: filled(one, contexts) for key, one in value.items()}
    if not isinstance(value, str):
        return value
    if _PART.fullmatch(value.strip()) and value.count("${{") == 1:
        return evaluate(value, contexts)
    return _PART.sub(lambda match: text_of(evaluate(match[1], contexts)), value)
