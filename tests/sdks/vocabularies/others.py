"""What SDKs say of formats that they speak beside their own, or hardly type."""

from __future__ import annotations

from typing import Final

from tests.sdks.vocabularies.openai_chat import TOGETHER
from tests.sdks.vocabulary import Vocabulary, each

__all__ = ["OTHERS"]

_CHAT: Final = "openai.types.chat"
_CALLED: Final = each("a request without tools has no calls", "function_call tool_calls")

OTHERS: Final = (
    Vocabulary(
        "chatml",
        "finish reasons",
        (
            "schema:/$defs/chunk_choice/properties/finish_reason",
            "schema:/$defs/response_choice/properties/finish_reason",
        ),
        ("openai.types.completion_choice:CompletionChoice.finish_reason",),
    ),
    Vocabulary(
        "chatml",
        "what finish reasons mean",
        ("dialect:stops",),
        ("openai.types.completion_choice:CompletionChoice.finish_reason",),
        older=each(TOGETHER, "eos"),
    ),
    Vocabulary(
        "prompted",
        "finish reasons",
        (
            "schema:/$defs/chunk_choice/properties/finish_reason",
            "schema:/$defs/response_choice/properties/finish_reason",
        ),
        (f"{_CHAT}.chat_completion:Choice.finish_reason",),
        unread=_CALLED,
    ),
    Vocabulary(
        "prompted",
        "what finish reasons mean",
        ("dialect:stops",),
        (f"{_CHAT}.chat_completion:Choice.finish_reason",),
        unread=_CALLED,
        older=each(TOGETHER, "eos"),
    ),
    Vocabulary(
        "prompted",
        "objects",
        ("schema:/$defs/response/properties/object + schema:/$defs/chunk/properties/object",),
        (f"{_CHAT}:ChatCompletion.object", f"{_CHAT}:ChatCompletionChunk.object"),
    ),
    Vocabulary(
        "prompted",
        "roles of a history",
        ("schema:/$defs/request_message/properties/role",),
        (f"{_CHAT}:ChatCompletionMessageParam#role",),
        unread=each("tools and results are text of the other roles", "developer function tool"),
    ),
    Vocabulary(
        "prompted",
        "role of a reply",
        (
            "schema:/$defs/response_message/properties/role",
            "schema:/$defs/delta/properties/role",
        ),
        (f"{_CHAT}:ChatCompletionMessage.role",),
    ),
    Vocabulary(
        "chatml",
        "objects",
        ("schema:/$defs/response/properties/object", "schema:/$defs/chunk/properties/object"),
        ("openai.types:Completion.object",),
    ),
    Vocabulary(
        "ollama-chat",
        "formats of an answer",
        ("schema:/$defs/request/properties/format/anyOf/0",),
        ("ollama._types:ChatRequest.format",),
    ),
)
