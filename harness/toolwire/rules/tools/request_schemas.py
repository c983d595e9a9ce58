"""Rules about the parameter schemas that a request offers its tools with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from toolwire.io.json_text import object_of
from toolwire.model.conversation import JsonObject
from toolwire.rules.mutate.edit import at
from toolwire.rules.views.dialect_paths import ANTHROPIC, BEDROCK, CHAT, RESPONSES

UNIONS: Final = ("anyOf", "oneOf", "allOf")

TOOL: Final[Mapping[str, tuple[str | int, ...]]] = {
    ANTHROPIC: ("tools", 1, "input_schema"),
    BEDROCK: ("toolConfig", "tools", 1, "toolSpec", "inputSchema", "json"),
    CHAT: ("tools", 1, "function", "parameters"),
    RESPONSES: ("tools", 1, "parameters"),
}


def changed(
    change: Callable[[JsonObject], None], *dialects: str
) -> dict[str, Callable[[JsonObject], None]]:
    """Return the change of a tool's parameters for each dialect."""

    def changing(path: tuple[str | int, ...]) -> Callable[[JsonObject], None]:
        return lambda value: change(object_of(at(value, path)))

    return {dialect: changing(TOOL[dialect]) for dialect in dialects}
