"""Contents of generateContent as Google refuses them: how they are made, and how they are told."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from toolwire.dialects.known_refusal import WrongBody
from toolwire.dialects.wrong_body import appended
from toolwire.io.json_text import items_of, object_of
from toolwire.io.pointer import at
from toolwire.model.conversation import JsonObject
from toolwire.model.reply import Absent

#: Protobuf's JSON form takes both alphabets, filled up or not, and blanks.
_BASE64: Final = re.compile(r"[A-Za-z0-9+/_\s-]*=*\s*", re.ASCII)
_SECOND: Final = "wrong2"


def has_a_type(body: JsonObject) -> bool:
    """Return whether a part says of what type it is, as parts of other vendors do."""
    return any("type" in part for part in _parts(body))


def one_call_more(body: JsonObject) -> JsonObject | None:
    """Return a request with one call twice, under another id, and its result once."""
    return _again(body, 1, "functionCall")


def one_result_more(body: JsonObject) -> JsonObject | None:
    """Return a request with one result twice, under another id, and its call once."""
    return _again(body, 2, "functionResponse")


def says_nothing(body: JsonObject) -> bool:
    """Return whether a content has an empty list of parts."""
    return any(object_of(one).get("parts") == [] for one in items_of(body.get("contents")))


def words_between(body: JsonObject) -> JsonObject:
    """Return a request with words of the user between a call and its result."""
    called, *rest = items_of(body.get("contents"))[1:]
    words: JsonObject = {"role": "user", "parts": [{"text": "Please hurry."}]}
    first = items_of(body.get("contents"))[:1]
    return {**body, "contents": [*first, called, words, *rest]}


def with_image(data: str) -> WrongBody:
    """Return what puts an image beside the user's words."""
    image: JsonObject = {"inlineData": {"mimeType": "image/png", "data": data}}
    return appended(("contents", 0, "parts"), image)


def has_no_base64(body: JsonObject) -> bool:
    """Return whether the data of a part is no base64."""
    names = ("inlineData", "inline_data")
    data = (object_of(part.get(name)).get("data") for part in _parts(body) for name in names)
    return any(isinstance(one, str) and not _BASE64.fullmatch(one) for one in data)


def _again(body: JsonObject, content: int, member: str) -> JsonObject | None:
    path = ("contents", content, "parts")
    value = at(body, (*path, 0, member))
    if isinstance(value, Absent):
        return None
    again: JsonObject = {**object_of(value), "id": _SECOND}
    return appended(path, {member: again})(body)


def _parts(body: JsonObject) -> Iterator[JsonObject]:
    for content in items_of(body.get("contents")):
        yield from map(object_of, items_of(object_of(content).get("parts")))
