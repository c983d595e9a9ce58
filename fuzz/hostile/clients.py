"""Clients of `toolwire serve` that are slow, huge, foreign or wrong; others must be answered meanwhile."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import replace
from typing import Final
from urllib.parse import urlsplit

from fuzz.hostile.command import running
from fuzz.hostile.outcome import Outcome
from fuzz.hostile.row import Row
from fuzz.hostile.stage import Stage

_PATH: Final = "/v1/chat/completions"
#: Seconds within which an honest client has to be answered, whatever another does.
_SOON: Final = 10.0


class _Place:
    """Where a server listens."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self.host, self.port = str(parts.hostname), int(parts.port or 0)

    def connect(self, seconds: float = _SOON) -> socket.socket:
        """Open a connection."""
        return socket.create_connection((self.host, self.port), timeout=seconds)

    def ask(self, raw: bytes, seconds: float = 30.0) -> str:
        """Send bytes and return the first line of what comes, or why nothing does."""
        with self.connect(seconds) as made:
            with suppress(OSError):  # refused while it is still being sent
                made.sendall(raw)
            try:
                return made.recv(65536).partition(b"\r\n")[0].decode("latin-1") or "closed"
            except TimeoutError:
                return "no answer"
            except OSError:
                return "reset"

    def post(self, body: bytes, *headers: str, path: str = _PATH, host: str = "") -> bytes:
        """Return the bytes of a request."""
        named = host or f"{self.host}:{self.port}"
        kind = (
            ()
            if any(one.lower().startswith("content-type") for one in headers)
            else ("Content-Type: application/json",)
        )
        lines = (
            f"POST {path} HTTP/1.1",
            f"Host: {named}",
            f"Content-Length: {len(body)}",
            *kind,
            *headers,
        )
        return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def _prompt(text: str, tools: object = None) -> bytes:
    offered = tools or [
        {"type": "function", "function": {"name": "x", "parameters": {"type": "object"}}}
    ]
    return json.dumps(
        {"model": "m", "messages": [{"role": "user", "content": text}], "tools": offered}
    ).encode()


_Client = Callable[[_Place, ExitStack], str]


def _row(
    name: str, what: str, client: _Client, says: str, seconds: float = 30.0, **more: object
) -> Row:
    def act(stage: Stage) -> Outcome:
        words = ["serve", "-d", "openai-chat", "--port", "0", "-q"]
        with (
            running(words, stage.folder, seconds=seconds + 30, environ={}) as server,
            ExitStack() as stack,
        ):
            place = _Place(server.first_line())
            begun = time.monotonic()
            said = client(place, stack)
            honest = place.ask(place.post(_prompt("Hello.")), _SOON)
            took = time.monotonic() - begun
            stack.close()
            server.interrupt()
            done = server.wait()
        told = stage.outcome(done, f"{said}; then to an honest client: {honest}")
        broken = told.broken if " 200 " in honest else f"an honest client got: {honest}"
        return replace(told, seconds=took, broken=broken)

    return Row(name, what, act, (0, 130, -2), says, seconds, **more)  # type: ignore[arg-type]


def _slow_heads(place: _Place, stack: ExitStack) -> str:
    # Beyond 128 connections `serve` says 503 at once (docs/testing-a-client.md).
    for _ in range(100):
        stack.enter_context(place.connect()).sendall(b"POST / HTTP/1.1\r\nX-A: ")
    return "100 connections that never finish their headers"


def _slow_bodies(place: _Place, stack: ExitStack) -> str:
    for _ in range(100):
        stack.enter_context(place.connect()).sendall(place.post(b"x" * 1000)[:-900])
    return "100 connections that never finish their bodies"


def _slow_reader(place: _Place, stack: ExitStack) -> str:
    body = _prompt("Hello.").replace(b'"model"', b'"stream": true, "model"')
    for _ in range(20):
        made = stack.enter_context(place.connect())
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        with suppress(OSError):
            made.sendall(place.post(body) * 50)
    return "20 connections that read nothing"


def _pipelined(place: _Place, _stack: ExitStack) -> str:
    with place.connect(30) as made:
        made.sendall(place.post(_prompt("Hello.")) * 300)
        got = b""
        with suppress(TimeoutError):
            while got.count(b"HTTP/1.1 200") < 300 and (piece := made.recv(65536)):
                got += piece
    return f"{got.count(b'HTTP/1.1 200')} answers to 300 requests at once"


def _endless_chunks(place: _Place, _stack: ExitStack) -> str:
    head = place.post(b"").replace(b"Content-Length: 0", b"Transfer-Encoding: chunked")
    with place.connect(30) as made:
        made.sendall(head)
        with suppress(OSError):
            for _ in range(2000):
                made.sendall(b"10000\r\n" + b"x" * 65536 + b"\r\n")
        try:
            return made.recv(65536).partition(b"\r\n")[0].decode("latin-1") or "closed"
        except OSError:
            return "reset"


