"""Cassettes of others as text, and the exchanges that are read of them."""

from __future__ import annotations

import io

import yaml

from toolwire.model.exchange import Exchange
from toolwire.traffic import yaml_file
from toolwire.traffic.unreadable import Unreadable

__all__ = ["REQUEST", "RESPONSE", "STREAM", "cassette_of", "one", "read"]

STREAM = 'event: a\ndata: {"text": "ü \u2028 👍"}\n\ndata: [DONE]\n\n'.encode()


def read(text: str | bytes) -> list[Exchange | Unreadable]:
    """Return what is read of a cassette, and what is told of the rest."""
    data = text if isinstance(text, bytes) else text.encode()
    return list(yaml_file.read(io.BytesIO(data), "a.yaml"))


def cassette_of(request: object, response: object, **top: object) -> bytes:
    """Return a cassette of one interaction."""
    interactions = [{"request": request, "response": response}]
    return yaml.safe_dump({"interactions": interactions, "version": 1, **top}).encode()


REQUEST = {"method": "POST", "uri": "https://api.acme.test", "body": "{}", "headers": {}}
RESPONSE = {"status": {"code": 200, "message": "OK"}, "headers": {}, "body": {"string": "{}"}}


def one(text: str | bytes) -> Exchange:
    """Return the only exchange of a cassette."""
    (exchange,) = read(text)
    assert isinstance(exchange, Exchange), exchange
    return exchange
