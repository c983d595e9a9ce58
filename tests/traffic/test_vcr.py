"""VCR cassettes of Python and of Ruby."""

from __future__ import annotations

import base64
import gzip
import json
import zlib
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from vcr.request import Request as VcrRequest
from vcr.serialize import serialize
from vcr.serializers import jsonserializer, yamlserializer

from tests.support.vcr_text import REQUEST, RESPONSE, STREAM, cassette_of, one, read
from toolwire.model.exchange import Chunk, EvidenceLevel, Exchange, Fidelity, Request, Response
from toolwire.traffic import vcr
from toolwire.traffic.unreadable import Unreadable
from toolwire.transport.cassette import file as cassette

#: Timing is not what these properties are about; machines are shared.
PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

RUBY = """\
---
http_interactions:
- request:
    method: post
    uri: https://api.acme.test/v1/chat
    body:
      encoding: UTF-8
      string: '{"model":"m"}'
    headers:
      Content-Type:
      - application/json
      Accept-Encoding: &1
      - gzip;q=1.0
      - identity
  response:
    status:
      code: 200
      message: OK
    headers:
      Date:
      - Wed, 07 May 2025 11:26:14 GMT
      Vary: *1
      Content-Length: [13]
    body:
      encoding: ASCII-8BIT
      string: !binary |-
        eyJ0ZXh0IjoiwrAifQ==
  recorded_at: Thu, 08 May 2025 00:00:01 GMT
recorded_with: VCR 6.3.1
"""


def _by_vcrpy(serializer: Any, request_body: bytes, response_body: bytes, **headers: str) -> bytes:
    names = {name.replace("_", "-"): [value] for name, value in headers.items()}
    request = VcrRequest("POST", "https://api.acme.test/v1", request_body, names)
    response = {
        "status": {"code": 200, "message": "OK"},
        "headers": {**names, "Date": ["Wed, 07 May 2025 11:26:14 GMT"]},
        "body": {"string": response_body},
    }
    text: str = serialize({"requests": [request], "responses": [response]}, serializer)
    return text.encode()


@pytest.mark.parametrize("response", [b'{"a": 1}', STREAM, b"", b"\x00\x01\xff" * 90])
def test_what_vcrpy_writes_is_read_back(response: bytes) -> None:
    """Text, streams and binary bodies come back byte for byte."""
    exchange = one(_by_vcrpy(yamlserializer, b'{"q": "\xc3\xbc"}', response))
    assert exchange.request is not None
    assert exchange.request.body == b'{"q": "\xc3\xbc"}'
    assert (exchange.request.method, exchange.request.url) == ("POST", "https://api.acme.test/v1")
    assert exchange.response.body == response
    assert exchange.response.status == 200
    assert exchange.evidence.level is EvidenceLevel.IMPORTED
    assert exchange.evidence.source == "a.yaml #1"
    assert exchange.evidence.recorded_at == "2025-05-07T11:26:14+00:00"
    assert exchange.fidelity is Fidelity.WIRE


@pytest.mark.parametrize(
    ("coding", "packed"),
    [
        ("gzip", gzip.compress(STREAM, mtime=0)),
        ("deflate", zlib.compress(STREAM)),
        ("gzip", STREAM),
    ],
)
def test_packed_bodies_of_vcrpy_are_unpacked(coding: str, packed: bytes) -> None:
    """A body is unpacked by its header, unless the recorder did that already."""
    exchange = one(_by_vcrpy(yamlserializer, b"", packed, content_encoding=coding))
    assert exchange.response.body == STREAM
    assert exchange.response.header("content-encoding") is None


def test_json_cassettes_of_vcrpy_are_read() -> None:
    """The JSON serialiser of vcrpy writes the same document."""
    document = json.loads(_by_vcrpy(jsonserializer, b"{}", STREAM))
    (exchange,) = vcr.from_document(document, "a.json")
    assert isinstance(exchange, Exchange)
    assert exchange.response.body == STREAM


def test_a_ruby_cassette_is_read() -> None:
    """Encodings, binary bodies, aliases, header lists and dates of Ruby VCR are understood."""
    exchange = one(RUBY)
    assert exchange.request is not None
    assert exchange.request.method == "POST"
    assert exchange.request.body == b'{"model":"m"}'
    assert exchange.request.headers[1:] == (
        ("Accept-Encoding", "gzip;q=1.0"),
        ("Accept-Encoding", "identity"),
    )
    assert exchange.response.body == '{"text":"°"}'.encode()
    assert exchange.response.header("content-length") == "13"
    assert exchange.evidence.recorded_at == "2025-05-08T00:00:01+00:00"


