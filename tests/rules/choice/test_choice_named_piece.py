"""A tool that was demanded by its name, and comes under a piece of it, or under one that is spelled otherwise."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.dialects import Answer, PlannedCall, load_dialect
from toolwire.io.json_text import dump, object_of, parse
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Mode
from toolwire.rules import judge
from toolwire.rules.mutate.scenarios import clean

PIECE = "The name of the tool demanded came as a piece of it."
SPELLED = "The name of the tool demanded came spelled otherwise."
OF_NOBODY = "The call that was demanded came by a name that no tool of the request has."
ANOTHER = "Another tool was called than the one demanded."


def told(name: str) -> list[tuple[str, str]]:
    """Return what is said of a call of that name where `get_weather` was demanded, and was written out."""
    chat = load_dialect("openai-chat")
    staged = clean(chat, "named_choice", Mode.BLOCKING)
    assert staged.request is not None
    body: JsonObject = object_of(parse(staged.request.body))
    said = {"role": "user", "content": 'Call get_weather({"location": "Paris"}).'}
    request = replace(staged.request, body=dump({**body, "messages": [said]}))
    answer = Answer(calls=(PlannedCall(name, {"location": "Paris"}),))
    exchange = replace(staged, request=request, response=chat.respond(request, answer))
    found = judge(chat.decode(exchange))
    return [(one.rule, one.message) for one in found if one.rule in {"TC115", "TC116", "TC602"}]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("get_weath", PIECE),
        ("weather", PIECE),
        ("get-weather", SPELLED),
        ("Get_Weather", SPELLED),
        ("get_weathers", OF_NOBODY),
        ("get_tides", OF_NOBODY),
        ("ab42_get_Weather", OF_NOBODY),
        ("get_time", ANOTHER),
    ],
)
def test_what_became_of_the_name_demanded_is_told_once(name: str, message: str) -> None:
    """The choice was read, and the name cut or changed: no model does so, and no other rule says it again."""
    assert told(name) == [("TC602", message)]


def test_the_name_itself_is_right() -> None:
    """Nothing is said of the call that was demanded."""
    assert told("get_weather") == []
