"""A stream that lost events tells of that, and of nothing that stood in them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.dialects import load_dialect
from toolwire.io.framing import eventstream
from toolwire.model.exchange import Exchange, Mode
from toolwire.rules import chances, judge
from toolwire.rules.mutate.scenarios import clean
from toolwire.rules.views.torn import is_torn

BEDROCK = load_dialect("bedrock-converse")
#: A strict tool, words beside a call, two calls, words alone, and a result that is told again.
SCENARIOS = ("strict_call", "said_at_length", "parallel_calls", "say_so", "told_back")


def _messages(exchange: Exchange) -> list[bytes]:
    """Return the messages of a stream, each with its sums."""
    stream = eventstream.decode(exchange.response.body)
    return [eventstream.encode(one.headers, one.payload) for one in stream.messages]


def _with(exchange: Exchange, messages: list[bytes]) -> Exchange:
    return replace(exchange, response=replace(exchange.response, body=b"".join(messages)))


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_messages_with_a_wrong_sum_are_one_cause(scenario: str) -> None:
    """What a proxy rewrote without a new sum is lost on every reader: arguments, words and calls."""
    exchange = clean(BEDROCK, scenario, Mode.STREAMING)
    spoilt = [
        one[:-1] + bytes([one[-1] ^ 1]) if b"contentBlockDelta" in one else one
        for one in _messages(exchange)
    ]
    reading = BEDROCK.decode(_with(exchange, spoilt))
    found = judge(reading)
    assert is_torn(reading)
    assert {one.rule for one in found} == {"TC913"}
    assert chances(reading, found) == {}


def test_a_second_message_of_a_stream_is_one_cause() -> None:
    """Who writes one before each block has one call read, and the others kept in events alone."""
    exchange = clean(BEDROCK, "parallel_calls", Mode.STREAMING)
    first, *others = _messages(exchange)
    starts = [n for n, one in enumerate(others) if b"contentBlockStart" in one]
    doubled = [first, *others[: starts[1]], first, *others[starts[1] :]]
    reading = BEDROCK.decode(_with(exchange, doubled))
    assert is_torn(reading)
    assert {one.rule for one in judge(reading)} == {"TC914"}


@pytest.mark.parametrize("mode", Mode)
def test_a_whole_answer_is_not_torn(mode: Mode) -> None:
    """Nor is one whose arguments alone cannot be read: their rules say so, and others look at the rest."""
    assert not is_torn(BEDROCK.decode(clean(BEDROCK, "parallel_calls", mode)))
    chat = load_dialect("openai-chat")
    exchange = clean(chat, "single_call", mode)
    cut = exchange.response.body.replace(b"Paris", b'Pa"ris')
    assert not is_torn(
        chat.decode(replace(exchange, response=replace(exchange.response, body=cut)))
    )
