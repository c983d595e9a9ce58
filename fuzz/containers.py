"""Exchanges in every form in which recorded traffic is read, and edits of the form itself."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final

import yaml

from fuzz import recorders
from fuzz.raw import bent, packed
from fuzz.trees import edited
from toolwire.model.exchange import Exchange
from toolwire.transport.cassette import vcr_format

#: What reads a form -> how it is written.
READERS: Final = (
    "jsonl", "har", "json", "vcr", "ruby", "httprr", "httpmock", "req_llm", "nock", "unnamed",
)  # fmt: skip
_DUMPER: Any = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
_WHEN: Final = "2026-11-21T10:00:00+00:00"


def contained(rng: Random, form: str, exchanges: Sequence[Exchange]) -> bytes:
    """Return a file of a form, mostly with some edits of the form."""
    if form == "unnamed":
        form = rng.choice(READERS[:-1])
    data = _FORMS[form](rng, exchanges)
    how = rng.random()
    if form in {"vcr", "ruby", "httpmock"}:
        return _bent_yaml(rng, data) if how < 0.6 else data
    if how < 0.4:
        lines = data.split(b"\n")
        at = rng.randrange(len(lines))
        lines[at] = edited(rng, lines[at], rng.choice((1, 1, 3)))
        return b"\n".join(lines)
    return bent(rng, data, rng.choice((1, 3))) if how < 0.6 else data


def _body(rng: Random, body: bytes) -> tuple[dict[str, Any], str]:
    """Return the members that hold a body in the form of a line, and its content encoding."""
    how = rng.random()
    if how < 0.1:
        done, coding = packed(rng, body)
        return {"body_base64": base64.b64encode(done).decode()}, coding
    if how < 0.35:
        try:
            return {"body": json.loads(body)}, ""
        except (ValueError, RecursionError):
            pass
    try:
        return {"body_text": body.decode()}, ""
    except UnicodeDecodeError:
        return {"body_base64": base64.b64encode(body).decode()}, ""


def _line(rng: Random, exchange: Exchange) -> dict[str, Any]:
    body, coding = _body(rng, exchange.response.body)
    headers: dict[str, Any] = {}
    for name, value in exchange.response.headers:
        headers.setdefault(name, []).append(value)
    if coding:
        headers["content-encoding"] = coding
    line: dict[str, Any] = {
        "response": {"status": exchange.response.status, "headers": headers, **body},
        "source": {
            "repo": "fuzz/fuzz",
            "path": "a.yaml",
            "commit": "0" * 40,
            "interaction_index": 3,
        },
        "provider": rng.choice(("openai", "fuzz", "", "a/b")),
        "recorded_at": rng.choice((_WHEN, None, "2026-11-21", "x")),
    }
    if rng.random() < 0.3:
        line["source"]["fidelity"] = rng.choice(
            ("http", "sdk-object", "normalised", "reconstructed-sse", "x")
        )
    asked = exchange.request
    if asked is not None and rng.random() < 0.9:
        line["request"] = {
            "method": asked.method,
            "url": asked.url,
            "headers": dict(asked.headers),
            **_body(rng, asked.body)[0],
        }
    return line


def _dumped(value: Any) -> bytes:
    try:
        return json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")
    except (ValueError, RecursionError):
        return b"{}"


def _jsonl(rng: Random, exchanges: Sequence[Exchange]) -> bytes:
    return b"\n".join(_dumped(_line(rng, one)) for one in exchanges)


def _json(rng: Random, exchanges: Sequence[Exchange]) -> bytes:
    lines = [_line(rng, one) for one in exchanges]
    return _dumped(lines if rng.random() < 0.6 else lines[0])


def _pairs(headers: Sequence[tuple[str, str]]) -> list[dict[str, str]]:
    return [{"name": name, "value": value} for name, value in headers]


def _text(body: bytes) -> dict[str, str]:
    try:
        return {"text": body.decode()}
    except UnicodeDecodeError:
        return {"text": base64.b64encode(body).decode(), "encoding": "base64"}


def _har(_rng: Random, exchanges: Sequence[Exchange]) -> bytes:
    entries = [
        {
            "startedDateTime": _WHEN,
            "request": {
                "method": one.request.method if one.request else "POST",
                "url": one.request.url if one.request else "http://a.invalid/",
                "headers": _pairs(one.request.headers if one.request else ()),
                "postData": {
                    "mimeType": "application/json",
                    "text": (one.request.body if one.request else b"").decode("utf-8", "replace"),
                },
            },
            "response": {
                "status": one.response.status,
                "headers": _pairs(one.response.headers),
                "content": {
                    "mimeType": one.response.header("content-type") or "",
                    "size": 9,
                    **_text(one.response.body),
                },
            },
        }
        for one in exchanges
    ]
    return _dumped({"log": {"version": "1.2", "entries": entries}})


def cassette(exchanges: Sequence[Exchange], head: dict[str, object] | None = None) -> bytes:
    """Return a cassette of ours, or without a head one as plain vcrpy writes it."""
    kept = [(one.request, one.response) for one in exchanges if one.request is not None]
    data = vcr_format.dump(head or {}, kept)
    return data if head else data[data.index(b"version:") :] if b"\nversion:" in data else data


def _vcr(_rng: Random, exchanges: Sequence[Exchange]) -> bytes:
    kept = [(one.request, one.response) for one in exchanges if one.request is not None]
    items = [
        {
            "request": {
                "method": a.method,
                "uri": a.url,
                "body": _scalar(a.body),
                "headers": {k: [v] for k, v in a.headers},
            },
            "response": {
                "status": {"code": b.status, "message": "OK"},
                "headers": {k: [v] for k, v in b.headers},
                "body": {"string": _scalar(b.body)},
            },
        }
        for a, b in kept
    ]
    return _yaml({"interactions": items, "version": 1})


def _ruby(_rng: Random, exchanges: Sequence[Exchange]) -> bytes:
    kept = [(one.request, one.response) for one in exchanges if one.request is not None]
    items = [
        {
            "request": {
                "method": a.method.lower(),
                "uri": a.url,
                "body": {"encoding": "UTF-8", "string": _scalar(a.body)},
                "headers": {},
            },
            "response": {
                "status": {"code": b.status, "message": "OK"},
                "headers": {k: [v] for k, v in b.headers},
                "body": {"encoding": "ASCII-8BIT", "string": _scalar(b.body)},
            },
            "recorded_at": "Fri, 21 Nov 2026 10:00:00 GMT",
        }
        for a, b in kept
    ]
    return _yaml({"http_interactions": items, "recorded_with": "VCR 6.3.1"})


def _scalar(body: bytes) -> str | bytes:
    try:
        return body.decode()
    except UnicodeDecodeError:
        return body


def _yaml(value: object) -> bytes:
    try:
        return bytes(yaml.dump(value, Dumper=_DUMPER, encoding="utf-8", allow_unicode=True))
    except (yaml.YAMLError, UnicodeError, RecursionError):
        return b"interactions: []\n"


_LINES: Final = (
    b"a: &a [*a]", b"<<: *a", b"x: &x {y: *x}", b"a: &a [1,1,1,1]\nb: &b [*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b]", b"? [a]\n: b", b"- - - - -",
    b"---", b"...", b"%TAG ! tag:x,2026:", b"!!python/object/apply:os.system [x]", b"string: !!binary |\n  %%%%", b"body: !!set {a, b}",
    b"interactions:", b"version: 2", b"version: 1e999", b"status: {code: 99999999999999999999}", b"status: x", b"body: ~", b"headers: 3",
    b"string: 2026-11-21", b"string: 0x1f", b"string: .inf", b"string: 1_000", b"string: 190:20:30", b"\ttab: x", b"a: 'unclosed", b"[" * 300, b"{a: " * 150,
)  # fmt: skip


def _bent_yaml(rng: Random, data: bytes) -> bytes:
    lines = data.split(b"\n")
    at = rng.randrange(len(lines))
    how = rng.random()
    if how < 0.25:
        lines.insert(at, rng.choice(_LINES))
    elif how < 0.35:
        indent = len(lines[at]) - len(lines[at].lstrip())
        lines.insert(at, b" " * indent + rng.choice(_LINES))
    elif how < 0.5:
        del lines[at : at + rng.choice((1, 1, 4))]
    elif how < 0.6:
        lines[at:at] = lines[at : at + rng.choice((1, 5))] * rng.choice((1, 2))
    elif how < 0.7:
        lines[at] = b" " * rng.choice((1, 2, 3)) + lines[at]
    elif how < 0.85:
        name, mark, _ = lines[at].partition(b": ")
        lines[at] = (
            name
            + (mark or b": ")
            + rng.choice(
                (
                    b"~",
                    b"3",
                    b"[]",
                    b"{}",
                    b"!!binary YQ==",
                    b"&a x",
                    b"*a",
                    b"1.5",
                    b"true",
                    b'"\\ud800"',
                    b'"\\0"',
                    b"|",
                    b">-",
                )
            )
        )
    else:
        return bent(rng, data, rng.choice((1, 2)))
    return b"\n".join(lines)


_Write = Callable[[Random, Sequence[Exchange]], bytes]
_FORMS: Final[dict[str, _Write]] = {
    "jsonl": _jsonl,
    "har": _har,
    "json": _json,
    "vcr": _vcr,
    "ruby": _ruby,
    "httprr": recorders.httprr,
    "httpmock": recorders.httpmock,
    "req_llm": recorders.req_llm,
    "nock": recorders.nock,
}
