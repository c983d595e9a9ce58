"""The lists of models, in the words of the dialects whose clients ask for them.

OpenAI's list after openai 3.52.0 `types/model.py`, Ollama's after docs/openapi.yaml
(ListResponse), read 2026-11-21; Anthropic's, Gemini's and Cohere's after the pages that
`harness/toolwire/dialects/model_list.py` names, read 2026-11-22.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from toolwire.io.json_text import dump
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Response

_CREATED = 1763683200
_MODIFIED = "2026-11-21T00:00:00Z"


def listed(dialect: str, model: str) -> Response:
    """Return the list of the one model that is served."""
    body = _LISTS.get(dialect, _models)(model)
    return Response(200, (("content-type", "application/json"),), dump(body))


def _models(model: str) -> JsonObject:
    return {
        "object": "list",
        "data": [{"id": model, "object": "model", "created": _CREATED, "owned_by": "toolwire"}],
    }


def _anthropic(model: str) -> JsonObject:
    return {
        "data": [
            {"type": "model", "id": model, "display_name": model, "created_at": _MODIFIED},
        ],
        "has_more": False,
        "first_id": model,
        "last_id": model,
    }


def _cohere(model: str) -> JsonObject:
    return {
        "models": [
            {
                "name": model,
                "is_deprecated": False,
                "endpoints": ["chat"],
                "finetuned": False,
                "context_length": 128000,
                "features": ["tools"],
            }
        ]
    }


def _gemini(model: str) -> JsonObject:
    return {
        "models": [
            {
                "name": f"models/{model}",
                "version": "001",
                "displayName": model,
                "inputTokenLimit": 128000,
                "outputTokenLimit": 8192,
                "supportedGenerationMethods": ["generateContent"],
            }
        ]
    }


def _tags(model: str) -> JsonObject:
    return {
        "models": [
            {
                "name": model,
                "model": model,
                "modified_at": _MODIFIED,
                "size": 0,
                "digest": "0" * 64,
                "details": {"format": "gguf", "family": "toolwire"},
            }
        ]
    }


_LISTS: Final[Mapping[str, Callable[[str], JsonObject]]] = {
    "anthropic-messages": _anthropic,
    "cohere-v1": _cohere,
    "cohere-v2": _cohere,
    "gemini-generate": _gemini,
    "ollama-chat": _tags,
}
