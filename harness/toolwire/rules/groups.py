"""Dialects that several rules name together."""

from __future__ import annotations

from typing import Final

#: Whose calls are members, not text.
EVERYWHERE: Final = (
    "anthropic-messages",
    "bedrock-converse",
    "openai-chat",
    "cohere-v1",
    "cohere-v2",
    "gemini-generate",
    "ollama-chat",
    "openai-responses",
)
#: With those whose calls are text.
EVERY_FORMAT: Final = (*EVERYWHERE, "chatml", "prompted")
#: With OpenAI's choices around what is said, structured calls or text.
CHAT_ENVELOPES: Final = ("openai-chat", "chatml", "prompted")
#: In which every call has to have an id.
WITH_IDS: Final = (
    "anthropic-messages",
    "bedrock-converse",
    "openai-chat",
    "cohere-v2",
    "openai-responses",
)
#: Whose answers count the tokens of a prompt with all that a cache had.
COUNTING: Final = (
    "anthropic-messages",
    "bedrock-converse",
    "gemini-generate",
    "openai-chat",
    "openai-responses",
)
#: With those whose calls are text.
COUNTING_IN_WORDS: Final = (*COUNTING, "chatml", "prompted")
