"""Exchange to reading: blocking bodies, JSON lines, error bodies."""

from __future__ import annotations

from dataclasses import replace

from toolwire.dialects.body import read_body, sent_of, slice_of
from toolwire.dialects.errors import status_error
from toolwire.dialects.ollama_chat.errors import error_of
from toolwire.dialects.ollama_chat.frames import events_of, is_stream
from toolwire.dialects.ollama_chat.message import Folded
from toolwire.dialects.ollama_chat.request import conversation_of
from toolwire.model.conversation import Json
from toolwire.model.exchange import Exchange, Mode, Response
from toolwire.model.reply import ABSENT, Absent, Reading, Reply, Unread

NAME = "ollama-chat"


def decode(exchange: Exchange) -> Reading:
    """Read everything that is in an exchange; never raises on a provider's data."""
    request, response = exchange.request, exchange.response
    sent = sent_of(request)
    asked = conversation_of(sent)
    if not is_stream(response):
        body, problem, reply = _blocking(response)
        return Reading(exchange, NAME, Mode.BLOCKING, asked, sent, body, problem, (), (), reply)
    events, broken = events_of(response.body)
    folded = Folded()
    folded.unread.extend(broken)
    for event in events:
        folded.take_line(event)
    reply = folded.reply(echo=folded.assembled())
    if reply.error is None and response.status >= 400:
        reply = replace(reply, error=status_error(response.status), echo=None)
    deltas = tuple(folded.deltas)
    return Reading(exchange, NAME, Mode.STREAMING, asked, sent, ABSENT, None, events, deltas, reply)


def _blocking(response: Response) -> tuple[Json | Absent, str | None, Reply]:
    body, problem = read_body(response.body)
    if isinstance(body, Absent):
        unread = (Unread("", problem or ""),)
        reply = Reply(error=error_of(None, response.status), complete=False, unread=unread)
        return body, problem, reply
    error = error_of(body, response.status)
    if error is not None:
        return body, None, Reply(error=error)
    if not isinstance(body, dict):
        return body, None, Reply(complete=False, unread=(Unread("", "not an object"),))
    folded = Folded()
    folded.take(body, "", 0)
    return body, None, folded.reply(echo=_sent_message(body.get("message"), response.body))


def _sent_message(message: Json, data: bytes) -> bytes | None:
    if not isinstance(message, dict):
        return None
    return slice_of(data, ("message",))
