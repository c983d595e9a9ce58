"""JSON Lines of exchanges."""

from __future__ import annotations

import base64
import gzip
import io
import json
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from toolwire.model.exchange import EvidenceLevel, Exchange, Fidelity
from toolwire.traffic import bounded, jsonl
from toolwire.traffic.unreadable import Unreadable

#: Timing is not what these properties are about; machines are shared.
PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

SOURCE = {
    "repo": "someone/project",
    "path": "tests/a.yaml",
    "commit": "abc",
    "license": "MIT",
    "interaction_index": 4,
    "fidelity": "http",
}
LINE: dict[str, Any] = {
    "source": SOURCE,
    "provider": "acme",
    "api": "openai-chat",
    "request": {
        "method": "post",
        "url": "https://api.acme.test/v1/chat",
        "headers": {"Content-Type": "application/json"},
        "body": {"model": "m"},
    },
    "response": {"status": 200, "headers": {"x": "y"}, "body": {"ok": True}},
    "recorded_at": "2025-05-07",
    "features": [],
}


def _read(*rows: object) -> list[Exchange | Unreadable]:
    text = "\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows)
    return list(jsonl.read(io.BytesIO(text.encode()), "a.jsonl"))


def _with(**changes: object) -> dict[str, Any]:
    return {**LINE, **changes}


def _one(row: object) -> Exchange:
    (exchange,) = _read(row)
    assert isinstance(exchange, Exchange), exchange
    return exchange


def test_a_line_becomes_an_exchange() -> None:
    """Request, response and evidence come out as they stand in the line."""
    exchange = _one(LINE)
    assert exchange.request is not None
    assert exchange.request.method == "POST"
    assert exchange.request.url == "https://api.acme.test/v1/chat"
    assert exchange.request.headers == (("Content-Type", "application/json"),)
    assert json.loads(exchange.request.body) == {"model": "m"}
    assert (exchange.response.status, exchange.response.headers) == (200, (("x", "y"),))
    assert json.loads(exchange.response.body) == {"ok": True}
    assert exchange.evidence.level is EvidenceLevel.IMPORTED
    assert exchange.evidence.source == "someone/project tests/a.yaml@abc #4"
    assert exchange.evidence.recorded_at == "2025-05-07"
    assert exchange.provider == "acme"


@pytest.mark.parametrize(
    ("response", "body"),
    [
        ({"status": 200, "body": None, "body_text": "data: ü\n\n"}, "data: ü\n\n".encode()),
        ({"status": 200, "body_base64": base64.b64encode(b"\x00\xff").decode()}, b"\x00\xff"),
        (
            {
                "status": 200,
                "headers": {"content-encoding": "gzip"},
                "body_base64": base64.b64encode(gzip.compress(b"packed", mtime=0)).decode(),
            },
            b"packed",
        ),
        ({"status": 204}, b""),
        ({"status": 200, "body": None}, b""),
        ({"status": 200, "body": [1, "two"]}, b'[1, "two"]'),
        ({"status": 200, "body": "text"}, b'"text"'),
        ({"status": 200, "body_text": ""}, b""),
    ],
)
def test_bodies_in_every_form(response: dict[str, Any], body: bytes) -> None:
    """Parsed, text, base64 and packed bodies become bytes; none is empty."""
    assert _one(_with(response=response)).response.body == body


def test_a_body_keeps_its_spelling() -> None:
    """Numbers, key order and repeated keys of a stored body are not touched."""
    body = '{"b":1.0,"a":1e5,"n":12345678901234567890123,"a":2}'
    row = json.dumps(_with(response={"status": 200, "body": "HERE"})).replace('"HERE"', body)
    assert _one(row).response.body == body.encode()


@pytest.mark.parametrize(
    ("word", "fidelity"),
    [
        ("http", Fidelity.WIRE),
        ("http-json-parsed", Fidelity.PARSED),
        ("segments", Fidelity.REBUILT),
        ("normalised", Fidelity.NORMALISED),
        ("sdk-dump", Fidelity.DUMPED),
        ("response-only", Fidelity.EDITED),
        ("response-http", Fidelity.WIRE),
    ],
)
def test_fidelity_is_mapped(word: str, fidelity: Fidelity) -> None:
    """Each word of the corpus has its fidelity."""
    assert _one(_with(source={**SOURCE, "fidelity": word})).fidelity is fidelity


@pytest.mark.parametrize(
    "request_",
    [None, {"method": None, "url": None, "headers": {}, "body": None}, {}],
)
def test_a_request_that_was_not_kept_is_none(request_: object) -> None:
    """Nulls all over are no request."""
    assert _one(_with(request=request_)).request is None


def test_a_bare_exchange_is_enough() -> None:
    """A user's own line needs no source: the file and line cite it, the body says the rest."""
    (first, second) = _read(
        {"response": {"status": 200, "body": {}}},
        {"response": {"status": 200, "body_text": "{}"}},
    )
    assert isinstance(first, Exchange)
    assert isinstance(second, Exchange)
    assert (first.evidence.source, second.evidence.source) == ("a.jsonl line 1", "a.jsonl line 2")
    assert (first.fidelity, second.fidelity) == (Fidelity.PARSED, Fidelity.WIRE)


