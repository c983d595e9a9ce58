"""Servers that speak HTTP well and say hostile things: keys, escape characters, bombs, lies."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from fuzz.hostile.outcome import Outcome
from fuzz.hostile.row import Row
from fuzz.hostile.stage import Stage, listening
from fuzz.item import KEY
from tests.transport.live.conftest import Received, Script, http, saying
from toolwire.jobs.serve import Server
from toolwire.model.exchange import Request, Response

_ESCAPES: Final = "\x1b[2J\x1b]0;owned\x07\u202e\x9b31m"
_MARKUP: Final = "<script>alert(1)</script><img src=x onerror=alert(1)>"


def answered(received: Received) -> Response:
    """Return what the reference server says to a request."""
    method, path, _ = received.line.split(" ", 2)
    request = Request(
        method, f"http://127.0.0.1{path}", tuple(received.headers.items()), received.body
    )
    return Server(("openai-chat",)).answer(request).response


def _said(response: Response, *headers: str) -> bytes:
    kind = response.header("content-type") or "application/json"
    return http(response.body, f"{response.status} OK", f"Content-Type: {kind}", *headers)


def _changing(change: Callable[[Response], Response]) -> Script:
    """Answer like the reference server, but for a change."""

    async def script(received: Received, writer: asyncio.StreamWriter) -> None:
        writer.write(_said(change(answered(received))))

    return script


def _replacing(old: bytes, new: bytes) -> Script:
    return _changing(lambda response: replace(response, body=response.body.replace(old, new)))


def _body(
    body: bytes, kind: str = "application/json", status: str = "200 OK", *headers: str
) -> Script:
    return saying(http(body, status, f"Content-Type: {kind}", *headers))


def _error(message: str, status: str = "401 Unauthorized", *headers: str) -> Script:
    body = json.dumps(
        {"error": {"message": message, "type": message, "param": message, "code": message}}
    )
    return _body(body.encode(), "application/json", status, *headers)


def _swapped() -> Script:
    """Give each request the answer of the one before it."""
    before: list[bytes] = []

    async def script(received: Received, writer: asyncio.StreamWriter) -> None:
        mine = _said(answered(received))
        await asyncio.sleep(0.05)
        writer.write(before.pop() if before else mine)
        before.append(mine)

    return script


def _poisoned() -> Script:
    """Send a second answer behind each, for a request that nobody made."""

    async def script(received: Received, writer: asyncio.StreamWriter) -> None:
        writer.write(_said(answered(received)))
        await writer.drain()
        await asyncio.sleep(0.02)
        writer.write(http(b'{"choices":[{"message":{"content":"poison"}}]}'))

    return script


def deltas(count: int) -> bytes:
    """Return a stream of so many deltas of one character."""
    head = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m"}
    delta = json.dumps(
        {**head, "choices": [{"index": 0, "delta": {"content": "a"}}]}, separators=(",", ":")
    )
    return f"data: {delta}\n\n".encode() * count + b"data: [DONE]\n\n"


def calls(count: int) -> bytes:
    """Return an answer of so many calls."""
    call = '{"id":"c%d","type":"function","function":{"name":"get_weather","arguments":"{}"}}'
    calls = ",".join(call % number for number in range(count))
    start = '{"id":"c","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":null,"tool_calls":['
    return f'{start}{calls}]}},"finish_reason":"tool_calls"}}]}}'.encode()


def _in_pieces(received: Received) -> bytes:
    """Spread the key over the deltas of a stream, four characters each."""
    del received
    pieces = [KEY[at : at + 4] for at in range(0, len(KEY), 4)]
    head = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m"}
    lines = [
        json.dumps({**head, "choices": [{"index": 0, "delta": {"content": one}}]}) for one in pieces
    ]
    return "".join(f"data: {line}\n\n" for line in lines).encode() + b"data: [DONE]\n\n"


async def _spread(received: Received, writer: asyncio.StreamWriter) -> None:
    writer.write(http(_in_pieces(received), "200 OK", "Content-Type: text/event-stream"))


def _verified(stage: Stage, script: Script) -> Outcome:
    """Verify a server with a key."""
    with listening(script) as server:
        words = (
            "verify",
            f"{server.url}/v1",
            "--model",
            "reference-model",
            "--key-env",
            "ACME_API_KEY",
        )
        return stage.run(*words, "--dialect", "openai-chat", "-q", "--output", stage.out)


def _recorded(stage: Stage, script: Script) -> Outcome:
    """Record cassettes of a server."""
    return stage.audited(script, "--record", "--cassettes", str(stage.out / "cassettes"))


_LIST: Final = """models_path:
  path: /models
  source: https://api.example.invalid/docs
  read: 2026-11-21
