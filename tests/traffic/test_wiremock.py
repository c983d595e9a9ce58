"""Mappings of WireMock: in JSON, alone and in a list, and in documents of YAML."""

from __future__ import annotations

import base64
import io
import json
from typing import Any

import pytest

from tests.support.vcr_text import read
from toolwire.model.exchange import Exchange, Fidelity
from toolwire.traffic import document
from toolwire.traffic.unreadable import Unreadable

ASKED = {"model": "m"}
YAML = """\
---
id: a
request:
  url: /chat/completions
  method: POST
  bodyPatterns:
  - equalToJson: |-
      {"model": "m"}
    ignoreArrayOrder: false
response:
  status: 200
  body: |+
    data: {}

    ---

  headers:
    Content-Type: text/event-stream
uuid: a
---
request:
  urlPath: /v1/models
response:
  jsonBody: {data: []}
"""


def _mapping(answer: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {
        "id": "a",
        "request": {
            "url": "/v1/messages",
            "method": "POST",
            "headers": {"Content-Type": {"equalTo": "application/json"}},
            "bodyPatterns": [{"matchesJsonPath": "$.model"}, {"equalToJson": json.dumps(ASKED)}],
        },
        "response": {
            "status": 200,
            "headers": {"Date": "Tue, 28 Jan 2025 23:46:54 GMT", "X": ["a", "b"]},
            **answer,
        },
        "uuid": "a",
        **changes,
    }


def _read(value: object) -> list[Exchange | Unreadable]:
    text = json.dumps(value, indent=2).encode()
    return list(document.read(io.BytesIO(text), "a.json"))


def _one(answer: dict[str, Any], **changes: Any) -> Exchange:
    (item,) = _read(_mapping(answer, **changes))
    assert isinstance(item, Exchange), item
    return item


def test_a_mapping_is_an_exchange() -> None:
    """What was asked is the JSON that a request has to equal; there is no host."""
    exchange = _one({"body": '{"id": "a"}'})
    assert exchange.request is not None
    assert (exchange.request.method, exchange.request.url) == ("POST", "/v1/messages")
    assert json.loads(exchange.request.body) == ASKED
    assert (exchange.response.status, exchange.response.body) == (200, b'{"id": "a"}')
    assert ("X", "b") in exchange.response.headers
    assert exchange.evidence.recorded_at == "2025-01-28T23:46:54+00:00"
    assert (exchange.evidence.source, exchange.fidelity) == ("a.json #1", Fidelity.WIRE)


@pytest.mark.parametrize(
    ("answer", "body", "fidelity"),
    [
        ({"jsonBody": {"id": "a"}}, b'{"id":"a"}', Fidelity.PARSED),
        ({"base64Body": base64.b64encode(b"\x00\xff").decode()}, b"\x00\xff", Fidelity.WIRE),
        ({}, b"", Fidelity.WIRE),
    ],
)
def test_a_body_may_stand_in_three_ways(
    answer: dict[str, Any], body: bytes, fidelity: Fidelity
) -> None:
    """As JSON, in base64, or not at all."""
    exchange = _one(answer)
    assert (exchange.response.body, exchange.fidelity) == (body, fidelity)


def test_a_request_in_json_is_its_body() -> None:
    """What a request has to equal may be written as JSON instead of text."""
    asked = {"urlPath": "/v1/messages", "bodyPatterns": [{"equalToJson": ASKED}]}
    request = _one({"body": "a"}, request=asked).request
    assert request is not None
    assert (request.method, json.loads(request.body)) == ("POST", ASKED)


@pytest.mark.parametrize(
    ("pattern", "sent"),
    [
        ({"equalTo": "a"}, b"a"),
        ({"binaryEqualTo": "AGE="}, b"\x00a"),
        ({"matchesJsonPath": "$.a"}, b""),
    ],
)
def test_of_a_request_is_read_what_was_to_be_matched(pattern: dict[str, str], sent: bytes) -> None:
    """A body is known where it had to be equal, and not where it had to match."""
    request = _one({"body": "a"}, request={"urlPath": "/a", "bodyPatterns": [pattern]}).request
    assert request is not None
    assert request.body == sent


def test_an_exchange_of_the_corpus_is_no_mapping() -> None:
    """Words of WireMock inside a body make nothing a mapping."""
    asked = {"method": "POST", "url": "https://api.acme.test", "body": {"urlPath": "/"}}
    (item,) = _read({"request": asked, "response": {"status": 200, "body": {"jsonBody": 1}}})
    assert isinstance(item, Exchange)
    assert json.loads(item.response.body) == {"jsonBody": 1}


def test_what_nobody_recorded_is_edited() -> None:
    """A mapping without the id that the recorder gives may be written by hand."""
    (item,) = _read({"request": {"urlPattern": "/v1/.*"}, "response": {"body": "a"}})
    assert isinstance(item, Exchange)
    assert item.fidelity is Fidelity.EDITED
    assert item.request is not None
    assert item.request.url == ""


def test_several_stand_in_a_list() -> None:
    """What is broken among them is told, and the rest is read."""
    first, second = _read({"mappings": [_mapping({"status": "a"}), _mapping({"body": "b"})]})
    assert isinstance(first, Unreadable)
    assert first.position == "mapping 1"
    assert isinstance(second, Exchange)


@pytest.mark.parametrize(
    ("answer", "reason", "foreign"),
    [
        ({"bodyFileName": "../a.json"}, "another file, which is not opened: ../a.json", False),
        ({"fault": "EMPTY_RESPONSE"}, "a fault that WireMock plays", True),
    ],
)
def test_what_holds_no_answer_is_told(
    answer: dict[str, Any], reason: str, *, foreign: bool
) -> None:
    """Files that others name are not opened, and a fault is no answer."""
    (item,) = _read(_mapping(answer))
    assert isinstance(item, Unreadable)
    assert reason in item.reason
    assert item.foreign is foreign


def test_documents_of_yaml_are_mappings() -> None:
    """A marker parts them; what is no mapping among them is told."""
    first, second, third, fourth = read(f"{YAML}---\na: 1\n---\n a: [\n")
    assert isinstance(first, Exchange)
    assert first.request is not None
    assert (first.request.url, first.request.body) == ("/chat/completions", b'{"model": "m"}')
    assert first.response.body == b"data: {}\n\n---\n\n"
    assert isinstance(second, Exchange)
    assert json.loads(second.response.body) == {"data": []}
    assert isinstance(third, Unreadable)
    assert third.foreign
    assert isinstance(fourth, Unreadable)
    assert fourth.position == "document 4"
