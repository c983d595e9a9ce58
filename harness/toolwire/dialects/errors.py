"""Pieces of error bodies that every format reads alike."""

from __future__ import annotations

from toolwire.io.json_text import object_of, string_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.reply import Absent, WireError


def error_member(
    members: JsonObject, prefix: str, codes: tuple[str, ...], beside: tuple[str, ...] = ()
) -> WireError | None:
    """Read the `error` of an object at `prefix`: an object, or a text; None when it has none.

    Args:
        members: the object.
        prefix: where it stands.
        codes: members of an error that is an object that say its code, the surest first.
        beside: members of the object itself that do so for an error that is a text.
    """
    error = members.get("error")
    if isinstance(error, dict):
        return WireError(message_of(error), code_of(error, codes), f"{prefix}/error")
    if isinstance(error, str):
        return WireError(error, code_of(members, beside), f"{prefix}/error")
    return None


def refusal_of(members: JsonObject, prefix: str, answer: str) -> WireError | None:
    """Read the error of a body without an `error`, which a vendor's gateway sends with 200; else None.

    MiniMax says `base_resp: {status_code, status_msg}`, 0 for a success, beside an answer that is
    null or left out (milind-soni/OpenMausBot#1200: 1004 not authorized, 1008 insufficient
    balance). Z.ai says `{code, msg, success: false}` of a path that it does not know
    (open.bigmodel.cn, "404 NOT_FOUND").

    Args:
        members: the body.
        prefix: where it stands.
        answer: the member that every answer of the format has.
    """
    if members.get(answer):
        return None
    told = object_of(members.get("base_resp"))
    if word_of(told.get("status_code")) not in {None, "0"}:
        message = string_of(told.get("status_msg")) or ""
        return WireError(message, word_of(told["status_code"]), f"{prefix}/base_resp")
    message = string_of(members.get("msg")) or ""
    if members.get("success") is False and message:
        return WireError(message, word_of(members.get("code")), f"{prefix}/msg")
    return None


def message_of(members: JsonObject) -> str:
    """Return the `message` of an error; "" when it has none that is a text."""
    return string_of(members.get("message")) or ""


def first_of(body: Json | Absent) -> tuple[JsonObject, str]:
    """Return the object that a body is, and where it stands: at times alone in an array."""
    if isinstance(body, list) and len(body) == 1:
        return object_of(body[0]), "/0"
    return body if isinstance(body, dict) else {}, ""


def code_of(members: JsonObject, keys: tuple[str, ...]) -> str | None:
    """Return the code of an error: the first of these members that says one."""
    for key in keys:
        word = word_of(members.get(key))
        if word is not None:
            return word
    return None


def word_of(value: Json) -> str | None:
    """Return a code as text, whether it is a text or a whole number; None for anything else."""
    if isinstance(value, str):
        return value or None
    return str(value) if type(value) is int else None


def status_error(status: int) -> WireError | None:
    """Return the empty error that an error status alone means; None for a good status."""
    return WireError("", None, "status") if status >= 400 else None
