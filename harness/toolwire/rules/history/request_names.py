"""Rules about the names of tools in a request: what they are made of, and that they agree."""

from __future__ import annotations

from collections.abc import Callable

from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.mutate.edit import put


def cut(name: Json) -> Json:
    """Return a name at most 200 characters long, null for what is none."""
    return name[:200] if isinstance(name, str) else None


Change = Callable[[JsonObject], None]


def renamed(path: tuple[str | int, ...], name: str = "get_wether") -> Change:
    """Put another name at a path."""
    return lambda value: put(value, path, name)
