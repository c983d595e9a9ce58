"""How much an exchange looks like Ollama's native chat: path and request, else the response."""

from __future__ import annotations

from toolwire.dialects.dialect import Recognition
from toolwire.dialects.sighting import elsewhere, members_of, path_of
from toolwire.model.exchange import Exchange, Request

_PATH = "/api/chat"
_BOM = b"\xef\xbb\xbf"
_NOTHING = Recognition(0.0, "nothing of Ollama's chat")


def recognise(exchange: Exchange) -> Recognition:
    """Say how sure it is, 0.0 to 1.0, that an exchange speaks this dialect."""
    request = exchange.request
    seen = _by_response(exchange.response.body)
    if request is None or not request.url:
        return seen
    if path_of(request.url).endswith(_PATH):
        # Chat pages of web applications have this path as well: the name of a model
        # beside the messages, or the answer, tells that a server of models is behind it.
        if seen.confidence or _asks_a_model(request):
            return Recognition(0.97, f"path ends in {_PATH}")
        return Recognition(0.3, f"path ends in {_PATH}, bodies say nothing")
    return elsewhere(seen)


def _asks_a_model(request: Request) -> bool:
    members = members_of(request.body)
    return members is not None and "model" in members and "messages" in members


def _by_response(body: bytes) -> Recognition:
    # Other formats are sent away here without being parsed.
    start = body[:64].removeprefix(_BOM).lstrip()
    if not start.startswith(b"{") or b'"done"' not in body:
        return _NOTHING
    # An object is closed before a line ends, but for bodies that were stored indented.
    first = body.removeprefix(_BOM).lstrip().partition(b"\n")[0]
    members = members_of(first) or members_of(body.removeprefix(_BOM))
    if members is None or not {"done", "message", "model"} <= members.keys():
        return _NOTHING
    if bytes(members["message"]).startswith(b"{") and bytes(members["done"]) in (b"true", b"false"):
        return Recognition(0.95, "object with message and done")
    return _NOTHING
