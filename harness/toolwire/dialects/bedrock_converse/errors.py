"""Error bodies and exceptions inside a stream.

Sources: botocore 1.44.5 `parsers.BaseRestParser` (code from the header `x-amzn-errortype`,
else from `__type` or `code` of the body; message from `message` or `Message`) and service
model `bedrock-runtime`. Read 2026-11-21.
"""

from __future__ import annotations

from dataclasses import replace

from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Response
from toolwire.model.reply import Absent, WireError

#: Header that names the exception of an error response.
ERROR_HEADER = "x-amzn-errortype"

_CODES = ("__type", "code")
_MESSAGES = ("message", "Message")


def error_of(response: Response, body: Json | Absent) -> WireError | None:
    """Return the error of a response that is no stream; None when it reports none.

    Below an error status, a body without an output is one too whose exception it names, or its headers do.
    """
    holder = body if isinstance(body, dict) else {}
    named = "__type" in holder or bool(response.header(ERROR_HEADER))
    if response.status < 400 and ("output" in holder or not named):
        return None
    code = _plain(response.header(ERROR_HEADER) or "") or _code(holder)
    return _reported(holder, code, "") or WireError("", code, "status")


def exception_of(name: object, reported: object, payload: Json | Absent, pointer: str) -> WireError:
    """Return the error of a stream's exception message.

    Args:
        name: the exception or error type; hostile.
        reported: the text of the header `:error-message`, where there is one; hostile.
        payload: the message's JSON.
        pointer: `event[N]` of the message.
    """
    code = name if isinstance(name, str) and name else None
    found = _reported(payload if isinstance(payload, dict) else {}, code, pointer)
    if found is not None:
        return replace(found, pointer=pointer)
    return WireError(reported if isinstance(reported, str) else "", code, pointer)


def _reported(holder: JsonObject, code: str | None, prefix: str) -> WireError | None:
    for key in _MESSAGES:
        text = holder.get(key)
        if isinstance(text, str):
            return WireError(text, code, f"{prefix}/{key}")
    return None


def _code(holder: JsonObject) -> str | None:
    for key in _CODES:
        value = holder.get(key)
        if isinstance(value, str) and (plain := _plain(value)):
            return plain
    return None


def _plain(word: str) -> str | None:
    # `ValidationException:http://internal...` and `com.amazon.coral.service#Name` are both met.
    return word.partition(":")[0].rpartition("#")[2].strip() or None
