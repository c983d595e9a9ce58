"""Bounds on bytes of unknown origin."""

from __future__ import annotations

import gzip
import io
import zlib

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from toolwire.traffic import bounded
from toolwire.traffic.bounded import from_base64, iso_date, lines, one_line, read_all, unpacked
from toolwire.traffic.unreadable import RefusedError

#: Timing is not what these properties are about; machines are shared.
PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

BINARY = bytes(range(256)) * 4


def _raw_deflate(data: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-15)
    return packer.compress(data) + packer.flush()


@pytest.mark.parametrize(
    ("coding", "packed"),
    [
        ("gzip", gzip.compress(BINARY, mtime=0)),
        ("GZIP ", gzip.compress(BINARY, mtime=0)),
        ("x-gzip", gzip.compress(BINARY, mtime=0)),
        ("gzip", gzip.compress(BINARY[:512], mtime=0) + gzip.compress(BINARY[512:], mtime=0)),
        ("gzip", gzip.compress(BINARY, mtime=0) + b"\0\0"),
        ("deflate", zlib.compress(BINARY)),
        ("deflate", _raw_deflate(BINARY)),
        ("identity", BINARY),
        ("deflate, gzip", gzip.compress(zlib.compress(BINARY), mtime=0)),
        ("gzip, identity", gzip.compress(BINARY, mtime=0)),
    ],
)
def test_packed_bodies_are_unpacked(coding: str, packed: bytes) -> None:
    """Every coding that is read gives the body back, several codings in reverse order."""
    assert unpacked(packed, (("Content-Encoding", coding),)) == BINARY


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br", "zstd"])
def test_text_is_taken_as_unpacked(coding: str) -> None:
    """Recorders that unpack the body and keep the header are common."""
    body = '{"text": "ü"}'.encode()
    assert unpacked(body, (("content-encoding", coding),)) == body


@pytest.mark.parametrize(
    ("coding", "packed", "reason"),
    [
        ("gzip", gzip.compress(BINARY, mtime=0)[:-9], "cut off"),
        ("gzip", gzip.compress(BINARY, mtime=0)[:-1], "cut off"),
        ("deflate", zlib.compress(BINARY)[:-1], "cut off"),
        ("gzip", b"\xff\xfe nothing packed", "not gzip"),
        ("deflate", b"\xff\xfe nothing packed", "not deflate"),
        ("lzma", b"\x8b\x00\x80", "no decoder for content-encoding 'lzma'"),
        ("x" * 10_000, b"\xff", "no decoder"),
    ],
)
def test_what_cannot_be_unpacked_is_told(coding: str, packed: bytes, reason: str) -> None:
    """A cut-off, malformed or unknown body is refused with a short reason."""
    with pytest.raises(RefusedError, match=reason) as refused:
        unpacked(packed, (("content-encoding", coding),))
    assert len(str(refused.value)) < 400


def test_a_bomb_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A body larger than the limit is not unpacked, in one member or in many."""
    monkeypatch.setattr(bounded, "MAX_BYTES", 100_000)
    fits = gzip.compress(b"\xff" * 100_000, mtime=0)
    assert len(unpacked(fits, (("content-encoding", "gzip"),))) == 100_000
    many = gzip.compress(b"\xff" * 30_000, mtime=0) * 4
    twice = gzip.compress(gzip.compress(b"\xff" * 200_000), mtime=0)
    for packed in (gzip.compress(b"\xff" * 100_001, mtime=0), many):
        with pytest.raises(RefusedError, match="unpacks to more than"):
            unpacked(packed, (("content-encoding", "gzip"),))
    with pytest.raises(RefusedError, match="unpacks to more than"):
        unpacked(twice, (("content-encoding", "gzip, gzip"),))


@PATIENT
@given(st.binary(), st.sampled_from(["gzip", "deflate"]))
def test_no_bytes_make_unpacking_fail_otherwise(body: bytes, coding: str) -> None:
    """Any bytes are either unpacked or refused."""
    packed = b"\xff" + body
    try:
        outcome = unpacked(packed, (("content-encoding", coding),))
    except RefusedError as error:
        outcome = str(error).encode()
    assert outcome != packed


def test_whole_files_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of the limit's size is read, one byte more is refused."""
    monkeypatch.setattr(bounded, "MAX_BYTES", 1000)
    assert read_all(io.BytesIO(b"x" * 1000)) == b"x" * 1000
    with pytest.raises(RefusedError, match="larger than"):
        read_all(io.BytesIO(b"x" * 1001))


def test_a_file_that_comes_in_pieces_is_read_whole() -> None:
    """A pipe hands out less than asked for; nothing is lost."""

    class Pipe(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            return super().read(min(size or 0, 3))

    assert read_all(Pipe(b"0123456789")) == b"0123456789"


def test_long_lines_are_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line over the limit comes as None, and the next one is whole."""
    monkeypatch.setattr(bounded, "MAX_LINE", 10)
    text = b"short\n" + b"x" * 2_000_000 + b"\n" + b"123456789\n" + b"last"
    assert list(lines(io.BytesIO(text))) == [b"short\n", None, b"123456789\n", b"last"]


@pytest.mark.parametrize("text", ["AAA", "A===", "AA=A", "####", "AAAA\u00e9"])
def test_what_is_not_base64_is_refused(text: str) -> None:
    """Base64 is read strictly, but may be wrapped."""
    assert from_base64("aGVs\n  bG8=\n") == b"hello"
    with pytest.raises(RefusedError, match="base64"):
        from_base64(text)


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("Wed, 07 May 2025 11:26:14 GMT", "2025-05-07T11:26:14+00:00"),
        ("yesterday", None),
        ("", None),
        (None, None),
        ("Mon, 01 Jan 99999999999 00:00:00 GMT", None),
    ],
)
def test_http_dates_become_iso_dates(text: str | None, iso: str | None) -> None:
    """Dates are read where they are dates."""
    assert iso_date(text) == iso


def test_reasons_stay_on_one_short_line() -> None:
    """A reason that quotes the input cannot flood a terminal."""
    assert one_line("a\n\tb") == "a b"
    assert len(one_line("x" * 10_000)) < 310
