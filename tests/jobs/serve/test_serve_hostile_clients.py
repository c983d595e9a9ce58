"""Clients that mean harm, or do harm: each is answered or left in time, and others are served."""

from __future__ import annotations

import gzip
import re
import signal
import socket
import struct
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from tests.cli.commands.test_serve import served
from tests.jobs.serve.hostile import AT_ONCE, KIND, QUICK, Target, everything, listening, status
from toolwire.dialects import DIALECTS
from toolwire.io.json_text import dump
from toolwire.jobs.serve.limits import USUAL
from toolwire.jobs.serve.server import MOST_BRACKETS
from toolwire.model.exchange import Mode


def _with(target: Target, text: str, mode: Mode = Mode.BLOCKING) -> bytes:
    """Return a good body whose prompt ends in a text."""
    quoted = dump(text)[1:-1]
    body = target.request(mode).body
    found = re.search(rb"get_weather\(\{.*?\}\)", body)
    assert found is not None
    return body[: found.end()] + b" " + quoted + body[found.end() :]


def _slow_head(target: Target) -> bytes:
    with target.connect() as line:
        return _dripping(line, b"POST /v1/chat/completions HTTP/1.1\r\nX: " + b"a" * 10_000)


def _slow_body(target: Target) -> bytes:
    head, _, _ = target.posted(b" " * 1_000_000).partition(b"\r\n\r\n")
    with target.connect() as line:
        line.sendall(head + b"\r\n\r\n")
        return _dripping(line, b"{" * 10_000)


def _dripping(line: socket.socket, data: bytes) -> bytes:
    """Send a byte now and then until the server has enough of it."""
    line.settimeout(0.05)
    got = bytearray()
    for place in range(len(data)):
        try:
            line.sendall(data[place : place + 1])
            chunk = line.recv(65_536)
        except TimeoutError:
            continue
        except OSError:
            break
        got += chunk
        if not chunk:
            break
    else:
        pytest.fail("it is still being waited for")
    return bytes(got)


def _endless_chunks(target: Target) -> bytes:
    head = f"POST /v1/chat/completions HTTP/1.1\r\nHost: {target.host}\r\n{KIND}\r\n"
    chunk = b"10000\r\n" + b" " * 65_536 + b"\r\n"
    with target.connect() as line:
        line.sendall(head.encode() + b"Transfer-Encoding: chunked\r\n\r\n")
        before = time.monotonic()
        with suppress(OSError):
            while time.monotonic() - before < 10:
                line.sendall(chunk)
            pytest.fail("chunks are taken without end")
        return everything(line)


def _tiny_chunks(target: Target) -> bytes:
    head = f"POST /v1/chat/completions HTTP/1.1\r\nHost: {target.host}\r\n{KIND}\r\n"
    body = b"1\r\n \r\n" * 200_000 + b"0\r\n\r\n"
    return target.say(head.encode() + b"Transfer-Encoding: chunked\r\n\r\n" + body)


def _many_pipelined(target: Target) -> bytes:
    """Send thousands of requests and read nothing until they are all sent, or cannot be."""
    with target.connect(1.0) as line:
        asked = target.asked()
        with suppress(OSError):
            for _ in range(3_000):
                line.sendall(asked)
        return everything(line)


def _no_reader(target: Target) -> bytes:
    """Ask for long streams, read none of them, and wait until the server breaks off."""
    body = _with(target, "", Mode.STREAMING).replace(b"Paris", b"Paris" * 10_000)
    with target.connect() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        line.sendall(target.posted(body, mode=Mode.STREAMING) * 8)
        time.sleep(QUICK.unread / 2)
        before = time.monotonic()
        while len(target.connections) and time.monotonic() - before < 12:
            time.sleep(0.1)
        assert not len(target.connections), "it is still being waited for"
    return b""


def _reset(target: Target) -> bytes:
    with target.connect() as line:
        line.sendall(target.posted(b"{" * 100_000)[:50_000])
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    return b""


def _half_closed(target: Target) -> bytes:
    with target.connect() as line:
        line.sendall(target.posted(b"{" * 100_000)[:50_000])
        line.shutdown(socket.SHUT_WR)
        return everything(line)


def _raw(text: str) -> Callable[[Target], bytes]:
    def say(target: Target) -> bytes:
        return target.say(text.format(host=target.host).encode("latin-1"))

    return say


def _body(make: Callable[[], bytes], *more: str) -> Callable[[Target], bytes]:
    def say(target: Target) -> bytes:
        headers = (f"Host: {target.host}", KIND, "Connection: close", *more)
        return target.say(target.posted(make(), *headers))

    return say


