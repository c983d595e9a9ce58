"""The lists of models, in the words of the dialects whose clients ask for them.

OpenAI's list after openai 3.52.0 `types/model.py`, Ollama's after docs/openapi.yaml
(ListResponse), read 2026-11-21.
"""

from __future__ import annotations

from harness.conversation import JsonObject
from harness.exchange import Response
from harness.json_text import dump

__all__ = ["listed"]

_CREATED = 1763683200
_MODIFIED = "2026-11-21T00:00:00Z"


def listed(dialect: str, model: str) -> Response:
    """Return the list of the one model that is served."""
    body = _tags(model) if dialect == "ollama-chat" else _models(model)
    return Response(200, (("content-type", "application/json"),), dump(body))


def _models(model: str) -> JsonObject:
    return {
        "object": "list",
        "data": [{"id": model, "object": "model", "created": _CREATED, "owned_by": "toolwire"}],
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
