"""How much an exchange looks like Ollama's native chat: path and request, else the response."""

from __future__ import annotations

from toolwire.dialects.dialect import Recognition
from toolwire.dialects.sighting import BOM, at_end, members_of, opening_of, recognised
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Exchange

_PATH = "/api/chat"
#: Members that only its requests have.
_OWN = frozenset({"keep_alive", "options", "think"})
_NOTHING = Recognition(0.0, "nothing of Ollama's chat")


def recognise(exchange: Exchange) -> Recognition:
    """Say how sure it is, 0.0 to 1.0, that an exchange speaks this dialect, and why."""
    return recognised(exchange, _at_path, _shown, asked=_asked)


def _at_path(exchange: Exchange) -> Recognition | None:
    if exchange.request is None or not at_end(exchange, (_PATH,)):
        return None
    # Chat pages of web applications have this path as well: the name of a model beside the
    # messages, or the answer, tells that a server of models is behind it.
    sent = members_of(exchange.request.body) or {}
    if {"model", "messages"} <= sent.keys() or _shown(exchange).confidence:
        return Recognition(0.97, f"path ends in {_PATH}")
    return Recognition(0.3, f"path ends in {_PATH}, bodies say nothing")


def _asked(body: JsonObject) -> Recognition | None:
    known = "messages" in body and not _OWN.isdisjoint(body)
    return Recognition(0.8, "request body has members of Ollama's") if known else None


def _shown(exchange: Exchange) -> Recognition:
    body = exchange.response.body
    # Other formats are sent away here without being parsed.
    if not opening_of(body, 64).startswith(b"{") or b'"done"' not in body:
        return _NOTHING
    # An object is closed before a line ends, but for bodies that were stored indented.
    first = body.removeprefix(BOM).lstrip().partition(b"\n")[0]
    members = members_of(first) or members_of(body.removeprefix(BOM))
    if members is None or not {"done", "message", "model"} <= members.keys():
        return _NOTHING
    if bytes(members["message"]).startswith(b"{") and bytes(members["done"]) in (b"true", b"false"):
        return Recognition(0.95, "object with message and done")
    return _NOTHING
