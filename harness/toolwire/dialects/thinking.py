"""Whether a request asks for reasoning that is shown: the forms that several dialects share."""

from __future__ import annotations

from typing import Final

from toolwire.io.json_text import object_of
from toolwire.model.conversation import Json

_ON: Final = frozenset({"adaptive", "enabled"})


def asks_to_think(setting: Json) -> bool:
    """Return whether a `thinking` object, Anthropic's or one after it, has it switched on."""
    return object_of(setting).get("type") in _ON
