"""Rules about a stream of choices as a whole: its end, its usage, its constants."""

from __future__ import annotations

from collections.abc import Callable

from toolwire.io.json_text import object_of
from toolwire.model.conversation import JsonObject
from toolwire.rules.mutate.edit import Frame
from toolwire.rules.views.chat import ChoicePart

GUIDE = "https://developers.openai.com/api/docs/guides/function-calling"


def number_of(part: ChoicePart) -> int:
    """Return the number of a part's choice."""
    number = part.choice.get("index")
    return number if isinstance(number, int) else part.place


def edit_last(change: Callable[[JsonObject], None]) -> Callable[[list[Frame]], None]:
    """Change the last chunk that has choices."""

    def apply(stream: list[Frame]) -> None:
        held = [object_of(payload) for _, payload in stream]
        change([chunk for chunk in held if chunk.get("choices")][-1])

    return apply
