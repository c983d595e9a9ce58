"""Traces of httprr, the recorder of Go's tests: lengths, heads, and bodies in codings."""

from __future__ import annotations

import gzip
import io
from pathlib import Path

import pytest

from toolwire.model.exchange import EvidenceLevel, Exchange, Fidelity
from toolwire.traffic import document, httprr, read
from toolwire.traffic.unreadable import Unreadable

ASKED = (
    b"POST https://api.acme.test/v1/chat/completions HTTP/1.1\r\n"
    b"Host: api.acme.test\r\nContent-Type: application/json\r\n\r\n"
    b'{"model": "m"}'
)
ANSWERED = (
    b"HTTP/2.0 200 OK\r\nContent-Type: application/json\r\n"
    b'Date: Mon, 26 Jan 2026 23:34:13 GMT\r\n\r\n{"id": "a"}\n'
)


def trace(*exchanges: tuple[bytes, bytes]) -> bytes:
    """Return the trace of some exchanges."""
    records = [b"%d %d\n%b%b" % (len(a), len(b), a, b) for a, b in exchanges]
    return httprr.FIRST_LINE + b"\n" + b"".join(records)


def read_back(data: bytes) -> list[Exchange | Unreadable]:
    """Return what is read of a trace."""
    return list(httprr.read(io.BytesIO(data), "a.httprr"))


def only(data: bytes) -> Exchange:
    """Return the one exchange of a trace."""
    (exchange,) = read_back(data)
    assert isinstance(exchange, Exchange), exchange
    return exchange


def test_an_exchange_is_read_as_it_was_on_the_wire() -> None:
    """Address, headers and bodies come back, and the day that the server told."""
    exchange = only(trace((ASKED, ANSWERED)))
    assert exchange.request is not None
    assert (exchange.request.method, exchange.request.body) == ("POST", b'{"model": "m"}')
    assert exchange.request.url == "https://api.acme.test/v1/chat/completions"
    assert (exchange.response.status, exchange.response.body) == (200, b'{"id": "a"}\n')
    assert exchange.response.header("content-type") == "application/json"
    assert exchange.evidence.level is EvidenceLevel.IMPORTED
    assert (exchange.evidence.source, exchange.fidelity) == ("a.httprr #1", Fidelity.WIRE)
    assert exchange.evidence.recorded_at == "2026-01-26T23:34:13+00:00"


def test_exchanges_follow_each_other_without_a_line_between() -> None:
    """Lengths say where one ends, even where a body holds what looks like lengths."""
    tricky = ASKED.replace(b'"m"', b'"m\n1 2\n"')
    first, second = read_back(trace((tricky, ANSWERED), (ASKED, ANSWERED)))
    assert isinstance(first, Exchange)
    assert isinstance(second, Exchange)
    assert second.evidence.source == "a.httprr #2"


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_heads_may_end_their_lines_either_way(end: bytes) -> None:
    """Recorders that change headers write LF where Go writes CRLF."""
    asked, answered = (m.replace(b"\r\n", end) for m in (ASKED, ANSWERED))
    assert only(trace((asked, answered))).response.body == b'{"id": "a"}\n'


def test_a_header_may_hold_any_byte_but_a_line_end() -> None:
    """What ends a line in Unicode, as the second byte of an umlaut here, ends none of a head."""
    named = ANSWERED.replace(b"\r\nDate", b"\r\nX-City: \xc3\x85re\r\nDate")
    assert only(trace((ASKED, named))).response.header("x-city") == "\u00c3\u0085re"


def test_a_body_in_chunks_is_put_together() -> None:
    """Go writes HTTP/1.1 answers of unknown length in chunks, with trailers or without."""
    head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    chunked = head + b"7\r\ndata: a\r\n4;x=y\r\n\n\n\r\n\r\n0\r\n\r\n"
    assert only(trace((ASKED, chunked))).response.body == b"data: a\n\n\r\n"


def test_a_packed_body_is_unpacked() -> None:
    """A client that asked for gzip itself has the recorder keep it."""
    packed = b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n" + gzip.compress(b"{}")
    exchange = only(trace((ASKED, packed)))
    assert (exchange.response.body, exchange.response.header("content-encoding")) == (b"{}", None)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (httprr.FIRST_LINE + b"\n9 9\nabc", "the lengths of an exchange"),
        (httprr.FIRST_LINE + b"\nabc", "the lengths of an exchange"),
        (trace((b"POST /x HTTP/1.1", ANSWERED)), "the head of the request has no end"),
        (trace((b"POST /x\r\n\r\n", ANSWERED)), "no request line: 'POST /x'"),
        (trace((b"\r\n\r\n", ANSWERED)), "no request line: ''"),
        (trace((ASKED, b"\n\n")), "no status line: ''"),
        (trace((ASKED, b"HTTP/1.1 OK\r\n\r\n")), "no status line: 'HTTP/1.1 OK'"),
        (
            trace((ASKED, b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nab")),
            "a chunked body is cut off or malformed",
        ),
    ],
)
def test_what_is_broken_is_told(data: bytes, reason: str) -> None:
    """A trace that was cut or changed by hand says which exchange, and what is wrong."""
    (item,) = read_back(data)
    assert isinstance(item, Unreadable)
    assert item.position == "exchange 1"
    assert item.reason.startswith(reason)


def test_the_exchange_after_a_broken_one_is_read() -> None:
    """Its lengths still say where the next begins."""
    broken, whole = read_back(trace((b"x", b"y"), (ASKED, ANSWERED)))
    assert isinstance(broken, Unreadable)
    assert isinstance(whole, Exchange)


def test_another_file_of_that_suffix_is_foreign() -> None:
    """A folder with one in it is judged all the same."""
    (item,) = read_back(b"package main\n")
    assert isinstance(item, Unreadable)
    assert item.foreign


def test_a_trace_is_found_in_a_folder_and_known_without_its_name(tmp_path: Path) -> None:
    """By its suffix, packed too as langchaingo does, and by its first line where it has none."""
    data = trace((ASKED, ANSWERED))
    (tmp_path / "a.httprr").write_bytes(data)
    (tmp_path / "b.httprr.gz").write_bytes(gzip.compress(data))
    found = list(read([tmp_path]))
    (named,) = document.read_unnamed(io.BytesIO(data), "-")
    assert [type(item) for item in (*found, named)] == [Exchange] * 3
