"""What an answer made of items says of the last of them."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from toolwire.dialects import Answer, load_dialect
from toolwire.io.json_text import dump, object_of, parse
from toolwire.model.conversation import Conversation, UserTurn
from toolwire.model.exchange import Endpoint, Evidence, EvidenceLevel, Exchange, Mode
from toolwire.rules import judge
from toolwire.rules.views.item_states import last_message_states

_TEXT = "Our library has moved to the old station by the river, and the clock above it still goes"


def _cut(mode: Mode, state: str, said: str = "Our library has moved to") -> Exchange:
    """Return an answer that the limit cut, with a state of its item."""
    dialect = load_dialect("openai-responses")
    turns = (UserTurn(f'Say "{_TEXT}." and nothing else.'),)
    asked = Conversation(turns, stream=mode is Mode.STREAMING)
    request = dialect.encode(asked, Endpoint("https://api.example.invalid", "reference-model"))
    body = {**object_of(parse(request.body)), "max_output_tokens": 16}
    request = replace(request, body=dump(body))
    response = dialect.respond(request, Answer(text=said, cut=True))
    # Of the item alone: the response says what it said. The item has its status behind its type.
    item = re.compile(rb'("type": ?"message",[^{}]*?"status": ?)"incomplete"')
    told = item.sub(rb'\1"' + state.encode() + rb'"', response.body)
    return Exchange(
        request, replace(response, body=told), Evidence(EvidenceLevel.DOCUMENTED, "test")
    )


@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize(("state", "found"), [("completed", ["TC421"]), ("incomplete", [])])
def test_an_item_that_was_cut_does_not_say_that_it_is_whole(
    mode: Mode, state: str, found: list[str]
) -> None:
    """A client that reads items alone takes half a text for an answer."""
    reading = load_dialect("openai-responses").decode(_cut(mode, state))
    assert {said for _, said in last_message_states(reading)} == {state}
    assert [one.rule for one in judge(reading) if one.rule == "TC421"] == found


@pytest.mark.parametrize("mode", list(Mode))
def test_an_item_may_be_whole_before_a_cut(mode: Mode) -> None:
    """Of other words than those that were to be said nobody knows where they end."""
    reading = load_dialect("openai-responses").decode(_cut(mode, "completed", "Certainly."))
    assert [one.rule for one in judge(reading) if one.rule == "TC421"] == []
