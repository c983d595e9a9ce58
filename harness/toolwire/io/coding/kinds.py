"""The content codings (RFC 9110, section 8.4) that are read, and what reads each.

`gzip` and `deflate` always are. `br` and `zstd` are never asked for, so that what is recorded
does not depend on what is installed; where a server or a recording has them all the same, they
are read with the extra `compression`.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any, Protocol, cast

#: Most gzip members, or zstd frames, of one body or file: bgzip makes one of 64 KiB.
MOST_MEMBERS = 10_000
#: Most bytes that a zstd frame may have us remember; RFC 9659 allows servers no more.
MOST_WINDOW = 8 * 1024 * 1024

_EXTRA = "pip install 'toolwire[compression]'"
_LONGEST_NAME = 40
_NOT_PLAIN = re.compile(r"[^ -~]")


class CodingError(ValueError):
    """Why a body cannot be unpacked, on one line that quotes none of its bytes."""


class MemberDecoder(Protocol):
    """What undoes one member, as `zlib.decompressobj` does."""

    @property
    def eof(self) -> bool:
        """Whether the member has come to its end."""

    @property
    def unused_data(self) -> bytes:
        """Bytes of the last piece that stand behind the end."""

    @property
    def unconsumed_tail(self) -> bytes:
        """Bytes of the last piece that were not looked at, for want of room."""

    def decompress(self, data: bytes, most: int, /) -> bytes:
        """Return what a piece unpacks to, `most` bytes or so at most."""


@dataclass(frozen=True, slots=True)
class Coding:
    """A coding: what begins a member, what that raises, how many follow each other, and how
    many packed bytes it is given at once."""

    begin: Callable[[], MemberDecoder]
    errors: tuple[type[Exception], ...]
    members: int = 1
    piece: int = 4096


class _Deflate:
    """zlib's format as RFC 9110 says, or the bare stream that some servers send."""

    unconsumed_tail = b""

    def __init__(self) -> None:
        self._head = b""
        self._object: Any = None

    @property
    def eof(self) -> bool:
        return self._object is not None and bool(self._object.eof)

    @property
    def unused_data(self) -> bytes:
        return cast("bytes", self._object.unused_data) if self._object is not None else b""

    def decompress(self, data: bytes, most: int, /) -> bytes:
        if self._object is None:
            data = self._head = self._head + data
            if len(data) < 2:
                return b""
            # RFC 1950, section 2.2: method 8, and the two bytes are a multiple of 31.
            zlibs = data[0] & 0x0F == 8 and int.from_bytes(data[:2]) % 31 == 0
            self._object = zlib.decompressobj(zlib.MAX_WBITS if zlibs else -zlib.MAX_WBITS)
        return cast("bytes", self._object.decompress(data, most))


class _Brotli:
    """brotli 1.2's decompressor, whose output has a bound; it keeps what it did not consume."""

    unused_data = unconsumed_tail = b""

    def __init__(self, module: Any) -> None:
        self._object = module.Decompressor()

    @property
    def eof(self) -> bool:
        return bool(self._object.is_finished())

    def decompress(self, data: bytes, most: int, /) -> bytes:
        out = [self._object.process(data, output_buffer_limit=most)]
        size = len(out[0])
        while size < most and not (self.eof or self._object.can_accept_more_data()):
            out.append(self._object.process(b"", output_buffer_limit=most - size))
            size += len(out[-1])
        return b"".join(out)


class _Zstd:
    """One frame, with the module that Python has from 3.14 on."""

    unconsumed_tail = b""

    def __init__(self, decompressor: Any) -> None:
        self._object = decompressor

    @property
    def eof(self) -> bool:
        return bool(self._object.eof)

    @property
    def unused_data(self) -> bytes:
        return cast("bytes", self._object.unused_data)

    def decompress(self, data: bytes, most: int, /) -> bytes:
        return cast("bytes", self._object.decompress(data, max_length=most))


class _ZstdPackage(_Zstd):
    """One frame. The package has no bound on output, so it is given pieces that cannot make much:
    256 bytes hold 64 blocks at most, of 128 KiB at most (RFC 8878, section 3.1.1.2)."""

    def decompress(self, data: bytes, _most: int, /) -> bytes:
        return cast("bytes", self._object.decompress(data))


def _gzip() -> Coding:
    return Coding(
        lambda: zlib.decompressobj(16 + zlib.MAX_WBITS), (zlib.error,), members=MOST_MEMBERS
    )


def _deflate() -> Coding:
    return Coding(_Deflate, (zlib.error,))


def _br() -> Coding:
    module = import_module("brotli")
    if not hasattr(module.Decompressor, "can_accept_more_data"):
        raise ImportError("brotli before 1.2 has no bound on what it unpacks to")
    return Coding(lambda: _Brotli(module), (module.error,))


def _zstd() -> Coding:
    try:
        own = import_module("compression.zstd")
    except ImportError:
        module = import_module("zstandard")
        decompressor = module.ZstdDecompressor(max_window_size=MOST_WINDOW)

        def begin() -> MemberDecoder:
            return _ZstdPackage(decompressor.decompressobj())

        return Coding(begin, (module.ZstdError,), MOST_MEMBERS, piece=256)
    window = {own.DecompressionParameter.window_log_max: MOST_WINDOW.bit_length() - 1}
    return Coding(
        lambda: _Zstd(own.ZstdDecompressor(options=window)), (own.ZstdError,), MOST_MEMBERS
    )


#: Coding -> what reads it, and the package that it needs.
_KINDS: Mapping[str, tuple[Callable[[], Coding], str]] = {
    "br": (_br, "brotli 1.2 or later"),
    "deflate": (_deflate, ""),
    "gzip": (_gzip, ""),
    "x-gzip": (_gzip, ""),
    "zstd": (_zstd, "zstandard"),
}


@cache
def _made(name: str) -> Coding:
    return _KINDS[name][0]()


def kind_of(name: str) -> Coding:
    """Return what reads a coding.

    Raises:
        CodingError: nothing does, or its package is not installed.
    """
    if name not in _KINDS:
        shown = _NOT_PLAIN.sub("?", name[:_LONGEST_NAME])
        raise CodingError(f"no decoder for content-encoding '{shown}' (read: {', '.join(_KINDS)})")
    try:
        return _made(name)
    except ImportError:
        needs = f"content-encoding {name} needs the package {_KINDS[name][1]}"
        raise CodingError(f"{needs}: {_EXTRA}") from None
