"""Error bodies and error events.

Sources: anthropic 2.11.0 `types/shared/error_response.py`; Bedrock Runtime errors
(`{"message"}` with an `x-amzn-errortype` header); Google API errors of Vertex
(`{"error": {"code", "message", "status"}}`, at times inside an array). Read 2026-11-21.
"""

from __future__ import annotations

from toolwire.dialects.errors import code_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Response
from toolwire.model.reply import Absent, Event, WireError

_CODES = ("type", "status", "code")
# How events that are errors are named: `error` in SSE, a type in the AWS event stream.
_EVENT_NAMES = ("error", "Exception", "Error")


def error_of(response: Response, body: Json | Absent) -> WireError | None:
    """Return the error of a blocking response; None when it reports none.

    A response with an error status always has one, if only with an empty message.
    """
    prefix = ""
    if isinstance(body, list) and len(body) == 1:
        body, prefix = body[0], "/0"
    holder = body if isinstance(body, dict) else {}
    found = _reported(holder, prefix)
    if found is not None or response.status < 400:
        return found
    code = _amazon_code(response)
    for key in ("message", "Message"):
        text = holder.get(key)
        if isinstance(text, str):
            return WireError(text, code, f"{prefix}/{key}")
    return WireError("", code, "status")


def error_event(event: Event) -> WireError | None:
    """Return the error a streamed event reports, by its payload or by its name, else None."""
    pointer = f"event[{event.number}]"
    holder = event.json if isinstance(event.json, dict) else {}
    found = _reported(holder, pointer)
    if found is not None or event.name is None or not event.name.endswith(_EVENT_NAMES):
        return found
    return WireError(_message(holder), None if event.name == "error" else event.name, pointer)


def _reported(body: JsonObject, prefix: str) -> WireError | None:
    error = body.get("error")
    if isinstance(error, dict):
        return WireError(_message(error), code_of(error, _CODES), f"{prefix}/error")
    if isinstance(error, str):
        return WireError(error, None, f"{prefix}/error")
    if body.get("type") == "error":
        return WireError(_message(body), None, prefix)
    return None


def _message(error: JsonObject) -> str:
    text = error.get("message")
    return text if isinstance(text, str) else ""


def _amazon_code(response: Response) -> str | None:
    value = response.header("x-amzn-errortype")
    return value.partition(":")[0] if value else None
