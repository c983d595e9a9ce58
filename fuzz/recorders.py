"""Exchanges as recorders of Go, Rust, Elixir and Node write them: httprr, httpmock, ReqLLM, nock."""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from random import Random
from typing import Any
from urllib.parse import urlsplit

import yaml

from toolwire.model.exchange import Exchange, Headers, Request

_NOBODY = Request("POST", "http://a.invalid/", (), b"")


def _head(first: str, headers: Headers, end: bytes) -> bytes:
    lines = [first, *(f"{name}: {value}" for name, value in headers), "", ""]
    return end.join(line.encode("utf-8", "replace") for line in lines)


def httprr(rng: Random, exchanges: Sequence[Exchange]) -> bytes:
    """Return a trace, its lines ended in either way and some bodies in chunks."""
    end = rng.choice((b"\r\n", b"\n"))
    out = [b"httprr trace v1\n"]
    for one in exchanges:
        asked, body = one.request or _NOBODY, one.response.body
        headers = [(n, v) for n, v in one.response.headers if n.lower() != "content-length"]
        if rng.random() < 0.4:
            headers.append(("Transfer-Encoding", "chunked"))
            at = rng.randrange(len(body) + 1)
            pieces = [piece for piece in (body[:at], body[at:]) if piece]
            body = b"".join(b"%x\r\n%b\r\n" % (len(p), p) for p in pieces) + b"0\r\n\r\n"
        told = f"{asked.method} {asked.url} HTTP/1.1"
        request = _head(told, asked.headers, end) + asked.body
        answer = _head(f"HTTP/1.1 {one.response.status} X", tuple(headers), end) + body
        out.append(b"%d %d\n%b%b" % (len(request), len(answer), request, answer))
    return b"".join(out)


def _pairs(headers: Headers) -> list[dict[str, str]]:
    return [{"name": name, "value": value} for name, value in headers]


def _body(body: bytes) -> dict[str, str]:
    try:
        return {"body": body.decode()}
    except UnicodeDecodeError:
        return {"body": base64.b64encode(body).decode(), "body_encoding": "base64"}


def httpmock(_rng: Random, exchanges: Sequence[Exchange]) -> bytes:
    """Return a recording, a document for each exchange."""
    documents: list[dict[str, Any]] = []
    for one in exchanges:
        asked = one.request or _NOBODY
        try:
            path = urlsplit(asked.url).path
        except ValueError:
            path = "/"
        when = {"path": path, "method": asked.method, "header": _pairs(asked.headers)}
        then = {"status": one.response.status, "header": _pairs(one.response.headers)}
        documents.append(
            {"when": {**when, **_body(asked.body)}, "then": {**then, **_body(one.response.body)}}
        )
    try:
        text = yaml.safe_dump_all(documents, allow_unicode=True, sort_keys=False)
        return str(text).encode("utf-8", "replace")
    except (yaml.YAMLError, UnicodeError, RecursionError):
        return b"when:\n  path: /\nthen:\n  status: 200\n"


def _packed(body: bytes) -> dict[str, str]:
    return {"b64": base64.b64encode(body).decode()}


def req_llm(rng: Random, exchanges: Sequence[Exchange]) -> bytes:
    """Return a fixture of the first exchange, its answer in pieces or as bytes."""
    one = exchanges[0]
    asked, body = one.request or _NOBODY, one.response.body
    response: dict[str, Any] = {"status": one.response.status, "body": None}
    response["headers"] = {name: [value] for name, value in one.response.headers}
    fixture: dict[str, Any] = {"model_spec": "a:b", "provider": "a", "response": response}
    if rng.random() < 0.6:
        at = rng.randrange(len(body) + 1)
        fixture["chunks"] = [_packed(body[:at]), _packed(body[at:])]
        fixture["captured_at"] = "2026-11-21T10:00:00Z"
    else:
        response["body"] = _packed(body)
    fixture["request"] = {"method": asked.method, "url": asked.url, "body": _packed(asked.body)}
    text = json.dumps(fixture, ensure_ascii=False, indent=rng.choice((None, 2)))
    return text.encode("utf-8", "surrogatepass")


def _kept(body: bytes) -> Any:
    """Return a body as nock keeps it; what is no text is nothing here."""
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return body.decode("utf-8", "replace")


def nock(rng: Random, exchanges: Sequence[Exchange]) -> bytes:
    """Return a list of definitions, some bodies parsed and some in hexadecimal."""
    definitions: list[dict[str, Any]] = []
    for one in exchanges:
        asked, body = one.request or _NOBODY, one.response.body
        scheme, _, rest = asked.url.partition("://")
        host, mark, path = rest.partition("/")
        is_binary = rng.random() < 0.3
        definitions.append(
            {
                "scope": f"{scheme}://{host}:443",
                "method": asked.method,
                "path": mark + path,
                "body": _kept(asked.body),
                "status": one.response.status,
                "response": body.hex() if is_binary else _kept(body),
                "rawHeaders": [part for header in one.response.headers for part in header],
                "responseIsBinary": is_binary,
            }
        )
    try:
        text = json.dumps(definitions, ensure_ascii=False, indent=rng.choice((None, 4)))
    except (ValueError, RecursionError):
        return b"[]"
    return text.encode("utf-8", "surrogatepass")
