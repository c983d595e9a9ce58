"""Cassettes of recorders that write vcrpy's list in a form of their own: cassetter, go-vcr, two lists."""

from __future__ import annotations

import base64
import io
import json

import pytest
import yaml

from tests.support.vcr_text import REQUEST, RESPONSE, STREAM, cassette_of, one, read
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Exchange, Fidelity
from toolwire.traffic import document
from toolwire.traffic.unreadable import Unreadable


@pytest.mark.parametrize(
    ("body", "raw", "fidelity"),
    [
        ({"type": "json", "content": {"b": [1, None], "a": "ü"}}, None, Fidelity.PARSED),
        ({"type": "json", "content": "x"}, b'"x"', Fidelity.PARSED),
        ({"type": "text", "content": STREAM.decode()}, STREAM, Fidelity.WIRE),
        ({"type": "binary", "content": STREAM.hex()}, STREAM, Fidelity.WIRE),
        ({"type": "none"}, b"", Fidelity.WIRE),
    ],
)
def test_what_cassetter_writes_is_read(
    body: JsonObject, raw: bytes | None, fidelity: Fidelity
) -> None:
    """A body of each of its four types gives its bytes, and JSON is never taken for the wire's."""
    response = {"status": 201, "headers": {"x": ["y"]}, "body": body}
    exchange = one(cassette_of({**REQUEST, "body": body}, response))
    assert exchange.request is not None
    assert exchange.request.body == exchange.response.body
    assert (exchange.response.status, exchange.fidelity) == (201, fidelity)
    if raw is None:
        assert json.loads(exchange.response.body) == body["content"]
    else:
        assert exchange.response.body == raw


@pytest.mark.parametrize(
    "body", [{"model": "m", "messages": []}, {"type": "x", "content": [], "id": "a"}]
)
def test_a_body_that_is_its_json_is_no_empty_body(body: JsonObject) -> None:
    """Some write the JSON by hand where recorders write text: it is read, and as parsed."""
    exchange = one(cassette_of({**REQUEST, "body": body}, {**RESPONSE, "body": body}))
    assert exchange.request is not None
    assert json.loads(exchange.request.body) == json.loads(exchange.response.body) == body
    assert exchange.fidelity is Fidelity.PARSED


def test_the_form_of_go_vcr_is_read() -> None:
    """Its status is a line of text, and `code` has the number."""
    response = {"status": "429 Too Many Requests", "code": 429, "body": "no", "headers": {}}
    request = {"method": "POST", "url": "https://api.acme.test", "body": "{}", "form": {}}
    exchange = one(cassette_of(request, response))
    assert exchange.request is not None
    assert (exchange.response.status, exchange.response.body) == (429, b"no")
    assert (exchange.request.url, exchange.request.body) == ("https://api.acme.test", b"{}")


def test_what_is_no_exchange_over_http_is_of_another_kind() -> None:
    """Recordings of gRPC have interactions too, without a request or a response."""
    (told,) = read(yaml.safe_dump({"interactions": [{"request_sample": {}, "raw": b"a"}]}))
    assert isinstance(told, Unreadable)
    assert told.foreign
    assert "neither `request` nor `response`" in told.reason


def test_two_lists_are_read_as_pairs() -> None:
    """What a serialiser of one's own keeps of vcrpy: requests and responses, side by side."""
    other = {**RESPONSE, "body": {"string": b"\xff"}}
    document = {"requests": [REQUEST, {**REQUEST, "body": b"[]"}], "responses": [RESPONSE, other]}
    exchanges = [item for item in read(yaml.safe_dump(document)) if isinstance(item, Exchange)]
    bodies = [(e.request.body if e.request else None, e.response.body) for e in exchanges]
    assert bodies == [(b"{}", b"{}"), (b"[]", b"\xff")]


def test_two_lists_of_other_lengths_are_refused() -> None:
    """Nobody can tell which response a request had where one is missing."""
    (told,) = read(yaml.safe_dump({"requests": [REQUEST], "responses": []}))
    assert isinstance(told, Unreadable)
    assert told.reason == "1 requests have 0 responses"


