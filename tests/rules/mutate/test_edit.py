"""Edits of streams: whatever frames a body, an edit changes what it is told to and no more."""

from __future__ import annotations

import pytest

from toolwire.dialects import DIALECTS, load_dialect
from toolwire.io.framing import eventstream, ndjson, sse
from toolwire.io.json_text import object_of
from toolwire.model.exchange import Exchange, Mode
from toolwire.rules.mutate.edit import Frame, frames
from toolwire.rules.mutate.scenarios import clean, every_clean

STREAMS = [
    (name, scenario, exchange)
    for name in DIALECTS
    for scenario, mode, exchange in every_clean(load_dialect(name))
    if mode is Mode.STREAMING and load_dialect(name).decode(exchange).mode is Mode.STREAMING
]


@pytest.mark.parametrize(
    ("name", "exchange"),
    [(name, exchange) for name, _, exchange in STREAMS],
    ids=[f"{name}-{scenario}" for name, scenario, _ in STREAMS],
)
def test_an_edit_that_changes_nothing_keeps_every_byte(name: str, exchange: Exchange) -> None:
    """Taking a stream apart and putting it together again gives the same body."""
    assert frames(lambda _: None)(exchange).response.body == exchange.response.body, name


def _ping(stream: list[Frame]) -> None:
    stream.append(("ping", {"ping": True}))


def test_a_frame_is_added_to_server_sent_events() -> None:
    """An added frame becomes an SSE event with its name."""
    edited = frames(_ping)(clean(load_dialect("cohere-v2"), "plain_text", Mode.STREAMING))
    last = sse.decode(edited.response.body).events[-1]
    assert (last.name, last.data) == ("ping", '{"ping":true}')


def test_a_frame_is_added_to_json_lines() -> None:
    """An added frame becomes a line; its name has no place there."""
    edited = frames(_ping)(clean(load_dialect("ollama-chat"), "plain_text", Mode.STREAMING))
    assert ndjson.decode(edited.response.body).lines[-1] == '{"ping":true}'


def test_a_frame_is_added_to_an_event_stream() -> None:
    """An added frame becomes a sound message with its name as event type."""
    edited = frames(_ping)(clean(load_dialect("bedrock-converse"), "plain_text", Mode.STREAMING))
    stream = eventstream.decode(edited.response.body)
    assert stream.problems == ()
    assert stream.messages[-1].headers[":event-type"] == "ping"
    assert stream.messages[-1].payload == b'{"ping":true}'


def test_a_text_payload_is_written_as_it_is() -> None:
    """Half a document can be planted in any framing."""

    def half(stream: list[Frame]) -> None:
        stream[0] = (stream[0][0], '{"half')

    for name in ("bedrock-converse", "ollama-chat", "openai-responses"):
        edited = frames(half)(clean(load_dialect(name), "plain_text", Mode.STREAMING))
        assert load_dialect(name).decode(edited).events[0].data == '{"half'


def test_edits_reach_the_payload() -> None:
    """A change in place of a payload is in the body afterwards."""

    def stopped(stream: list[Frame]) -> None:
        for name, payload in stream:
            if name == "messageStop":
                object_of(payload)["stopReason"] = "max_tokens"

    whole = clean(load_dialect("bedrock-converse"), "single_call", Mode.STREAMING)
    reply = load_dialect("bedrock-converse").decode(frames(stopped)(whole)).reply
    assert reply.stop == "max_tokens"
    assert reply.unread == ()