@pytest.mark.parametrize(
    ("body", "raw"),
    [
        ({"encoding": "UTF-8", "base64_string": base64.b64encode(STREAM).decode()}, STREAM),
        ({"encoding": "ISO-8859-1", "string": "ü"}, b"\xfc"),
        ({"encoding": "US-ASCII", "string": ""}, b""),
        ({"encoding": "UTF-8", "string": None}, b""),
        ({"string": b"\xff"}, b"\xff"),
        ("plain", b"plain"),
        (b"\xfe", b"\xfe"),
        (None, b""),
        ({"base64_string": "e30=\n"}, b"{}"),
    ],
)
def test_bodies_in_every_form(body: object, raw: bytes) -> None:
    """Each way a body is stored gives its bytes, in requests and in responses."""
    exchange = one(cassette_of({**REQUEST, "body": body}, {**RESPONSE, "body": body}))
    assert exchange.request is not None
    assert (exchange.request.body, exchange.response.body) == (raw, raw)


def test_parsed_bodies_are_read_as_parsed() -> None:
    """Bodies stored as YAML become JSON, and are never taken for the wire's own bytes."""
    value = {"b": [1, 2.5, None, True, "yes", "2024-01-01"], "a": {"ü": "\n"}}
    exchange = one(
        cassette_of(
            {"method": "POST", "uri": "https://a.test", "parsed_body": value},
            {"status": {"code": 200}, "headers": {"x": ["y"]}, "parsed_body": value},
        )
    )
    assert exchange.request is not None
    assert json.loads(exchange.request.body) == value
    assert json.loads(exchange.response.body) == value
    assert exchange.fidelity is Fidelity.PARSED


def test_the_old_httpx_form_is_read() -> None:
    """Up to version 5 vcrpy's httpx stubs wrote `status_code` and `content`."""
    old = {"status_code": 429, "http_version": "HTTP/1.1", "headers": {"a": "b"}, "content": "no"}
    exchange = one(cassette_of(REQUEST, old))
    assert (exchange.response.status, exchange.response.body) == (429, b"no")
    assert exchange.response.headers == (("a", "b"),)


def test_what_this_harness_records_is_read_back(tmp_path: Path) -> None:
    """A cassette written by the transport, arrival times included, gives its exchange back."""
    chunks = (Chunk(STREAM[:9], 0.1), Chunk(STREAM[9:], 0.25))
    pair = (
        Request("POST", "https://api.acme.test/v1", (("accept", "*/*"),), b'{"a": 1}'),
        Response(200, (("content-type", "text/event-stream"),), STREAM, chunks),
    )
    provenance = cassette.Provenance(EvidenceLevel.DOCUMENTED, recorded_at="2026-11-21")
    cassette.save(tmp_path / "a.yaml", [pair], provenance)
    exchange = one((tmp_path / "a.yaml").read_bytes())
    assert exchange.request == pair[0]
    assert exchange.response.body == STREAM
    assert exchange.response.headers == pair[1].headers
    assert exchange.evidence.level is EvidenceLevel.DOCUMENTED
    assert exchange.evidence.recorded_at == "2026-11-21"


@pytest.mark.parametrize(
    ("word", "believed"),
    [("documented", "documented"), ("recorded", "imported"), ("imported", "imported")],
)
def test_a_header_gives_the_evidence_but_no_more_than_anyone_can_claim(
    word: str, believed: str
) -> None:
    """A cassette says how it came about; that we recorded it is not for a file to say."""
    head = {"evidence": word, "recorded_at": "2026-11-21", "provider": "acme"}
    exchange = one(cassette_of(REQUEST, RESPONSE, toolwire=head))
    assert exchange.evidence.level is EvidenceLevel(believed)
    assert exchange.evidence.recorded_at == "2026-11-21"
    assert exchange.provider == "acme"


@pytest.mark.parametrize("word", ["live", "certain", None, 3, ["recorded"]])
def test_a_file_cannot_claim_to_be_live(word: object) -> None:
    """Only the levels a file can have are taken; another makes the file unreadable."""
    (bad,) = read(cassette_of(REQUEST, RESPONSE, toolwire={"evidence": word}))
    assert isinstance(bad, Unreadable)
    assert "toolwire.evidence" in bad.reason


def test_a_missing_request_is_none() -> None:
    """A cassette that kept only the response gives an exchange without a request."""
    assert one(cassette_of(None, RESPONSE)).request is None


