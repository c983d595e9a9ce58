"""Servers that are slow, endless, broken or no servers of HTTP at all."""

from __future__ import annotations

import asyncio
import gzip
from functools import partial
from types import SimpleNamespace
from typing import Final

from fuzz.hostile.outcome import Outcome
from fuzz.hostile.row import Row
from fuzz.hostile.stage import Stage, listening
from tests.support import scripts
from tests.transport.live.conftest import Received, Script, http, reset, saying

_HEAD: Final = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
_EVENTS: Final = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
_STATUS: Final = b"HTTP/1.1 200 OK\r\n"
_ENDLESS: Final = b"x" * 65_536


def _then(first: bytes, *, close: bool = False) -> Script:
    """Say something, then nothing more, or close."""

    async def script(_: Received, writer: asyncio.StreamWriter) -> None:
        writer.write(first)
        await writer.drain()
        if close:
            writer.close()
        else:
            await asyncio.sleep(400)

    return script


def _closing(first: bytes) -> Script:
    return _then(first, close=True)


def _again(first: bytes, piece: bytes) -> Script:
    """Say something, then a piece for ever."""

    async def script(_: Received, writer: asyncio.StreamWriter) -> None:
        writer.write(first)
        while True:
            writer.write(piece)
            await writer.drain()

    return script


async def _midway(_: Received, writer: asyncio.StreamWriter) -> None:
    await scripts.reset_midway(SimpleNamespace(reset=reset), writer)


async def _hung_up(_: Received, writer: asyncio.StreamWriter) -> None:
    reset(writer)


def _empty_members() -> Script:
    """Send empty gzip members for ever."""
    member = gzip.compress(b"", 1, mtime=0) * 3000
    piece = b"%x\r\n%b\r\n" % (len(member), member)
    return _again(_HEAD + b"Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n", piece)


def _redirect(stage: Stage, where: str, *, to_other: bool = False) -> Outcome:
    """Redirect elsewhere; who is there must hear nothing."""
    if not to_other:
        answer = http(b"", "307 Temporary Redirect", f"Location: {where}")
        return stage.audited(saying(answer))
    with listening(saying(http())) as other:
        answer = http(b"", "307 Temporary Redirect", f"Location: {other.url}/stolen")
        done = stage.audited(saying(answer))
        heard = "the host it points to was asked" if other.connections else ""
    return Outcome(done.code, done.output, done.seconds, done.megabytes, heard or done.broken)


def _tls(stage: Stage, script: Script) -> Outcome:
    """Ask over TLS a server that speaks something else."""
    return stage.audited(script, scheme="https")


def _row(
    name: str, what: str, script: Script, says: str, seconds: float = 30.0, **more: object
) -> Row:
    def act(stage: Stage) -> Outcome:
        return stage.audited(script)

    codes = more.pop("codes", (2,))
    return Row(name, what, act, codes, says, seconds, **more)  # type: ignore[arg-type]


def _raw(name: str, what: str, said: bytes, says: str = "not-run", **more: object) -> Row:
    return _row(name, what, saying(said), says, **more)  # type: ignore[arg-type]


_CHUNKED: Final = _HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
_NOT_HTTP: Final = "not HTTP, or not in order"