def _asks(raw: Callable[[_Place], bytes]) -> _Client:
    return lambda place, _: place.ask(raw(place))


def _offered(member: object) -> object:
    schema = {"type": "object", "required": ["a"], "properties": {"a": {"type": member}}}
    return [{"type": "function", "function": {"name": "x", "parameters": schema}}]


def _deep(levels: int) -> object:
    schema: object = "string"
    for _ in range(levels):
        schema = [schema]
    return _offered(schema)


_ODD: Final = _offered([["x"]])
_FORCED: Final = _prompt("a", _ODD).replace(b'"model"', b'"tool_choice": "required", "model"')
ROWS: Final = (
    _row("serve-slow-headers", "100 clients that never finish their headers", _slow_heads, "200 OK"),
    _row("serve-slow-bodies", "100 clients that never finish their bodies", _slow_bodies, "200 OK"),
    _row("serve-slow-readers", "20 clients that ask for streams and read nothing", _slow_reader, "200 OK"),
    _row("serve-pipelined", "300 requests at once on one connection", _pipelined, "300 answers"),
    _row("serve-8-mb-prompt", "a prompt of 8 MB", _asks(lambda p: p.post(_prompt("Say " + "a" * 8_000_000))), "HTTP/1.1 (200|413)"),
    _row("serve-9-mb-prompt", "a prompt of 9 MB", _asks(lambda p: p.post(_prompt("a" * 9_000_000))), "413|reset"),
    _row("serve-calls-8-kb", "8 KB of calls that are opened, and closed behind all", _asks(lambda p: p.post(_prompt("x({" * 2000 + "}" * 2000))), "HTTP/1.1 [24]", 5, quick=True),
    _row("serve-calls-900-kb", "900 KB of calls that are opened", _asks(lambda p: p.post(_prompt("x({" * 150_000 + "}" * 450_000))), "HTTP/1.1 [24]", 10),
    _row("serve-calls-8-mb", "8 MB of calls that are opened", _asks(lambda p: p.post(_prompt("x({" * 2_600_000))), "HTTP/1.1 [24]", 15),
    _row("serve-endless-chunks", "a body in chunks, without end", _endless_chunks, "413|reset|closed"),
    _row("serve-foreign-host", "`Host: fuzz.invalid`: a web page that has this machine's address under its own name", _asks(lambda p: p.post(_prompt("Hello."), host="fuzz.invalid")), "HTTP/1.[01] 4", quick=True),
    _row("serve-odd-host", "`Host: [`", _asks(lambda p: p.post(_prompt("Hello."), host="[")), "HTTP/1.[01] 4"),
    _row("serve-foreign-origin", "`Origin: https://fuzz.invalid`: a web page", _asks(lambda p: p.post(_prompt("Hello."), "Origin: https://fuzz.invalid")), "HTTP/1.[01] 4"),
    _row("serve-text-plain", "a post as `text/plain`, which every web page may send", _asks(lambda p: p.post(_prompt("Hello."), "Content-Type: text/plain")), "HTTP/1.[01] 4"),
    _row("serve-many-headers", "100,000 headers", _asks(lambda p: p.post(_prompt("Hello."), *["X-A: b"] * 100_000)), "HTTP/1.[01] 4|reset|closed"),
    _row("serve-two-lengths", "a length and chunks: a second request smuggled in", _asks(lambda p: p.post(b"0\r\n\r\nGET / HTTP/1.1\r\n\r\n", "Transfer-Encoding: chunked")), "HTTP/1.[01] 400|reset|closed"),
    _row("serve-garbage", "64 KB that are not HTTP", _asks(lambda _: bytes(range(256)) * 256), "HTTP/1.[01] 400|reset|closed"),
    _row("serve-deep-json", "a body nested 100,000 deep", _asks(lambda p: p.post(b"[" * 100_000 + b"]" * 100_000)), "HTTP/1.1 400"),
    _row("serve-deep-type", "a tool whose `type` is an array nested 300 deep", _asks(lambda p: p.post(_prompt("Hello.", _deep(300)))), "HTTP/1.1 [24]"),
    _row("serve-odd-type", "a forced call of a tool whose member has an array for a type", _asks(lambda p: p.post(_FORCED)), "HTTP/1.1 [24]"),
    _row("serve-path", "a path of 4,000 slashes and dots", _asks(lambda p: p.post(_prompt("a"), path="/" + "../" * 1300 + "etc/passwd")), "HTTP/1.[01] 4"),
)  # fmt: skip