@pytest.mark.parametrize(
    ("request_", "response", "reason"),
    [
        ("x", RESPONSE, "`request` is not a mapping"),
        ({"method": "POST"}, RESPONSE, "no `method` or no `uri`"),
        ({"method": ["POST"], "uri": "x"}, RESPONSE, "no `method` or no `uri`"),
        (REQUEST, None, "`response` is not a mapping"),
        (REQUEST, {}, "no status code"),
        (REQUEST, {**RESPONSE, "status": {"code": "200 OK"}}, "no status code"),
        (REQUEST, {**RESPONSE, "status": True}, "no status code"),
        (REQUEST, {**RESPONSE, "headers": []}, "`headers` is not a mapping"),
        (REQUEST, {**RESPONSE, "headers": {"a": [{}]}}, "a header value is not text"),
        (REQUEST, {**RESPONSE, "body": 3}, "neither text nor bytes"),
        (REQUEST, {**RESPONSE, "body": {"string": [1]}}, "neither text nor bytes"),
        (REQUEST, {**RESPONSE, "body": {"base64_string": "#"}}, "not base64"),
        (REQUEST, {**RESPONSE, "body": {"encoding": "idna", "string": "x"}}, "encoding is none"),
        (
            REQUEST,
            {**RESPONSE, "body": {"encoding": "ISO-8859-1", "string": "\u20ac"}},
            "cannot be written",
        ),
        (REQUEST, {**RESPONSE, "parsed_body": [b"\xff"]}, "what JSON cannot say"),
        (REQUEST, {**RESPONSE, "body": {"type": "proto", "content": "a"}}, "none of json, text"),
        (REQUEST, {**RESPONSE, "body": {"type": "binary", "content": "zz"}}, "not hexadecimal"),
        (REQUEST, {**RESPONSE, "body": {"type": "none", "content": "a"}}, "has other content"),
        (REQUEST, {**RESPONSE, "body": {"type": "text", "content": [1]}}, "neither text nor"),
        (REQUEST, {**RESPONSE, "status": "200 OK"}, "no status code"),
        (
            REQUEST,
            {
                **RESPONSE,
                "headers": {"Content-Encoding": ["gzip"]},
                "body": {"string": gzip.compress(STREAM, mtime=0)[:-4]},
            },
            "cut off",
        ),
        (
            REQUEST,
            {**RESPONSE, "headers": {"content-encoding": "lz"}, "body": {"string": b"\x8b\xff"}},
            "no decoder for content-encoding 'lz'",
        ),
    ],
)
def test_a_bad_interaction_is_told_and_passed_over(
    request_: object, response: object, reason: str
) -> None:
    """What cannot be read is told by number; the interactions around it are read."""
    good = {"request": REQUEST, "response": RESPONSE}
    bad = {"request": request_, "response": response}
    text = yaml.safe_dump({"interactions": [good, bad, good]})
    before, told, after = read(text)
    assert isinstance(before, Exchange)
    assert isinstance(after, Exchange)
    assert isinstance(told, Unreadable)
    assert (told.source, told.position) == ("a.yaml", "interaction 2")
    assert reason in told.reason


def test_a_binary_body_that_is_not_base64_is_told() -> None:
    """One broken scalar costs its interaction only."""
    (bad,) = read(RUBY.replace("eyJ0", "####"))
    assert isinstance(bad, Unreadable)
    assert (bad.position, bad.reason[:9]) == ("interaction 1", "a body is")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("services: {web: {}}\n", "no list `interactions`"),
        ("", "the document is not a mapping"),
        ("- a\n", "the document is not a mapping"),
        ("interactions: 3\n", "no list `interactions`"),
        ("interactions: [\n", "not YAML"),
        (b"interactions: \xff\n", "not YAML"),
        (RUBY.replace("method: post", "method: *2"), "an alias has no finished anchor"),
        ("interactions:\n- request: {1: 2}\n", "a key is not text (line 2)"),
        ("a: " + "[" * 50_000, "nested more than"),
    ],
)
def test_what_is_no_cassette_is_told(text: str | bytes, reason: str) -> None:
    """A file of another kind, or broken YAML, is one unreadable with its reason."""
    (bad,) = read(text)
    assert isinstance(bad, Unreadable)
    assert bad.position == "whole file"
    assert reason in bad.reason


def test_a_deep_json_cassette_is_told() -> None:
    """A parsed body nested to the parser's limit does not raise."""
    deep: Any = []
    for _ in range(5_000):
        deep = [deep]
    document = {
        "interactions": [{"request": REQUEST, "response": {"status": 1, "parsed_body": deep}}]
    }
    (bad,) = vcr.from_document(document, "a.json")
    assert isinstance(bad, Unreadable)
    assert "too deeply" in bad.reason


@PATIENT
@given(st.data())
def test_cut_or_changed_cassettes_never_raise(data: st.DataObject) -> None:
    """A cassette cut anywhere, or with any one byte changed, is read or told."""
    text = bytearray(RUBY.encode())
    place = data.draw(st.integers(0, len(text) - 1))
    text[place] = data.draw(st.integers(0, 255))
    end = data.draw(st.sampled_from([place, len(text)]))
    for item in read(bytes(text[:end])):
        assert isinstance(item, Exchange | Unreadable)
