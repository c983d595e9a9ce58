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
#: Whose calls are text.
IN_WORDS: Final = ("chatml", "prompted")
#: Of both kinds.
EVERY_FORMAT: Final = (*EVERYWHERE, *IN_WORDS)
#: With OpenAI's choices around what is said, structured calls or text.
CHAT_ENVELOPES: Final = ("openai-chat", *IN_WORDS)
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
COUNTING_IN_WORDS: Final = (*COUNTING, *IN_WORDS)