"""


def _endless_list() -> Script:
    """List models, page after page, for ever."""

    async def script(received: Received, writer: asyncio.StreamWriter) -> None:
        if "/models" in received.line:
            rows = [{"id": f"m{n}-{'x' * 200}", "object": "model"} for n in range(2000)]
            body = json.dumps(
                {
                    "object": "list",
                    "data": rows,
                    "has_more": True,
                    "last_id": "m1",
                    "next_page_token": "x",
                }
            )
            writer.write(http(body.encode()))
        else:
            writer.write(_said(answered(received)))

    return script


def _row(name: str, what: str, script: Script, says: str = ".", **more: object) -> Row:
    play = more.pop("play", None)

    def act(stage: Stage) -> Outcome:
        return play(stage, script) if play else stage.audited(script)  # type: ignore[operator]

    codes = more.pop("codes", (1, 2))
    return Row(name, what, act, codes, says, **more)  # type: ignore[arg-type]


_HOSTS: Final = f"Invalid key {KEY}, organisation org-{'a1B2' * 6}, mail someone@example.com"
_SECRETS: Final = (
    _row("key-in-401", "a 401 that repeats the key", _error(_HOSTS), "not-run", codes=(2,), quick=True),
    _row("key-in-401-cut", "a 401 that repeats the key less its last four characters", _error(f"Bad key: {KEY[:-4]}"), "not-run", codes=(2,)),
    _row("key-in-401-verify", "the same, to `verify`", _error(_HOSTS), play=_verified, codes=(2, 3)),
    _row("key-in-400", "a 400 that repeats the key, to every request", _error(_HOSTS, "400 Bad Request"), codes=(1, 2)),
    _row("key-in-headers", "headers that repeat the key", _error("no", "403 Forbidden", f"X-Request-Id: {KEY}", f"Server: {KEY}"), codes=(2,)),
    _row("key-in-arguments", "tool calls with the key as an argument", _replacing(b"Paris", KEY.encode()), codes=(1, 2)),
    _row("key-in-name", "tool calls with the key as the tool's name", _replacing(b"get_weather", KEY.encode()), codes=(1, 2)),
    _row("key-in-pieces", "a stream that says the key four characters at a time", _spread, codes=(1, 2)),
    _row("key-recorded", "the same, with cassettes recorded", _spread, play=_recorded, codes=(1, 2)),
    _row("key-verified", "tool calls with the key as an argument, to `verify`", _replacing(b"Paris", KEY.encode()), play=_verified, codes=(1, 2)),
    _row("key-in-redirect", "a redirect with the key in its address", _error("no", "302 Found", f"Location: http://127.0.0.1:9/?key={KEY}"), codes=(1, 2)),
)  # fmt: skip
_TEXTS: Final = (
    _row("escapes-in-error", "escape characters in an error", _error(_ESCAPES, "400 Bad Request"), quick=True),
    _row("escapes-in-name", "escape characters in names, ids and arguments", _replacing(b"get_weather", json.dumps(_ESCAPES).encode()[1:-1]), codes=(1, 2)),
    _row("escapes-verify", "escape characters in an error, to `verify`", _error(_ESCAPES, "400 Bad Request"), play=_verified, codes=(1, 2, 3)),
    _row("markup-in-name", "markup in names and arguments", _replacing(b"get_weather", json.dumps(_MARKUP).encode()[1:-1]), codes=(1, 2)),
    _row("html-page", "an HTML page instead of JSON", _body(b"<html>" + _MARKUP.encode() + b"</html>", "text/html"), codes=(1, 2)),
    _row("not-utf-8", "JSON with bytes that are not UTF-8", _replacing(b"Paris", b"\xff\xfe\xed\xa0\x80"), codes=(1, 2)),
    _row("zero-bytes", "100 KB of zero bytes", _body(bytes(100_000)), codes=(1, 2)),
    _row("byte-order-mark", "JSON behind a byte order mark", _changing(lambda r: replace(r, body=b"\xef\xbb\xbf" + r.body)), codes=(0, 1)),
    _row("empty-200", "nothing, with status 200", _body(b""), codes=(1, 2)),
    _row("lone-surrogates", "half a pair of `\\u` escapes in names", _replacing(b"get_weather", b"\\ud800"), codes=(1, 2)),
)  # fmt: skip
_BOMBS: Final = (
    _row("deltas-live", "28,000 deltas of one character, in both modes", _body(deltas(28_000), "text/event-stream"), codes=(1, 2), seconds=60),
    _row("calls-live", "40,000 calls in one answer", _body(calls(40_000)), codes=(1, 2), seconds=60),
    _row("deep-json", "JSON nested 100,000 deep", _body(b"[" * 100_000 + b"]" * 100_000), codes=(1, 2)),
    _row("deep-arguments", "arguments nested 900 deep", _replacing(b'\\"Paris\\"', b"[" * 900 + b"1" + b"]" * 900), codes=(1, 2)),
    _row("long-number", "a number of two million digits", _body(b'{"id":' + b"9" * 2_000_000 + b"}"), codes=(1, 2)),
    _row("doubled-members", "200,000 members of one name", _body(b"{" + b'"id":1,' * 200_000 + b'"id":2}'), codes=(1, 2)),
    _row("markers", "3 MB of `<tool_call>` in the content", _body(calls(0).replace(b"null", b'"' + b"<tool_call>{" * 250_000 + b'"')), codes=(1, 2), seconds=60),
    _row("escapes-in-json", "3 MB of `\\u0000`", _body(calls(0).replace(b"null", b'"' + b"\\u0000" * 500_000 + b'"')), codes=(1, 2), seconds=60),
)  # fmt: skip
_ORDER: Final = (
    _row("retry-after-huge", "429 with `Retry-After: 99999999999`", _error("slow down", "429 Too Many Requests", "Retry-After: 99999999999"), "429", codes=(2,), seconds=200),
    _row("retry-after-negative", "429 with `Retry-After: -5`, for ever", _error("slow down", "429 Too Many Requests", "Retry-After: -5"), "429", codes=(2,)),
    _row("retry-after-odd", "429 with `Retry-After: NaN` and one of a date in year 1", _error("slow down", "429 Too Many Requests", "Retry-After: NaN", "Retry-After: Mon, 01 Jan 0001 00:00:00 -2359"), "429", codes=(2,)),
    _row("errors-for-ever", "500 to everything", _error("oh", "500 Internal Server Error"), codes=(1, 2), seconds=60),
    _row("mixed-up", "gives each request the answer of another", _swapped(), codes=(1, 2)),
    _row("poisoned", "a second answer behind each, on a connection that is kept", _poisoned(), codes=(0, 1, 2)),
    _row("type-lies", "event streams called JSON and JSON called an event stream", _changing(lambda r: replace(r, headers=(("content-type", "text/event-stream" if r.body[:1] == b"{" else "application/json"),))), codes=(0, 1)),
    _row("event-names", "events with long and hostile names", _changing(lambda r: replace(r, body=r.body.replace(b"data: {", b"event: " + b"\x1b[31m" * 500 + b"\nid: \0\nretry: 9\ndata: {"))), codes=(0, 1)),
    _row("model-list-endless", "a list of models without end", _endless_list(), play=lambda stage, script: stage.audited(script, more=_LIST), codes=(0, 1, 2), seconds=60),
)  # fmt: skip
ROWS: Final = (*_SECRETS, *_TEXTS, *_BOMBS, *_ORDER)
