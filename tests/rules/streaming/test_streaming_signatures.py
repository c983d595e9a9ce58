"""Thoughts of Converse's that are signed in one mode only."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.dialects import Answer, load_dialect
from toolwire.io.json_text import dump, items_of, object_of
from toolwire.model.conversation import Conversation, JsonObject, UserTurn
from toolwire.model.exchange import Endpoint, Evidence, EvidenceLevel, Exchange
from toolwire.model.reply import Reading
from toolwire.rules import judge, judge_pair
from toolwire.rules.mutate.edit import Frame, body, frames
from toolwire.rules.rule import Mode

pytestmark = pytest.mark.fast
_DIALECT = load_dialect("bedrock-converse")
_SEEN = Evidence(EvidenceLevel.LIVE, "")


def _without(stream: list[Frame]) -> list[Frame]:
    return [one for one in stream if b'"signature"' not in dump(one[1])]


def _bare(value: JsonObject) -> None:
    for block in items_of(object_of(object_of(value["output"])["message"])["content"]):
        thought = object_of(object_of(block).get("reasoningContent"))
        object_of(thought.get("reasoningText")).pop("signature", None)


def thought(
    mode: Mode, *, signed: bool, text: str | None = "Hello.", model: str = "nova-2"
) -> Reading:
    """Return a reply with a thought, and words behind it."""
    asked = Conversation((UserTurn("Hello"),), stream=mode is Mode.STREAMING)
    request = _DIALECT.encode(asked, Endpoint("https://api.example.invalid", model))
    answer = Answer(text=text, reasoning="The user greets me.")
    exchange = Exchange(request, _DIALECT.respond(request, answer), _SEEN)
    if not signed:
        exchange = (frames(_without) if mode is Mode.STREAMING else body(_bare))(exchange)
    return _DIALECT.decode(exchange)


def found(streamed: Reading, whole: Reading) -> set[str]:
    """Return the rules that tell something of both modes."""
    return {one.rule for one in judge_pair(replace(streamed, twin=whole)) if one.rule == "TC942"}


@pytest.mark.parametrize("streamed", [True, False])
@pytest.mark.parametrize("whole", [True, False])
def test_both_modes_sign_or_neither(*, streamed: bool, whole: bool) -> None:
    """A model that signs nothing signs nothing in both."""
    pair = thought(Mode.STREAMING, signed=streamed), thought(Mode.BLOCKING, signed=whole)
    assert bool(found(*pair)) is (streamed is not whole)


def test_of_claude_one_rule_says_it() -> None:
    """TC178 says it of an answer alone."""
    name = "us.anthropic.claude-sonnet-9"
    streamed = thought(Mode.STREAMING, signed=False, model=name)
    assert "TC178" in {one.rule for one in judge(streamed)}
    assert not found(streamed, thought(Mode.BLOCKING, signed=True, model=name))


def test_a_thought_that_ends_the_message_may_have_been_cut() -> None:
    """Its signature comes last."""
    streamed = thought(Mode.STREAMING, signed=False, text=None)
    assert not found(streamed, thought(Mode.BLOCKING, signed=True))


def test_an_answer_without_thoughts_shows_nothing() -> None:
    """A model thinks or does not."""
    request = _DIALECT.encode(
        Conversation((UserTurn("Hello"),)), Endpoint("https://api.example.invalid", "nova-2")
    )
    whole = _DIALECT.decode(
        Exchange(request, _DIALECT.respond(request, Answer(text="Hello.")), _SEEN)
    )
    assert not found(thought(Mode.STREAMING, signed=False), whole)
