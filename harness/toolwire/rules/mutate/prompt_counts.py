"""Another number of tokens of a prompt, or of an answer, wherever the answer counts them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from toolwire.dialects.count import count_of
from toolwire.io.json_text import object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Exchange, Mode
from toolwire.rules.mutate.edit import Frame, body, frames
from toolwire.rules.views.token_counts import ANSWER, PROMPT

__all__ = ["ANSWER", "PROMPT", "recounted"]

#: How formats call the tokens of both.
_TOTAL: Final = frozenset({"total_tokens", "totalTokens", "totalTokenCount"})


def recounted(
    mode: Mode, other: Callable[[int], int], counts: frozenset[str] = PROMPT
) -> Callable[[Exchange], Exchange]:
    """Make a mutation that counts another number of tokens, in a body or a stream.

    Args:
        mode: of the answer.
        other: right count -> the other.
        counts: how formats call what is counted; the sum that it is a part of changes with it.
    """

    def change(value: Json) -> Json:
        if isinstance(value, list):
            return [change(one) for one in value]
        if not isinstance(value, dict):
            return value
        made = {key: change(one) for key, one in value.items()}
        told = {name: count_of(value) for name, value in made.items()}
        more = 0
        for name in counts & told.keys():
            counted = told[name]
            if counted is not None:
                made[name] = other(counted)
                more += other(counted) - counted
        for name in _TOTAL & told.keys():
            whole = told[name]
            if whole is not None:
                made[name] = whole + more
        return made

    def whole(document: JsonObject) -> None:
        document.update(object_of(change({**document})))

    def streamed(stream: list[Frame]) -> list[Frame]:
        return [(kind, change(payload)) for kind, payload in stream]

    return body(whole) if mode is Mode.BLOCKING else frames(streamed)
