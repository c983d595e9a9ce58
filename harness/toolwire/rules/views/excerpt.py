"""Values from the wire, cut short enough to stand in a finding."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from toolwire.io.json_text import JsonError, dump
from toolwire.io.pointer import at, steps_of
from toolwire.model.conversation import Json
from toolwire.model.reply import ABSENT, Absent, Reading

_LIMIT: Final = 120
_WINDOW: Final = 30

_WORDS: Final[Mapping[type, str]] = {
    str: "string",
    int: "integer",
    float: "number",
    bool: "boolean",
    list: "array",
    dict: "object",
    type(None): "null",
}


def kind_of(value: object) -> str:
    """Return the JSON type of a value in words."""
    return _WORDS.get(type(value), "absent or not JSON")


def excerpt(value: Json, limit: int = _LIMIT) -> Json:
    """Return a value as it is when it is short, else the first `limit` characters of its text."""
    if isinstance(value, str):
        return value if len(value) <= limit else value[: limit - 1] + "…"
    if not isinstance(value, list | dict):
        return value
    try:
        text = dump(value).decode()
    except (JsonError, UnicodeError):
        return f"{type(value).__name__} too deep to show"
    return value if len(text) <= limit else text[: limit - 1] + "…"


def short(value: Json) -> Json:
    """Return an array or object as `excerpt` does; what is neither cannot be nested."""
    return excerpt(value) if isinstance(value, list | dict) else value


def around(text: str, at: int, length: int) -> str:
    """Return the piece of `text` that starts at `at`, with a little of both sides."""
    start = max(at - _WINDOW, 0)
    end = at + length + _WINDOW
    return f"{'…' if start else ''}{text[start:end]}{'…' if end < len(text) else ''}"


def is_absent(reading: Reading, pointer: str) -> bool:
    """Return whether nothing stands at a finding's pointer, as opposed to JSON null.

    Pointers that lead elsewhere (`status`, `header[...]`, `request/...`) are never absent.
    """
    return _is_of_answer(pointer) and value_at(reading, pointer) is ABSENT


def value_at(reading: Reading, pointer: str) -> Json | Absent:
    """Return what stands at a finding's pointer into the body or an event; absent where it leads elsewhere."""
    head, _, tail = pointer.partition("/")
    here: Json | Absent = ABSENT
    if not head:
        here = reading.body
    elif _is_of_answer(pointer):
        number = int(head[6:-1])
        here = reading.events[number].json if number < len(reading.events) else ABSENT
    return at(here, steps_of(f"/{tail}") if tail else ())


def _is_of_answer(pointer: str) -> bool:
    head = pointer.partition("/")[0]
    return not head or head.startswith("event[")
