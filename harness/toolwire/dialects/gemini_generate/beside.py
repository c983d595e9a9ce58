"""What Gemini answers beside generateContent: counts of tokens, caches of contents, one model.

After google-genai 3.4.0 `types.py` (`CountTokensResponse`, `CachedContent`, `Model`) and
https://ai.google.dev/api/rest/v1beta/cachedContents (as of 2024-06), read 2026-11-23. Nothing is
kept: a cache has the name that follows from what was put into it, and one that is asked for by name
is there.
"""

from __future__ import annotations

from typing import Final

from toolwire.dialects.beside import BesideRoute, last_step
from toolwire.dialects.responder import drawn, token_count
from toolwire.io.json_text import dump, string_of
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Request

_ROOT: Final = "/v1(?:beta|alpha)?"
_ALPHABET: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
_ID_LENGTH: Final = 20
_CREATED: Final = "2026-11-21T00:00:00Z"
_EXPIRES: Final = "2026-11-21T01:00:00Z"


def model_entry(model: str) -> JsonObject:
    """Return how a list shows a model."""
    return {
        "name": f"models/{model}",
        "version": "001",
        "displayName": model,
        "inputTokenLimit": 128000,
        "outputTokenLimit": 8192,
        "supportedGenerationMethods": ["generateContent", "countTokens", "createCachedContent"],
    }


def _count(_: Request, body: JsonObject) -> JsonObject:
    tokens = token_count(body)
    return {
        "totalTokens": tokens,
        "promptTokensDetails": [{"modality": "TEXT", "tokenCount": tokens}],
    }


def _cached(name: str, body: JsonObject) -> JsonObject:
    return {
        "name": f"cachedContents/{name}",
        "model": string_of(body.get("model")) or "models/reference-model",
        "displayName": string_of(body.get("displayName")) or "",
        "createTime": _CREATED,
        "updateTime": _CREATED,
        "expireTime": string_of(body.get("expireTime")) or _EXPIRES,
        "usageMetadata": {"totalTokenCount": token_count(body)},
    }


def _create(_: Request, body: JsonObject) -> JsonObject:
    return _cached(drawn(dump(body).decode(), _ALPHABET, _ID_LENGTH), body)


def _read(request: Request, body: JsonObject) -> JsonObject:
    return _cached(last_step(request), body)


def _nothing(_: Request, __: JsonObject) -> JsonObject:
    return {}


_ONE: Final = f"{_ROOT}/cachedContents/[^/]+"
BESIDE: Final = (
    BesideRoute("POST", f"{_ROOT}/models/[^/]+:countTokens", _count),
    # Below /v1 OpenAI's clients ask for a model.
    BesideRoute(
        "GET", "/v1(?:beta|alpha)/models/[^/:]+", lambda asked, _: model_entry(last_step(asked))
    ),
    BesideRoute("POST", f"{_ROOT}/cachedContents", _create),
    BesideRoute("GET", f"{_ROOT}/cachedContents", _nothing),
    BesideRoute("GET", _ONE, _read),
    BesideRoute("PATCH", _ONE, _read),
    BesideRoute("DELETE", _ONE, _nothing),
)
