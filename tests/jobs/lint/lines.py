"""Exchanges as lines of recorded traffic."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from toolwire.dialects import load_dialect
from toolwire.model.exchange import Exchange, Mode
from toolwire.rules.mutate.scenarios import clean


def as_line(exchange: Exchange, **members: object) -> str:
    """Store an exchange in the JSON Lines form."""
    assert exchange.request is not None
    return json.dumps(
        {
            "source": {"repo": "octo/spoon", "path": "a.yml", "commit": "0" * 40,
                       "interaction_index": 0, "fidelity": "http"},
            "provider": "somebody",
            "request": {
                "method": exchange.request.method,
                "url": exchange.request.url,
                "headers": dict(exchange.request.headers),
                "body": json.loads(exchange.request.body),
            },
            "response": {
                "status": exchange.response.status,
                "headers": dict(exchange.response.headers),
                "body_text": exchange.response.body.decode(),
            },
            "recorded_at": "2026-06-08T17:09:49",
            **members,
        }
    )  # fmt: skip


def recorded(tmp_path: Path, *exchanges: Exchange) -> Path:
    """Store exchanges as the lines of one file, numbered."""
    source = {"repo": "octo/spoon", "path": "a.yml", "commit": "0" * 40, "fidelity": "http"}
    lines = [
        as_line(exchange, source={**source, "interaction_index": number})
        for number, exchange in enumerate(exchanges)
    ]
    path = tmp_path / "pairs.jsonl"
    path.write_text("\n".join(lines))
    return path


def both(*, stop: str = "tool_calls") -> tuple[Exchange, Exchange]:
    """Return one request answered in both modes, the stream ending in a word of its own."""
    chat = load_dialect("openai-chat")
    streamed = clean(chat, "named_choice", Mode.STREAMING)
    body = streamed.response.body.replace(
        b'"finish_reason":"stop"', f'"finish_reason":"{stop}"'.encode()
    )
    changed = replace(streamed, response=replace(streamed.response, body=body))
    return clean(chat, "named_choice", Mode.BLOCKING), changed
