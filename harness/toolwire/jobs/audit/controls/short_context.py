"""Whether a request was refused because the model's context is shorter than it."""

from __future__ import annotations

from typing import Final

from toolwire.model.reply import Reading

#: By which vendors and servers say so: OpenAI, Anthropic, vLLM, llama.cpp, Mistral, Bedrock, Gemini.
_WORDS: Final = (
    "context length",
    "context size",
    "context window",
    "prompt is too long",
    "input is too long",
    "too many input tokens",
    "input token count",
)


def exceeds_context(reading: Reading) -> bool:
    """Say whether a refusal names the context: a model has the one that it has."""
    status, error = reading.exchange.response.status, reading.reply.error
    if reading.ok or error is None or not 400 <= status < 500:
        return False
    words = (error.message or "").lower()
    return any(one in words for one in _WORDS)
