"""Rules about a stream of choices as a whole: its end, its usage, its constants."""

from __future__ import annotations

from collections.abc import Callable

from toolwire.io.json_text import object_of
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Mode
from toolwire.rules.mutate.edit import Frame, frames
from toolwire.rules.rule import Mutation
from toolwire.rules.views.chat import Part
from toolwire.rules.views.dialect_paths import CHAT

GUIDE = "https://developers.openai.com/api/docs/guides/function-calling"


def number_of(part: Part) -> int:
    """Return the number of a part's choice."""
    number = part.choice.get("index")
    return number if isinstance(number, int) else part.place


def edit_last(change: Callable[[JsonObject], None]) -> Callable[[list[Frame]], None]:
    """Change the last chunk that has choices."""

    def apply(stream: list[Frame]) -> None:
        held = [object_of(payload) for _, payload in stream]
        change([chunk for chunk in held if chunk.get("choices")][-1])

    return apply


def streaming(
    change: Callable[[list[Frame]], list[Frame] | None], fault: str = "", dialect: str = CHAT
) -> Mutation:
    """Return the mutation of a stream of plain text."""
    return Mutation(dialect, Mode.STREAMING, "plain_text", frames(change), fault)