_POST = "POST /v1/chat/completions HTTP/1.1\r\nHost: {host}\r\n" + KIND + "\r\n"
#: Who -> what it does, and the statuses it may get; 0 is a connection closed without an answer.
CLIENTS: dict[str, tuple[Callable[[Target], bytes], set[int]]] = {
    "headers that never end": (_slow_head, {0, 408}),
    "a body a byte at a time": (_slow_body, {408}),
    "nothing at all": (lambda target: target.say(b""), {0}),
    "chunks without end": (_endless_chunks, {413, 0}),
    "a body in chunks of a byte": (_tiny_chunks, {400, 408}),
    "many pipelined requests": (_many_pipelined, {200}),
    "a client that does not read": (_no_reader, {0}),
    "a reset in the body": (_reset, {0}),
    "half a body and no more": (_half_closed, {0, 400, 408}),
    "eight megabytes": (_body(lambda: b" " * 8_000_000), {413}),
    "a length that is no number": (_raw(_POST + "Content-Length: x\r\n\r\n"), {400}),
    "a negative length": (_raw(_POST + "Content-Length: -1\r\n\r\n"), {400}),
    "a length beyond 64 bits": (_raw(_POST + "Content-Length: " + "9" * 30 + "\r\n\r\n"), {400}),
    "a length of a petabyte": (_raw(_POST + "Content-Length: 1000000000000000\r\n\r\n"), {413}),
    "a length and chunks": (
        _raw(_POST + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
        {400},
    ),
    "a chunk that is none": (_raw(_POST + "Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n"), {400}),
    "a header of a megabyte": (_raw(_POST + "X: " + "a" * 1_000_000 + "\r\n\r\n"), {400, 0}),
    "ten thousand headers": (_raw(_POST + "X: a\r\n" * 10_000 + "\r\n"), {400, 0}),
    "a path of a megabyte": (_raw("GET /" + "a" * 1_000_000 + " HTTP/1.1\r\n\r\n"), {400, 0}),
    "a path of four kilobytes": (
        _raw("GET /" + "a" * 4_000 + " HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"),
        {414},
    ),
    "an address for a proxy": (
        _raw("GET http://example.com/ HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"),
        {403, 414},
    ),
    "a path of brackets": (
        _raw("GET /[[]]//[ HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"),
        {404},
    ),
    "a tunnel": (
        _raw("CONNECT example.com:443 HTTP/1.1\r\nHost: {host}\r\n\r\n" + "a" * 500_000),
        {400, 403, 404, 405, 414},
    ),
    "a websocket": (
        _raw(
            "GET / HTTP/1.1\r\nHost: {host}\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n"
            + "a" * 500_000
        ),
        {404},
    ),
    "TLS": (_raw("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + "a" * 500), {400, 0}),
    "HTTP/2": (_raw("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), {400, 0}),
    "no HTTP": (_raw("\x00\xff" * 1_000), {400, 0}),
    "a body that is packed": (
        _body(lambda: gzip.compress(b" " * 50_000_000), "Content-Encoding: gzip"),
        {415},
    ),
    "arrays nested without end": (_body(lambda: b"[" * 2_000_000), {413}),
    "arrays nested deep": (_body(lambda: b"[" * 100_000), {400}),
    "objects nested 900 deep": (
        _body(lambda: b'{"messages":' * 900 + b"1" + b"}" * 900),
        {200, 400},
    ),
    "small objects beyond the bound": (
        _body(lambda: b'{"messages":[' + b"{}," * MOST_BRACKETS + b"{}]}"),
        {413},
    ),
    "small objects up to the bound": (
        _body(lambda: b'{"messages":[' + b"{}," * (MOST_BRACKETS - 4) + b"{}]}"),
        {200, 400},
    ),
    "bytes that are no text": (_body(lambda: b'{"model":"\xff\xfe\x00"}'), {400}),
    "half a surrogate": (_body(lambda: b'{"model":"\\ud800","messages":[]}'), {200, 400}),
    "a model's name of a megabyte": (
        _body(lambda: b'{"messages":[],"stream":true,"model":"' + b"m" * 1_000_000 + b'"}'),
        {400},
    ),
}


@pytest.mark.parametrize("who", CLIENTS)
def test_each_is_left_in_time_and_the_next_is_served(who: str) -> None:
    """It gets one of the statuses that say what is wrong, and a good client its answer at once."""
    act, statuses = CLIENTS[who]
    with listening() as target:
        before = time.monotonic()
        got = act(target)
        assert status(got) in statuses, got[:300]
        assert time.monotonic() - before < 15
        assert target.answers() < AT_ONCE


def test_others_are_served_while_it_lasts() -> None:
    """With slow heads, slow bodies and unread streams under way a good request does not wait."""
    limits = USUAL
    with listening(limits=limits) as target:
        lines = [target.connect() for _ in range(40)]
        try:
            for place, line in enumerate(lines):
                whole = target.posted(_with(target, "", Mode.STREAMING), mode=Mode.STREAMING)
                line.sendall(whole[: (30, len(whole) - 5, len(whole))[place % 3]])
            for _ in range(7):
                assert target.answers() < AT_ONCE
        finally:
            for line in lines:
                line.close()


def test_more_connections_than_there_may_be_are_told_so() -> None:
    """The one too many gets 503 at once, and a place as soon as the others time out."""
    with listening() as target:
        lines = [target.connect() for _ in range(QUICK.connections)]
        try:
            assert status(target.say(b"")) == 503
            time.sleep(2 * QUICK.head)
            assert target.answers() < AT_ONCE
        finally:
            for line in lines:
                line.close()


#: What a prompt is filled up with; each made the search for calls take minutes, or is close to it.
FILLERS = ('get_weather({"a":"}}}}}}}}', "get_weather( {", "<tool_call>", "[TOOL_CALLS]f", "`" * 9)
#: The dialect that is tried with all of them; the search is the same for every dialect.
EVERY = "openai-chat"


def fillers(name: str, mode: Mode) -> tuple[str, ...]:
    """Return what a dialect is tried with: one filler, in its turn, or all of them."""
    if name == EVERY:
        return FILLERS
    turn = list(DIALECTS).index(name) * len(Mode) + list(Mode).index(mode)
    return (FILLERS[turn % len(FILLERS)],)


@pytest.mark.parametrize("name", DIALECTS)
@pytest.mark.parametrize("mode", Mode)
def test_the_largest_prompt_does_not_stop_the_server(name: str, mode: Mode) -> None:
    """2 MB of openers and 8 MB of anything are answered or refused, and the next seven at once."""
    with listening(name, USUAL) as target:
        for filler in fillers(name, mode):
            room = (USUAL.body - 20_000) // (len(dump(filler)) - 2)
            for size in (1_000, room, 4 * room):
                body = _with(target, filler * size, mode)
                close = (f"Host: {target.host}", KIND, "Connection: close")
                whole = target.posted(body, *close, mode=mode)
                with target.connect(30) as line:
                    before = time.monotonic()
                    with suppress(OSError):
                        line.sendall(whole)
                    for _ in range(7):
                        assert target.answers() < AT_ONCE
                    got = everything(line)
                assert status(got) in ({200}, {200, 413}, {413})[(size >= room) + (size > room)]
                assert time.monotonic() - before < 10


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="LEFT OUT: no /proc here")
def test_memory_stays_bounded() -> None:
    """A server that has seen large bodies of every sort, several at a time, stays below 300 MB."""
    units = (b"{},", b"[],", b'{"a":1},')
    with served("-d", "all", "-q") as (url, process):
        target = Target(int(url.rpartition(":")[2]), "openai-chat")
        for unit in units:
            inner = unit * (MOST_BRACKETS - 4) + b"1," * 500_000 + b"1"
            body = b'{"model":"m","messages":[' + inner + b"]}"
            close = (f"Host: {target.host}", KIND, "Connection: close")
            lines = [target.connect(60) for _ in range(3)]
            for line in lines:
                line.sendall(target.posted(body, *close))
            assert all(status(everything(line)) in {200, 400, 413} for line in lines)
            for line in lines:
                line.close()
        assert target.answers() < AT_ONCE
        told = Path(f"/proc/{process.pid}/status").read_text()
        peak = int(told.partition("VmHWM:")[2].split()[0])
    assert peak < 300 * 1024


def test_nothing_hostile_is_told_on_the_screen() -> None:
    """What is no HTTP and clients that go away in the middle leave no traceback on stderr."""
    with served("-d", "openai-chat", "-q") as (url, process):
        target = Target(int(url.rpartition(":")[2]), "openai-chat")
        for who in ("HTTP/2", "TLS", "a reset in the body", "a length and chunks", "a tunnel"):
            CLIENTS[who][0](target)
        body = _with(target, "", Mode.STREAMING).replace(b"Paris", b"Paris" * 10_000)
        with target.connect() as line:
            line.sendall(target.posted(body, mode=Mode.STREAMING))
            line.recv(100)
        assert target.answers() < AT_ONCE
        process.send_signal(signal.SIGTERM)
        assert process.stderr is not None
        assert process.stderr.read() == ""
