"""Another number of tokens of a prompt, or of an answer, wherever the answer counts them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from toolwire.dialects.count import count_of
from toolwire.io.json_text import object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Exchange, Mode
from toolwire.rules.mutate.edit import Frame, body, frames

#: Dialect -> how it calls the tokens of a prompt, and those of prompt and answer.
PROMPT_COUNTED: Final[dict[str, tuple[str, str]]] = {
    "anthropic-messages": ("input_tokens", ""),
    "bedrock-converse": ("inputTokens", "totalTokens"),
    "gemini-generate": ("promptTokenCount", "totalTokenCount"),
    "openai-chat": ("prompt_tokens", "total_tokens"),
    "openai-responses": ("input_tokens", "total_tokens"),
}


#: Dialect -> how it calls the tokens of an answer, and those of prompt and answer.
ANSWER_COUNTED: Final[dict[str, tuple[str, str]]] = {
    "anthropic-messages": ("output_tokens", ""),
    "bedrock-converse": ("outputTokens", "totalTokens"),
    "gemini-generate": ("candidatesTokenCount", "totalTokenCount"),
    "openai-chat": ("completion_tokens", "total_tokens"),
    "openai-responses": ("output_tokens", "total_tokens"),
}


def recounted(
    names: tuple[str, str], mode: Mode, other: Callable[[int], int]
) -> Callable[[Exchange], Exchange]:
    """Make a mutation that counts another number of tokens, in a body or a stream.

    Args:
        names: of the count, and of the sum that it is a part of.
        mode: of the answer.
        other: right count -> the other.
    """
    one, total = names

    def change(value: Json) -> Json:
        if isinstance(value, list):
            return [change(one) for one in value]
        if not isinstance(value, dict):
            return value
        made = {key: change(one) for key, one in value.items()}
        counted, whole = count_of(made.get(one)), count_of(made.get(total))
        if counted is not None:
            made[one] = other(counted)
            if whole is not None:
                made[total] = whole + other(counted) - counted
        return made

    def whole(document: JsonObject) -> None:
        document.update(object_of(change({**document})))

    def streamed(stream: list[Frame]) -> list[Frame]:
        return [(kind, change(payload)) for kind, payload in stream]

    return body(whole) if mode is Mode.BLOCKING else frames(streamed)
