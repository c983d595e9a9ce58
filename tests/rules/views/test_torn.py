"""A stream that lost events tells of that, and of nothing that stood in them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.dialects import load_dialect
from toolwire.io.framing import eventstream
from toolwire.model.exchange import Exchange, Mode
from toolwire.model.reply import ABSENT, Event, Reading
from toolwire.rules import chances, judge
from toolwire.rules.mutate.scenarios import clean
from toolwire.rules.views.pair import compare
from toolwire.rules.views.torn import goes_on_bare, is_torn, runs_together

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


def _once(old: bytes, new: bytes, scenario: str, dialect: str) -> Reading:
    """Read a stream in which bytes are replaced the first time they come, beside its twin."""
    spoken = load_dialect(dialect)
    whole, exchange = (clean(spoken, scenario, mode) for mode in Mode)
    body = exchange.response.body.replace(old, new, 1)
    read = spoken.decode(replace(exchange, response=replace(exchange.response, body=body)))
    return replace(read, twin=spoken.decode(whole))


@pytest.mark.parametrize("scenario", ["single_call", "plain_text", "mixed_content", "legacy_call"])
def test_events_that_run_together_are_one_cause(scenario: str) -> None:
    """A blank line is gone, and with it who speaks, the call's name and half of the text."""
    reading = _once(b"\n\n", b"\n", scenario, "openai-chat")
    assert runs_together(reading.events[0])
    assert [one.rule for one in judge(reading)] == ["TC117"]
    assert compare(reading).otherwise == "an event of the stream is lost"


@pytest.mark.parametrize("scenario", ["single_call", "plain_text", "parallel_calls"])
def test_lines_that_run_together_are_one_cause(scenario: str) -> None:
    """The stop reason is lost with them, be there other lines or not."""
    body = clean(load_dialect("ollama-chat"), scenario, Mode.STREAMING).response.body
    last = body.rstrip().rpartition(b"\n")[2]
    reading = _once(b"\n" + last, last, scenario, "ollama-chat")
    assert runs_together(reading.events[-1])
    assert {one.rule for one in judge(reading)} == {"TC117"}


@pytest.mark.parametrize(
    ("data", "several"),
    [
        ('{"a": 1}{"b": 2}', True),
        ('{"a": "}{"}{"b": 2}', True),
        ('{"a": 1}\n{"b": 2}', True),
        ('{"a": 1}{"b', True),
        ('{"a": 1}[DONE]', True),
        ('{"a": "}{"', False),
        ('{"a": 1} and more', False),
        ("[DONE]", False),
        ("}{" * 99, False),
    ],
)
def test_several_objects_are_told_from_a_broken_one(data: str, *, several: bool) -> None:
    """The first ends, and another thing begins: seams inside a text are none."""
    assert runs_together(Event(0, None, data, ABSENT)) is several


def _of_gemini(body: bytes) -> Reading:
    spoken = load_dialect("gemini-generate")
    exchange = clean(spoken, "plain_text", Mode.STREAMING)
    return spoken.decode(replace(exchange, response=replace(exchange.response, body=body)))


def test_json_on_lines_without_data_is_one_cause() -> None:
    """Of an event that a printer spread over lines readers have the first alone, and nothing of it was cut off."""
    whole = clean(load_dialect("gemini-generate"), "plain_text", Mode.STREAMING).response.body
    bare = whole.replace(b"data: {", b"data: {\r\n  ").replace(b"}\r\n\r\n", b"\r\n}\r\n\r\n")
    (found,) = judge(_of_gemini(bare))
    assert found.rule == "TC117"
    assert "goes on over lines without `data: `" in found.message


def test_an_event_that_is_cut_off_goes_on_nowhere() -> None:
    """What was cut off has no other lines, nor does a stream whose events are whole."""
    whole = clean(load_dialect("gemini-generate"), "plain_text", Mode.STREAMING).response.body
    assert not goes_on_bare(_of_gemini(whole))
    assert not goes_on_bare(
        _of_gemini(whole.replace(b"data: {", b'data: {"half\r\n\r\ndata: {', 1))
    )