def test_header_values_may_be_lists() -> None:
    """Repeated headers stay apart; a coding that was undone is not named any more."""
    response = {"status": 200, "headers": {"a": ["1", "2"], "content-encoding": "gzip"}}
    assert _one(_with(response=response)).response.headers == (("a", "1"), ("a", "2"))


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("{", "not JSON"),
        ("nonsense", "not JSON"),
        ('{"response": {"status": 200}} {}', "not JSON"),
        ("[" * 100_000, "not an exchange"),
        ('{"response": {"status": 200, "body": ' + "[" * 100_000, "nested too deeply"),
        ("[]", "not an exchange"),
        ("1", "not an exchange"),
        ({"file": "a.jsonl", "line": 1, "outcome": "ok"}, "missing required field `response`"),
        ({"response": {"status": "200"}}, "not an exchange"),
        ({"response": {"status": True}}, "not an exchange"),
        ({"response": {"status": 200, "headers": {"a": 1}}}, "not an exchange"),
        ({"response": {"status": 200, "body_base64": "#"}}, "not base64"),
        (_with(source={"fidelity": "guess"}), "fidelity 'guess' is none of http"),
        ('{"response": {"status": 200, "body": NaN}}', "not JSON"),
    ],
)
def test_other_lines_are_told_and_passed_over(row: object, reason: str) -> None:
    """A bad line is unreadable with its number and reason; its neighbours are read."""
    before, bad, after = _read(LINE, row, LINE)
    assert isinstance(before, Exchange)
    assert isinstance(after, Exchange)
    assert isinstance(bad, Unreadable)
    assert (bad.source, bad.position) == ("a.jsonl", "line 2")
    assert reason in bad.reason
    assert len(bad.reason) < 400


@pytest.mark.parametrize("place", ["body", "body_text", "note"])
def test_bytes_that_are_not_utf8_are_told(place: str) -> None:
    """Invalid UTF-8 anywhere in the line is found, in a body kept unparsed too."""
    response = b'{"status": 200, "' + place.encode() + b'": "\xff"}'
    (bad,) = jsonl.read(io.BytesIO(b'{"response": ' + response + b"}"), "-")
    assert isinstance(bad, Unreadable)
    assert bad.reason.startswith("not UTF-8")


def test_blank_lines_and_a_mark_are_passed_over() -> None:
    """A byte order mark and blank lines are nothing, but lines keep their numbers."""
    text = b"\xef\xbb\xbf\n\n" + json.dumps(LINE).encode() + b"\r\n  \nx\n"
    exchange, bad = jsonl.read(io.BytesIO(text), "a")
    assert isinstance(exchange, Exchange)
    assert isinstance(bad, Unreadable)
    assert bad.position == "line 5"


def test_a_line_without_end_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line over the limit is told, and the one after it is read."""
    monkeypatch.setattr(bounded, "MAX_LINE", 2000)
    bad, good = _read("x" * 10_000, LINE)
    assert isinstance(bad, Unreadable)
    assert "longer than" in bad.reason
    assert isinstance(good, Exchange)


@PATIENT
@given(st.binary())
def test_garbage_never_raises(data: bytes) -> None:
    """Any bytes give only unreadable lines, one for each that is not blank."""
    found = list(jsonl.read(io.BytesIO(b"x" + data), "a"))
    assert all(isinstance(item, Unreadable) for item in found)
    assert len(found) == sum(bool(line.strip()) for line in (b"x" + data).split(b"\n"))


def test_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    """Ten times the lines take the same memory."""
    row = json.dumps(_with(response={"status": 200, "body": {"text": "x" * 20_000}})) + "\n"
    peaks = []
    for factor in (1, 10):
        path = tmp_path / f"{factor}.jsonl"
        path.write_text(row * (50 * factor))
        with path.open("rb") as stream:
            tracemalloc.start()
            assert sum(1 for _ in jsonl.read(stream, "a")) == 50 * factor
            peaks.append(tracemalloc.get_traced_memory()[1])
            tracemalloc.stop()
    assert peaks[1] < 1.5 * peaks[0]
    assert peaks[0] < 1_000_000


def test_the_corpus_is_read(shared: Path) -> None:
    """Every recorded line is an exchange whose bodies are what the line stores."""
    count = 0
    for file in sorted((shared / "corpus").glob("*/*.jsonl")):
        with file.open("rb") as stream:
            exchanges = list(jsonl.read(stream, str(file)))
        for exchange, text in zip(exchanges, file.read_bytes().splitlines(), strict=True):
            assert isinstance(exchange, Exchange)
            stored = json.loads(text)
            count += 1
            if stored["response"]["body"] is not None:
                assert json.loads(exchange.response.body) == stored["response"]["body"]
            if exchange.request is not None and exchange.request.body:
                assert json.loads(exchange.request.body) == stored["request"]["body"]
    assert count > 3_000


def test_rows_of_the_expected_results_are_not_exchanges(shared: Path) -> None:
    """A file beside the corpus that is something else is told line by line."""
    with (shared / "corpus" / "expected.jsonl").open("rb") as stream:
        first = next(jsonl.read(stream, "expected.jsonl"))
    assert isinstance(first, Unreadable)
    assert "response" in first.reason
