"""Content codings: each is undone in pieces of any size, and bounded in all four ways."""

from __future__ import annotations

import builtins
import contextlib
import gzip
import io
import sys
import time
import zlib
from collections.abc import Callable
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolwire.io import coding
from toolwire.io.coding import (
    MOST_CODINGS,
    MOST_MEMBERS,
    MOST_WINDOW,
    CodingError,
    Unpacking,
    kinds,
    unpacked,
    unpacked_file,
)

BINARY = bytes(range(256)) * 40
MOST = 1_000_000


def _gzip(data: bytes) -> bytes:
    return gzip.compress(data, mtime=0)


def _raw(data: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-15)
    return packer.compress(data) + packer.flush()


def _br(data: bytes) -> bytes:
    return bytes(
        pytest.importorskip("brotli", reason="LEFT OUT: br, without brotli").compress(data)
    )


def _zstd(data: bytes) -> bytes:
    return bytes(
        pytest.importorskip("zstandard", reason="LEFT OUT: zstd, without zstandard")
        .ZstdCompressor()
        .compress(data)
    )


#: Coding -> what packs.
PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "gzip": _gzip,
    "x-gzip": _gzip,
    "deflate": zlib.compress,
    "br": _br,
    "zstd": _zstd,
}


def fed(data: bytes, encoding: str, most: int = MOST, size: int = 1000) -> bytes:
    """Return what pieces of a size unpack to."""
    unpacking = Unpacking(encoding, most)
    pieces = [unpacking.feed(data[i : i + size]) for i in range(0, len(data), size)]
    unpacking.close()
    return b"".join(pieces)


@pytest.mark.parametrize("name", PACKERS)
@pytest.mark.parametrize("size", [1, 7, 1000, 10**6])
def test_each_coding_is_undone_in_pieces(name: str, size: int) -> None:
    """However the packed bytes arrive, the same plain ones come out."""
    assert fed(PACKERS[name](BINARY), name, size=size) == BINARY
    assert unpacked(PACKERS[name](BINARY), name.upper(), MOST) == BINARY


def test_deflate_without_its_header_is_undone() -> None:
    """Some servers send the bare stream; one byte at a time tells it no less."""
    assert fed(_raw(BINARY), "deflate", size=1) == BINARY


@given(
    st.binary(max_size=3000),
    st.lists(st.sampled_from(["gzip", "deflate"]), max_size=4),
    st.integers(1, 600),
)
def test_chains_are_undone_in_reverse(body: bytes, names: list[str], size: int) -> None:
    """Up to four codings, one in the other, in pieces of any size."""
    packed = body
    for name in names:
        packed = PACKERS[name](packed)
    assert fed(packed, ", ".join(names), size=size) == body


@pytest.mark.parametrize("names", [("gzip", "br"), ("zstd", "gzip"), ("br", "zstd")])
def test_the_extra_codings_chain_too(names: tuple[str, str]) -> None:
    """`gzip, br` is gzip inside of brotli."""
    packed = PACKERS[names[1]](PACKERS[names[0]](BINARY))
    assert unpacked(packed, ", ".join(names), MOST) == BINARY
    assert fed(packed, ", ".join(names)) == BINARY


@pytest.mark.parametrize("name", ["gzip", "deflate", "br", "zstd"])
def test_cut_off_is_told(name: str) -> None:
    """A body that ends before its end is no body, wherever it was cut."""
    packed = PACKERS[name](BINARY)
    for end in (1, len(packed) // 2, len(packed) - 1):
        with pytest.raises(CodingError, match="cut off: its"):
            fed(packed[:end], name)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("gzip", "not gzip: other bytes stand behind its end"),
        ("deflate", "not deflate: more bytes stand behind its end"),
        ("br", "not br"),
        ("zstd", "not zstd: other bytes stand behind its end"),
    ],
)
@pytest.mark.parametrize("size", [13, 10**6])
def test_garbage_behind_the_end_is_told(name: str, told: str, size: int) -> None:
    """What follows and is no member of the coding is refused, in one piece or another."""
    with pytest.raises(CodingError, match=told):
        fed(PACKERS[name](BINARY) + b"<html>garbage</html>", name, size=size)


@pytest.mark.parametrize("name", ["gzip", "zstd"])
def test_members_follow_each_other_and_padding_is_none(name: str) -> None:
    """As `cat a.gz b.gz` makes them; zeros behind the end are padding, as for gzip(1)."""
    packed = PACKERS[name](BINARY) + PACKERS[name](b"") + PACKERS[name](b"end") + bytes(9)
    assert fed(packed, name) == BINARY + b"end"


@pytest.mark.parametrize("name", ["gzip", "zstd"])
def test_members_are_bounded(name: str) -> None:
    """Ten thousand are read, one more is refused."""
    one = PACKERS[name](b"")
    assert fed(one * MOST_MEMBERS, name, size=4096) == b""
    with pytest.raises(CodingError, match=rf"more than 10,000 {name} members"):
        fed(one * (MOST_MEMBERS + 1), name, size=4096)


@pytest.mark.parametrize("name", PACKERS)
def test_a_bomb_is_bounded(name: str) -> None:
    """A thousand to one and more: what fits is unpacked, one byte more is refused."""
    fits, more = PACKERS[name](bytes(MOST)), PACKERS[name](bytes(MOST + 1))
    assert len(fed(fits, name)) == MOST
    for call in (fed, unpacked):
        with pytest.raises(CodingError, match="unpacks to more than 1,000,000 bytes"):
            call(more, name, MOST)


