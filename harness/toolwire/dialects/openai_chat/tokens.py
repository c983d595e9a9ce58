"""The tokens of a text with their probabilities, where a request wants them.

Shapes after openai 3.52.0 `types/chat/chat_completion_token_logprob.py`, read 2026-11-24.
"""

from __future__ import annotations

import re
from typing import Final

from toolwire.model.conversation import Json, JsonObject

#: A word with the blanks before it is a token.
_TOKEN: Final = re.compile(r"\s*\S+|\s+$")
_LOGARITHM: Final = -0.125


def tokens_of(text: str | None) -> Json:
    """Return the tokens of a text, none of which had another near it; None for no text."""
    if not text:
        return None
    told: list[Json] = [_token(one) for one in _TOKEN.findall(text)]
    return {"content": told, "refusal": None}


def _token(said: str) -> JsonObject:
    numbers: list[Json] = [*said.encode("utf-8", "replace")]
    return {"token": said, "logprob": _LOGARITHM, "bytes": numbers, "top_logprobs": []}
