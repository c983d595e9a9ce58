"""Mappings of WireMock, in YAML and in JSON."""

from __future__ import annotations

import base64
import io
import json

import pytest
import yaml

from toolwire.model.conversation import Json
from toolwire.model.exchange import Exchange, Fidelity
from toolwire.traffic import document, yaml_file
from toolwire.traffic.unreadable import Unreadable

ASKED = {"model": "m", "text": "a\n---\nb"}


def _mapping(response: Json, pattern: Json = None) -> dict[str, Json]:
    patterns: list[Json] = [{"contains": "m"}, pattern or {"equalToJson": json.dumps(ASKED)}]
    asked: Json = {"url": "/v1/chat/completions", "method": "POST", "bodyPatterns": patterns}
    return {"id": "1", "request": asked, "response": response, "persistent": True}


def _in_yaml(*mappings: Json) -> list[Exchange | Unreadable]:
    text = "---\n".join(["", *(yaml.safe_dump(one, sort_keys=False) for one in mappings)])
    return list(yaml_file.read(io.BytesIO(text.encode()), "a.yaml"))


def _in_json(value: Json) -> list[Exchange | Unreadable]:
    return list(document.read(io.BytesIO(json.dumps(value).encode()), "a.json"))


BODIES: list[tuple[dict[str, Json], bytes, Fidelity]] = [
    ({"body": '{"a":1}'}, b'{"a":1}', Fidelity.WIRE),
    ({"jsonBody": {"a": 1}}, b'{"a":1}', Fidelity.PARSED),
    ({"base64Body": base64.b64encode(b"\x00a").decode()}, b"\x00a", Fidelity.WIRE),
    ({}, b"", Fidelity.WIRE),
]


@pytest.mark.parametrize(("kept", "body", "fidelity"), BODIES)
def test_each_form_of_a_body_is_read(
    kept: dict[str, Json], body: bytes, fidelity: Fidelity
) -> None:
    """A mapping is the same in YAML, alone in JSON, and in a list of mappings."""
    mapping = _mapping({"status": 201, "headers": {"X": ["a", "b"]}, **kept})
    for (item,) in (_in_yaml(mapping), _in_json(mapping), _in_json({"mappings": [mapping]})):
        assert isinstance(item, Exchange), item
        assert item.request is not None
        assert json.loads(item.request.body) == ASKED
        assert (item.request.method, item.request.url) == ("POST", "/v1/chat/completions")
        assert (item.response.status, item.response.headers) == (201, (("X", "a"), ("X", "b")))
        assert (item.response.body, item.fidelity) == (body, fidelity)


@pytest.mark.parametrize(
    ("pattern", "sent"),
    [
        ({"equalTo": "a"}, b"a"),
        ({"binaryEqualTo": "AGE="}, b"\x00a"),
        ({"equalToJson": {"a": 1}}, b'{"a":1}'),
        ({"matchesJsonPath": "$.a"}, b""),
    ],
)
def test_of_a_request_is_read_what_was_to_be_matched(pattern: Json, sent: bytes) -> None:
    """A body is known where it had to be equal, and not where it had to match."""
    (item,) = _in_yaml(_mapping({"status": 200, "body": "{}"}, pattern))
    assert isinstance(item, Exchange)
    assert item.request is not None
    assert item.request.body == sent


def test_several_documents_are_read_each() -> None:
    """A body in a file of its own is told, and the document after it is read."""
    elsewhere = _mapping({"status": 200, "bodyFileName": "../../etc/passwd"})
    told, after = _in_yaml(elsewhere, _mapping({"status": 200, "body": "{}"}))
    assert isinstance(told, Unreadable)
    assert "bodyFileName" in told.reason
    assert isinstance(after, Exchange)


def test_an_exchange_of_the_corpus_is_no_mapping() -> None:
    """Words of WireMock inside a body make nothing a mapping."""
    exchange: Json = {
        "request": {"method": "POST", "url": "https://api.acme.test", "body": {"urlPath": "/"}},
        "response": {"status": 200, "body": {"jsonBody": 1}},
    }
    (item,) = _in_json(exchange)
    assert isinstance(item, Exchange)
    assert item.response.body == b'{"jsonBody": 1}'
