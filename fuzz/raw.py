"""Edits of bytes and headers that know nothing of what stands there."""

from __future__ import annotations

import gzip
import zlib
from dataclasses import replace
from random import Random
from typing import Final

from fuzz.item import KEY
from fuzz.texts import TEXTS, grown, text
from toolwire.model.exchange import Chunk, Headers, Request, Response

_PIECES: Final = (
    b"\0", b"\xff", b"\xfe\xff", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\xc0\xaf", b"\xf5", b"\r", b"\n", b"\r\n", b"\n\n", b"\r\r",
    b"\x1b[31m", b"{", b"}", b"[", b"]", b'"', b"\\", b":", b",", b"data: ", b"data: [DONE]\n\n", b"event: ", b"id: \0\n", b"retry: 9\n",
    b": \n", b"\xe2\x80\xa8", b"HTTP/1.1 200 OK\r\n\r\n", b"0\r\n\r\n", b"\x1f\x8b", b"null", b"---\n", b"&a ", b"*a", b"!!python/object:os.system ",
    b"<<: *a\n", b"\t", b"? ", b"- ", b"|-\n", b"%YAML 9.9\n", b"...\n", b"\x85", b"#",
)  # fmt: skip
_TYPES: Final = (
    "application/json", "application/json; charset=utf-16", "text/event-stream", "text/event-stream;charset=latin-1",
    "application/x-ndjson", "application/vnd.amazon.eventstream", "text/html", "text/plain", "", ";", "a" * 300, "application/JSON",
    "multipart/mixed; boundary=x", "application/stream+json", "\x1b[31m", "text/event-stream, application/json",
)  # fmt: skip
_CODINGS: Final = (
    "gzip",
    "deflate",
    "br",
    "zstd",
    "identity",
    "x-gzip",
    "gzip, gzip",
    "",
    "\0",
    "compress",
    "GZIP ,",
)
_NAMES: Final = (
    "content-type", "content-encoding", "content-length", "transfer-encoding", "retry-after", "location", "set-cookie", "x-request-id",
    "date", "server", "authorization", "x-api-key", "x-ratelimit-reset", "request-id", "", "\n", "openai-version", "anthropic-version", "host",
)  # fmt: skip
_STATUSES: Final = (
    0,
    -1,
    100,
    101,
    199,
    200,
    200,
    200,
    201,
    204,
    206,
    301,
    304,
    400,
    401,
    403,
    404,
    408,
    413,
    422,
    429,
    500,
    502,
    503,
    529,
    599,
    999,
    10**6,
)
_METHODS: Final = ("POST", "GET", "PUT", "DELETE", "OPTIONS", "HEAD", "", "post", "\0", "POST" * 50)


def bent(rng: Random, data: bytes, times: int = 1) -> bytes:
    """Flip, put in, take out, double or cut some bytes."""
    for _ in range(times):
        at = rng.randint(0, len(data))
        end = min(len(data), at + rng.choice((1, 2, 8, 40, 300)))
        how = rng.random()
        if how < 0.25 and at < len(data):
            data = data[:at] + bytes((rng.randrange(256),)) + data[at + 1 :]
        elif how < 0.5:
            data = data[:at] + rng.choice(_PIECES) + data[at:]
        elif how < 0.65:
            data = data[:at] + data[end:]
        elif how < 0.75:
            data = data[:at] + data[at:end] * rng.choice((2, 3, 30)) + data[end:]
        elif how < 0.85:
            data = data[:at]
        elif how < 0.9:
            other = rng.randint(0, len(data))
            data = data[:other] + data[at:end] + data[other:]
        else:
            data = (
                data[:at]
                + rng.choice(TEXTS).replace("@PLANTED@", KEY).encode("utf-8", "replace")
                + data[at:]
            )
    return data


def bigger(rng: Random, data: bytes, most: int = 1_000_000) -> bytes:
    """Repeat a short piece of the data in its place, many times."""
    at = rng.randint(0, max(0, len(data) - 1))
    piece = data[at : at + rng.choice((1, 1, 2, 3, 5, 9, 17, 40, 200))] or b"["
    if rng.random() < 0.35:
        piece = rng.choice(TEXTS).encode("utf-8", "replace") or b"{"
    return data[:at] + grown(rng, piece, most) + data[at:]


def chunked(rng: Random, response: Response) -> Response:
    """Say when which piece of the body arrived, cut anywhere."""
    body = response.body
    cuts = sorted(rng.randint(0, len(body)) for _ in range(rng.choice((0, 1, 3, 9))))
    times = [rng.choice((0.0, 0.01, 1.0, -1.0, 1e9)) for _ in range(len(cuts) + 1)]
    ends = zip([0, *cuts], [*cuts, len(body)], times, strict=True)
    return replace(response, chunks=tuple(Chunk(body[a:b], at) for a, b, at in ends))


def headed(rng: Random, headers: Headers) -> Headers:
    """Change, add, double or remove a header."""
    pairs = list(headers)
    how = rng.random()
    if how < 0.4:
        pairs = [p for p in pairs if p[0].lower() != "content-type"]
        pairs.append((rng.choice(("content-type", "Content-Type")), rng.choice(_TYPES)))
    elif how < 0.55:
        pairs.append(("content-encoding", rng.choice(_CODINGS)))
    elif how < 0.65 and pairs:
        pairs.pop(rng.randrange(len(pairs)))
    elif how < 0.7:
        pairs += [(f"x-{n}", "y") for n in range(rng.choice((3, 300)))]
    else:
        pairs.append((rng.choice(_NAMES), text(rng)))
    return tuple(pairs)


def packed(rng: Random, body: bytes) -> tuple[bytes, str]:
    """Return a body in some content encoding, whole or not, and its name."""
    how = rng.random()
    if how < 0.2:
        return zlib.compress(body), "deflate"
    done = gzip.compress(body, 1, mtime=0)
    if how < 0.4:
        many = rng.choice((1, 5, 300)) if rng.random() < 0.99 else 150_000
        return done + gzip.compress(b"", 1, mtime=0) * many, "gzip"
    if how < 0.6:
        return bent(rng, done), "gzip"
    return done, rng.choice(("gzip", "x-gzip", "gzip, gzip", "br", "zstd"))


def readdressed(rng: Random, request: Request) -> Request:
    """Change method or address."""
    if rng.random() < 0.3:
        return replace(request, method=rng.choice(_METHODS))
    url = request.url
    how = rng.random()
    if how < 0.3:
        return replace(request, url=text(rng))
    at = rng.randint(0, len(url))
    if how < 0.6:
        return replace(request, url=url[:at] + text(rng) + url[at:])
    return replace(
        request, url=url[:at] if how < 0.8 else url + "/" + text(rng) * rng.choice((1, 30))
    )


def restated(rng: Random, response: Response) -> Response:
    """Change the status."""
    return replace(response, status=rng.choice(_STATUSES))