def test_a_bomb_in_a_bomb_is_bounded() -> None:
    """Each coding of a chain has the bound, so that the inner one never grows."""
    twice = _gzip(_gzip(bytes(300_000_000)))
    assert len(twice) < 2000
    with pytest.raises(CodingError, match="unpacks to more than 100,000 bytes"):
        unpacked(twice, "gzip, gzip", 100_000)
    # Without the second word it is a body of gzip bytes, which nobody unpacks unasked.
    assert unpacked(twice, "gzip", MOST)[:2] == b"\x1f\x8b"


def test_packed_bytes_are_bounded() -> None:
    """Bytes that unpack to nothing are bytes that came."""
    header = b"\x1f\x8b\x08\x08\0\0\0\0\0\3"  # of a member whose file name does not end
    with pytest.raises(CodingError, match="more than 1,000 bytes of gzip"):
        fed(header + b"n" * 1000, "gzip", most=1000, size=100)


def test_codings_are_bounded_in_number() -> None:
    """Four are undone, whichever are named; a fifth is refused before anything is unpacked."""
    packed = BINARY
    for _ in range(MOST_CODINGS):
        packed = _gzip(packed)
    assert unpacked(packed, "gzip," * MOST_CODINGS + "identity, identity", MOST) == BINARY
    with pytest.raises(CodingError, match="more than 4 content-encodings"):
        Unpacking("gzip," * 5, MOST)
    with pytest.raises(CodingError, match="more than 4 content-encodings"):
        unpacked(packed, "gzip," * 5, MOST)


def test_unknown_codings_are_one_line() -> None:
    """The name is quoted short and plain, with those that are read."""
    with pytest.raises(CodingError) as refused:
        Unpacking("\x1b[31m" + "x" * 9000, MOST)
    told = str(refused.value)
    assert told.startswith("no decoder for content-encoding '?[31mxxx")
    assert told.endswith("(read: br, deflate, gzip, x-gzip, zstd)")
    assert len(told) < 150


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("br", "content-encoding br needs the package brotli 1.2 or later: pip install 'toolwire[compression]'"),
        ("zstd", "content-encoding zstd needs the package zstandard: pip install 'toolwire[compression]'"),
    ],
)  # fmt: skip
def test_a_missing_package_is_named_with_its_extra(
    monkeypatch: pytest.MonkeyPatch, name: str, told: str
) -> None:
    """Without the extra a packed body is refused in words, and text is read all the same."""
    for module in ("brotli", "zstandard", "compression", "compression.zstd"):
        monkeypatch.setitem(sys.modules, module, None)
    kinds._made.cache_clear()
    with pytest.raises(CodingError) as refused:
        unpacked(b"\xff\xfe", name, MOST)
    assert str(refused.value) == told
    assert unpacked(b"text", name, MOST) == b"text"
    kinds._made.cache_clear()


def test_an_old_brotli_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before 1.2 its output has no bound, so it is as good as not there."""
    old = ModuleType("brotli")
    old.Decompressor = builtins.object  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "brotli", old)
    kinds._made.cache_clear()
    with pytest.raises(CodingError, match=r"brotli 1\.2 or later"):
        Unpacking("br", MOST)
    kinds._made.cache_clear()


def test_a_zstd_window_is_bounded() -> None:
    """RFC 9659 allows 8 MiB; a frame that asks for 128 is refused."""
    zstandard = pytest.importorskip("zstandard")
    parameters = zstandard.ZstdCompressionParameters(window_log=27)
    packer = zstandard.ZstdCompressor(compression_params=parameters).compressobj()
    packed = packer.compress(b"x" * 100) + packer.flush()
    assert MOST_WINDOW == 1 << 23
    with pytest.raises(CodingError, match="not zstd"):
        unpacked(packed, "zstd", MOST)


@pytest.mark.parametrize("name", ["gzip", "deflate", "br", "zstd"])
@given(body=st.binary(max_size=300), size=st.integers(1, 50))
def test_any_bytes_are_unpacked_or_refused(name: str, body: bytes, size: int) -> None:
    """No bytes make a decoder fail in another way."""
    if name in {"br", "zstd"}:
        PACKERS[name](b"")
    with contextlib.suppress(CodingError):
        fed(body, name, size=size)


def test_empty_members_cost_linear_time() -> None:
    """Twice as many take about twice as long: zlib copies the rest of its input at each end."""
    one = _gzip(b"")

    def cost(members: int) -> float:
        before = time.process_time()
        stage = coding.unpacking._Stage("gzip", 1 << 30)
        stage._members = -(10**9)
        stage.feed(one * members)
        return time.process_time() - before

    cost(1000)
    small, large = min(cost(20_000) for _ in range(3)), min(cost(80_000) for _ in range(3))
    assert large < 8 * small


def test_a_packed_file_is_read_as_a_stream() -> None:
    """Lines come one by one; damage and bounds are told when they are reached."""
    packed = _gzip(b"one\n" + bytes(500_000) + b"\n")
    file = unpacked_file(io.BytesIO(packed), MOST)
    assert file.readline() == b"one\n"
    assert len(file.readline()) == 500_001
    assert file.read() == b""
    with pytest.raises(CodingError, match="unpacks to more than 1,000 bytes"):
        unpacked_file(io.BytesIO(packed), 1000).read()
    with pytest.raises(CodingError, match="cut off"):
        unpacked_file(io.BytesIO(packed[:-5]), MOST).read()