def test_the_form_of_opencode_is_read() -> None:
    """A body of bytes is base64 by a word beside it, and the day stands in the head."""
    packed = {**RESPONSE, "body": base64.b64encode(STREAM).decode(), "bodyEncoding": "base64"}
    plain = {"method": "POST", "url": "https://api.acme.test", "headers": {}, "body": "e30="}
    head = {"metadata": {"recordedAt": "2026-07-23T04:50:32.797Z"}}
    exchange = one(cassette_of(plain, packed, **head))
    assert exchange.request is not None
    assert (exchange.response.body, exchange.request.body) == (STREAM, b"e30=")
    assert exchange.evidence.recorded_at == "2026-07-23T04:50:32.797Z"


def test_a_conversation_over_websocket_is_told_as_one() -> None:
    """It is no damaged exchange: nothing in it went over HTTP."""
    frames = {"transport": "websocket", "open": {"url": "wss://a"}, "client": [], "server": []}
    (item,) = read(yaml.safe_dump({"interactions": [frames]}))
    assert isinstance(item, Unreadable)
    assert item.foreign
    assert "WebSocket" in item.reason


@pytest.mark.parametrize(
    ("body", "raw", "fidelity"),
    [
        ({"body_type": "json", "body_json": {"a": [1, None]}}, b'{"a":[1,null]}', Fidelity.PARSED),
        ({"body_type": "json", "body_json": None}, b"null", Fidelity.PARSED),
        ({"body_type": "text", "body": STREAM.decode()}, STREAM, Fidelity.WIRE),
        (
            {"body_type": "blob", "body_blob": base64.b64encode(STREAM).decode()},
            STREAM,
            Fidelity.WIRE,
        ),
    ],
)
def test_what_req_cassette_writes_is_read(body: JsonObject, raw: bytes, fidelity: Fidelity) -> None:
    """Elixir's recorder keeps each kind of body in a member of its own."""
    request = {"method": "POST", "uri": "https://api.acme.test/v1", "headers": {}, **body}
    exchange = one(cassette_of(request, {"status": 200, "headers": {}, **body}))
    assert exchange.request is not None
    assert exchange.request.body == exchange.response.body == raw
    assert exchange.fidelity is fidelity


@pytest.mark.parametrize(
    ("uri", "query", "whole"),
    [
        ("https://a.test/v1", "alt=sse", "https://a.test/v1?alt=sse"),
        ("https://a.test/v1", "", "https://a.test/v1"),
        ("https://a.test/v1?alt=sse", "alt=sse", "https://a.test/v1?alt=sse"),
    ],
)
def test_the_query_that_stands_beside_the_address_is_its_own(
    uri: str, query: str, whole: str
) -> None:
    """ReqCassette keeps it apart; of Gemini it says whether a stream was asked for."""
    exchange = one(cassette_of({**REQUEST, "uri": uri, "query_string": query}, RESPONSE))
    assert exchange.request is not None
    assert exchange.request.url == whole


@pytest.mark.parametrize("in_json", [True, False])
def test_a_bare_list_of_interactions_is_read(*, in_json: bool) -> None:
    """ExVCR writes one with a `status_code`, php-vcr one with the code as text."""
    request = {"method": "post", "url": "https://api.acme.test", "body": "{}", "headers": {}}
    answers: list[JsonObject] = [
        {"type": "ok", "status_code": 201, "body": "a", "headers": {}, "binary": False},
        {"status": {"http_version": "1.1", "code": "201", "message": "OK"}, "body": "a"},
    ]
    for answer in answers:
        value = [{"request": {**request, "request_body": ""}, "response": answer}]
        if in_json:
            (item,) = document.read(io.BytesIO(json.dumps(value).encode()), "a.json")
        else:
            (item,) = read(yaml.safe_dump(value))
        assert isinstance(item, Exchange), item
        assert item.request is not None
        assert (item.request.method, item.request.body) == ("POST", b"{}")
        assert (item.response.status, item.response.body) == (201, b"a")


def test_a_list_that_is_no_list_of_interactions_is_of_another_kind() -> None:
    """A YAML list of anything else is told as before."""
    (told,) = read(yaml.safe_dump([{"request": {}, "response": {"status": 200}}]))
    assert isinstance(told, Unreadable)


def test_the_encoding_of_betamax_is_read() -> None:
    """It writes the name of the codec in small letters."""
    body = {"encoding": "utf-8", "string": "ü"}
    assert one(cassette_of(REQUEST, {**RESPONSE, "body": body})).response.body == "ü".encode()
