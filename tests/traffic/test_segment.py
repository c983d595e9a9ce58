"""Recordings of Google's own tests, whose bodies stand in segments."""

from __future__ import annotations

import json

import pytest
import yaml

from tests.support.vcr_text import one, read
from toolwire.model.conversation import Json
from toolwire.model.exchange import Fidelity
from toolwire.traffic.unreadable import Unreadable

ANSWER: Json = {"candidates": [{"content": {"parts": [{"text": "ü"}]}}]}
END: Json = {"candidates": [{"finishReason": "STOP"}]}


def _replay(path: str, segments: list[Json], *, snake: bool, **response: Json) -> str:
    """Return a recording of one interaction, with the members of either recorder."""
    bodies, status = ("body_segments", "status_code") if snake else ("bodySegments", "statusCode")
    request: dict[str, Json] = {"method": "POST", "url": path, "headers": {"a": "b"}}
    request[bodies] = [{"contents": []}]
    answer: dict[str, Json] = {status: 200, "headers": {"content-encoding": "gzip"}, **response}
    answer[bodies] = segments
    return yaml.safe_dump({"interactions": [{"request": request, "response": answer}]})


@pytest.mark.parametrize("snake", [True, False])
def test_an_answer_and_a_stream_are_read(*, snake: bool) -> None:
    """One segment is a body, several are the events of a stream that was put together again."""
    alone = one(_replay("{MLDEV_URL_PREFIX}/models/m:generateContent", [ANSWER], snake=snake))
    assert alone.request is not None
    assert json.loads(alone.request.body) == {"contents": []}
    assert (json.loads(alone.response.body), alone.fidelity) == (ANSWER, Fidelity.PARSED)
    path = "{VERTEX_URL_PREFIX}/publishers/google/models/m:streamGenerateContent?alt=sse"
    stream = one(_replay(path, [ANSWER, END], snake=snake))
    events = stream.response.body.decode().split("\n\n")
    assert [json.loads(event.removeprefix("data: ")) for event in events[:-1]] == [ANSWER, END]
    assert (stream.fidelity, stream.request and stream.request.url) == (Fidelity.REBUILT, path)


def test_a_stream_of_one_event_is_a_stream() -> None:
    """The address tells it, where one segment does not."""
    exchange = one(_replay("/v1beta/models/m:streamGenerateContent", [END], snake=False))
    assert exchange.response.body.startswith(b"data: {")


def test_a_status_may_be_left_out_and_a_body_be_bytes() -> None:
    """The replays of google-genai leave out what is the default."""
    text = yaml.safe_load(_replay("/a", [], snake=True, byte_segments=["a", "b"]))
    del text["interactions"][0]["response"]["status_code"]
    exchange = one(yaml.safe_dump(text))
    assert (exchange.response.status, exchange.response.body) == (200, b"ab")


@pytest.mark.parametrize(
    ("where", "url"),
    [
        ({"protocol": "https", "port": 443}, "https://a.test/v1"),
        ({"protocol": "http", "port": 8080}, "http://a.test:8080/v1"),
        ({}, "https://a.test/v1"),
    ],
)
def test_the_host_stands_beside_the_path(where: dict[str, Json], url: str) -> None:
    """google/test-server keeps address, port and protocol apart."""
    text = yaml.safe_load(_replay("/v1", [None], snake=False))
    text["interactions"][0]["request"] |= {"serverAddress": "a.test", **where}
    exchange = one(yaml.safe_dump(text))
    assert exchange.request is not None
    assert (exchange.request.url, exchange.response.body) == (url, b"")


@pytest.mark.parametrize("side", ["request", "response"])
def test_half_an_interaction_is_told(side: str) -> None:
    """Without its request or its response nothing is read, and it is said."""
    text = yaml.safe_load(_replay("/v1", [END], snake=True))
    text["interactions"][0][side] = "gone"
    (told,) = read(yaml.safe_dump(text))
    assert isinstance(told, Unreadable)