#: Minutes of waiting, twice each: the limits of the command line are those of real providers.
_TWICE: Final = 30.0
_SLOW: Final = (
    _row("slow-headers", "a byte of the headers now and then, for ever", scripts.slow_head, "no byte of an answer after 120 s", 240 + _TWICE),
    _row("silent", "takes the request and says nothing", _then(b""), "no byte of an answer after 120 s", 240 + _TWICE),
    _row("slow-body", "a byte of the body now and then, for ever", scripts.slow_body, "in pieces of|not finished after", 600 + _TWICE),
    _row("stalled", "a piece of a stream, then nothing", _then(_EVENTS + b"Transfer-Encoding: chunked\r\n\r\n5\r\ndata:\r\n"), "no further byte for 60 s", 120 + _TWICE),
    _row("no-last-chunk", "a whole answer in chunks, without the last one", _then(_CHUNKED + b"2\r\n{}\r\n"), "no further byte for 60 s", 120 + _TWICE),
    _row("short-and-open", "fewer bytes than announced, the connection left open", _then(_HEAD + b"Content-Length: 400\r\n\r\n{}"), "no further byte for 60 s", 120 + _TWICE),
)  # fmt: skip
_ENDS: Final = (
    _row("endless-stream", "events as fast as they go, for ever", scripts.endless, "larger than"),
    _row("endless-body", "a JSON text without end", _again(_STATUS + b"\r\n[", _ENDLESS), "larger than"),
    _row("endless-line", "one line of an event stream, without end", _again(_EVENTS + b"\r\ndata: ", _ENDLESS), "larger than"),
    _row("endless-comments", "comments of an event stream, without end", _again(_EVENTS + b"\r\n", b": keep-alive\n\n" * 5000), "larger than"),
    _row("tiny-chunks", "one byte a chunk, for ever", scripts.tiny_chunks, "in pieces of"),
    _row("empty-chunks-extension", "chunk sizes with long extensions", _again(_CHUNKED, b"1;" + b"a" * 60_000 + b"\r\nx\r\n"), "not-run", 60),
    _row("announced-2-gb", "announces two gigabytes and begins to send them", scripts.announced, "announces more than"),
    _row("gzip-bomb", "200 MB of zeros in 200 KB of gzip", saying(http(scripts.bomb(), "200 OK", "Content-Encoding: gzip")), "unpacks to more than"),
    _row("gzip-members", "empty gzip members, for ever", _empty_members(), "not-run", 60),
    _row("informational-flood", "`103 Early Hints`, for ever", _again(b"", b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" * 200), "not-run", 240 + _TWICE),
    _row("closed-early", "closes before the body is whole", _closing(_HEAD + b"Content-Length: 400\r\n\r\n{}"), "failed: error: TC010", codes=(1,), quick=True),
    _row("reset-midway", "resets the connection inside a chunk", _midway, "failed: error: TC010", codes=(1,)),
    _row("reset-at-once", "resets the connection instead of answering", _hung_up, "connection reset|closed|disconnected"),
)  # fmt: skip
_FRAMING: Final = (
    _raw("longer-than-said", "more bytes than announced", _STATUS + b"Content-Length: 4\r\n\r\ntrue and more"),
    _raw("two-lengths", "two lengths that differ", _STATUS + b"Content-Length: 2\r\nContent-Length: 4\r\n\r\n{}  "),
    _raw("length-and-chunks", "a length and chunks", _STATUS + b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"),
    _raw("length-no-number", "`Content-Length: many`", _STATUS + b"Content-Length: many\r\n\r\n{}", _NOT_HTTP, quick=True),
    _raw("length-negative", "`Content-Length: -1`", _STATUS + b"Content-Length: -1\r\n\r\n{}", _NOT_HTTP),
    _raw("chunk-size-huge", "a chunk of 2^64 bytes", _CHUNKED + b"FFFFFFFFFFFFFFFFF\r\n{}\r\n0\r\n\r\n"),
    _raw("chunk-size-no-number", "a chunk size that is no number", _CHUNKED + b"zz\r\n{}\r\n0\r\n\r\n", _NOT_HTTP),
    _raw("trailers", "4,000 trailers behind the last chunk", _CHUNKED + b"2\r\n{}\r\n0\r\n" + b"X-A: b\r\n" * 4000 + b"\r\n", "."),
    _raw("huge-header", "one header of 300 KB", _STATUS + b"X: " + b"y" * 300_000 + b"\r\n\r\n", _NOT_HTTP),
    _row("many-headers", "100,000 headers", saying(_STATUS + b"X-A: b\r\n" * 100_000 + b"Content-Length: 2\r\n\r\n{}"), ".", codes=(1, 2)),
    _row("cookie-flood", "5,000 cookies", saying(_STATUS + b"Set-Cookie: a=b; Domain=.\r\n" * 5000 + b"Content-Length: 2\r\n\r\n{}"), ".", codes=(1, 2)),
    _raw("header-with-nul", "a zero byte and an escape character in headers", _STATUS + b"X-A: a\0b\x1b[31m\r\nContent-Length: 2\r\n\r\n{}", "."),
    _raw("folded-headers", "headers folded over lines, and one without a colon", _STATUS + b"X-A: a\r\n b\r\nnonsense\r\nContent-Length: 2\r\n\r\n{}"),
    _raw("http-0.9", "a page without status line and headers", b"<html>Welcome</html>", _NOT_HTTP),
    _raw("smtp", "the greeting of a mail server", b"220 smtp.example ESMTP\r\n\r\n", _NOT_HTTP),
    _raw("http-2", "a frame of HTTP/2", b"\0\0\x12\x04\0\0\0\0\0" + bytes(18), _NOT_HTTP),
    _raw("status-999", "`HTTP/1.1 999 Odd`", http(b"{}", "999 Odd"), "999", codes=(1, 2)),
    _raw("upgrade", "`101 Switching Protocols` to nothing", b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n", ".", codes=(1, 2)),
    _raw("gzip-cut", "gzip that ends in the middle", http(gzip.compress(b"something longer to pack", mtime=0)[:20], "200 OK", "Content-Encoding: gzip"), "ends in the middle|cut"),
    _raw("gzip-not", "says gzip, sends text", http(b"abc", "200 OK", "Content-Encoding: gzip"), "is not gzip, though"),
    _raw("brotli-not", "says br, sends text", http(b"abc", "200 OK", "Content-Encoding: br")),
    _raw("twelve-codings", "says gzip twelve times over", http(b"abc", "200 OK", "Content-Encoding: " + ", ".join(["gzip"] * 12))),
    Row("redirect-elsewhere", "redirects to another host with the key", partial(_redirect, where="", to_other=True), (1, 2), ".", quick=True),
    Row("redirect-to-file", "redirects to file:///etc/passwd", partial(_redirect, where="file:///etc/passwd"), (1, 2), "."),
    Row("redirect-to-itself", "redirects to itself", partial(_redirect, where="/v1/chat/completions"), (1, 2), "."),
    Row("tls-plain", "plain HTTP where TLS is spoken", partial(_tls, script=saying(http())), (2,), "not-run", 100),
)  # fmt: skip
ROWS: Final = (*_SLOW, *_ENDS, *_FRAMING)
