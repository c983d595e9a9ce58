"""What both of OpenAI's formats share: counts, errors, refusals, and the older call.

Source: openai 3.52.0 `types/shared/error_object.py`, `types/completion_usage.py`,
`types/responses/response_usage.py`, read 2026-11-21.
"""

from __future__ import annotations

from typing import Final

from toolwire.dialects import count
from toolwire.dialects.dialect import Refusal
from toolwire.dialects.facet import members_word
from toolwire.dialects.voice import USUAL, Voice
from toolwire.io.json_text import dump
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Headers, Response
from toolwire.model.reply import Event, Usage

_ERROR_ORDER: Final = ("message", "type", "param", "code")
#: Refusal kind -> (type, param, code) of the error object.
_ERRORS: Final[dict[str, tuple[str, str | None, str | None]]] = {
    "authentication": ("invalid_request_error", None, "invalid_api_key"),
    "invalid_request": ("invalid_request_error", None, None),
    "not_found": ("invalid_request_error", "model", "model_not_found"),
    "unknown_response": (
        "invalid_request_error",
        "previous_response_id",
        "previous_response_not_found",
    ),
    "rate_limit": ("requests", None, "rate_limit_exceeded"),
    "server_error": ("server_error", None, None),
}


def usage_of(value: Json, input_name: str, output_name: str) -> Usage | None:
    """Read a `usage` member, whose two counts have these names; None when it is not an object."""
    return count.usage_of(value, input_name, output_name, "total_tokens", empty=True)


def names_nothing(function_call: Json) -> bool:
    """Return whether an older `function_call` is a form that nobody filled in.

    Servers that write every member send one with an empty name and empty arguments, or null
    for both, beside answers in words.
    """
    if not isinstance(function_call, dict):
        return False
    return not function_call.get("name") and not function_call.get("arguments")


def goes_on(events: tuple[Event, ...]) -> bool:
    """Return whether the events of a stream of Responses begin in its middle, as where it is resumed.

    Their numbers begin at 0, with response.created; `starting_after` leaves the first ones out.
    """
    first = next((event.json for event in events if isinstance(event.json, dict)), None)
    if first is None or first.get("type") == "response.created":
        return False
    number = first.get("sequence_number")
    return type(number) is int and number > 0


def error_word(holder: JsonObject) -> str | None:
    """Return where an error body has what it says; None when it says nothing."""
    error = holder.get("error")
    if isinstance(error, str):
        return "error: text"
    if isinstance(error, dict):
        return f"error{members_word(error, _ERROR_ORDER)}"
    if "message" in holder:
        return members_word(holder, _ERROR_ORDER)
    return "detail" if "detail" in holder else None


def refused(refusal: Refusal, headers: Headers, voice: Voice = USUAL) -> Response:
    """Write a refusal: a JSON error with its status, whatever the mode."""
    own = voice.refused(refusal.status, refusal.message)
    if own is not None:
        return Response(own[0], headers, dump(own[1]))
    kind, param, code = _ERRORS.get(refusal.kind, _ERRORS["invalid_request"])
    error: JsonObject = {"message": refusal.message, "type": kind, "param": param, "code": code}
    return Response(refusal.status, headers, dump({"error": error}))
