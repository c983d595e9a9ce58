"""Arguments of a call that travel as JSON inside a string."""

from __future__ import annotations

from toolwire.io.json_text import JsonError, dump, parse
from toolwire.model.conversation import Json, ToolCall


def arguments_of(value: Json) -> tuple[Json, str | None, str | None]:
    """Read an `arguments` member: (parsed value, raw text, why the text is not JSON)."""
    if not isinstance(value, str):
        return value, None, None
    try:
        return parse(value), value, None
    except JsonError as error:
        return None, value, str(error)


def streamed_arguments(text: str | None, begun: Json) -> tuple[Json, str | None, str | None]:
    """Read arguments as `arguments_of`, from joined pieces: none of them means `begun`."""
    return arguments_of(text) if text else (begun, text, None)


def text_of(call: ToolCall) -> str:
    """Return the arguments of a call as text: as they came, else written."""
    return call.raw if call.raw is not None else dump(call.arguments).decode()
