"""Ways of HTTP: other headers, codings of the body, and how it is cut on the way."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from toolwire.dialects.body import media_of
from toolwire.io.coding import unpacked
from toolwire.jobs.selftest.benign.variant import BenignVariant, with_headers
from toolwire.model.exchange import Chunk, Exchange, Headers, Mode
from toolwire.model.reply import Reading

#: What proxies, content delivery networks and web servers add.
_STRANGERS: Final[Headers] = (
    ("Date", "Sat, 21 Nov 2026 00:00:00 GMT"),
    ("Server", "nginx"),
    ("Via", "1.1 proxy.example.invalid"),
    ("CF-Ray", "0000000000000000-ICN"),
    ("Set-Cookie", "a=1; Path=/"),
    ("Set-Cookie", "b=2; Path=/"),
    ("Strict-Transport-Security", "max-age=31536000"),
    ("X-Toolwire", "2"),
)
_CONNECTION: Final[Headers] = (("connection", "keep-alive"), ("keep-alive", "timeout=5, max=100"))
_TRAILERS: Final[Headers] = (
    ("transfer-encoding", "chunked"),
    ("trailer", "x-checksum"),
    ("x-checksum", "0f343b09"),
)
_MOST: Final = 1 << 24


def _headers(change: Callable[[Headers], Headers]) -> Callable[[Reading], Exchange | None]:
    def apply(reading: Reading) -> Exchange | None:
        return with_headers(reading.exchange, change(reading.exchange.response.headers))

    return apply


def _added(more: Headers) -> Callable[[Reading], Exchange | None]:
    return _headers(lambda headers: (*headers, *more))


def _spelled(change: Callable[[str], str]) -> Callable[[Reading], Exchange | None]:
    return _headers(lambda headers: tuple((change(name), value) for name, value in headers))


def _sized(reading: Reading) -> Exchange | None:
    size = str(len(reading.exchange.response.body))
    return _added((("content-length", size),))(reading) if reading.mode is Mode.BLOCKING else None


def _typed(suffix: str) -> Callable[[Reading], Exchange | None]:
    """Return what puts a parameter behind the media type."""

    def apply(reading: Reading) -> Exchange | None:
        typed = media_of(reading.exchange.response) + suffix
        return _headers(
            lambda headers: tuple(
                (name, typed if name.lower() == "content-type" else value)
                for name, value in headers
            )
        )(reading)

    return apply


def _packed(coding: str, pack: Callable[[bytes], bytes]) -> Callable[[Reading], Exchange | None]:
    """Return what packs a body and unpacks it as a client does; the header tells of it still."""

    def apply(reading: Reading) -> Exchange | None:
        response = reading.exchange.response
        body = unpacked(pack(response.body), coding, _MOST)
        headers = (*response.headers, ("content-encoding", coding), ("vary", "accept-encoding"))
        return replace(reading.exchange, response=replace(response, headers=headers, body=body))

    return apply


def _pieces(size: Callable[[bytes], int]) -> Callable[[Reading], Exchange | None]:
    """Return what cuts a body into pieces of a size, which come a millisecond apart."""

    def apply(reading: Reading) -> Exchange | None:
        response = reading.exchange.response
        step = max(1, size(response.body))
        starts = range(0, len(response.body), step)
        chunks = tuple(
            Chunk(response.body[start : start + step], 0.1 + number / 1000)
            for number, start in enumerate(starts)
        )
        return replace(reading.exchange, response=replace(response, chunks=chunks))

    return apply


_RFC9110: Final = "RFC 9110: names of headers have no case, and their order says nothing"

HEADER_VARIANTS: Final = (
    BenignVariant("header-names-with-capitals", _RFC9110, _spelled(str.title)),
    BenignVariant("header-names-in-upper-case", _RFC9110, _spelled(str.upper)),
    BenignVariant("headers-in-reverse", _RFC9110, _headers(lambda headers: headers[::-1])),
    BenignVariant("headers-of-proxies", "any proxy in between", _added(_STRANGERS)),
    BenignVariant("headers-of-the-connection", "HTTP/1.1 servers", _added(_CONNECTION)),
    BenignVariant("length-in-a-header", "HTTP/1.1 servers", _sized),
    BenignVariant("chunked-with-trailers", "RFC 9112, 7.1.2", _added(_TRAILERS)),
    BenignVariant("charset-in-the-media-type", "most frameworks", _typed("; charset=utf-8")),
    BenignVariant("charset-in-quotes", "RFC 9110, 8.3.1", _typed(';charset="UTF-8"')),
    BenignVariant("media-type-alone", "as vendors without a charset", _typed("")),
    BenignVariant("packed-with-gzip", "clients accept it", _packed("gzip", gzip.compress)),
    BenignVariant("packed-with-deflate", "clients accept it", _packed("deflate", zlib.compress)),
    BenignVariant("in-one-piece", "a proxy that gathers", _pieces(len)),
    BenignVariant("a-byte-a-piece", "cuts inside of UTF-8 and of line ends", _pieces(lambda _: 1)),
    BenignVariant("in-pieces-of-seven-bytes", "a small buffer", _pieces(lambda _: 7)),
)
