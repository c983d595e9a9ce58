"""Rules about what calls and results of a history carry: objects, text, references."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.mutate.edit import put


def with_value(path: tuple[str | int, ...], new: Json) -> Callable[[JsonObject], None]:
    """Put a value at a path."""
    return lambda value: put(value, path, new)


RESPONSE: Final[tuple[str | int, ...]] = (
    "contents",
    2,
    "parts",
    0,
    "functionResponse",
    "response",
)

TEXT: Final = '{"location":"Paris","days":2}'
