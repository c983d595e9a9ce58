"""Exchanges that no conforming server or client may be accused of, of our own making."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from toolwire.io import declarative
from toolwire.io.framing.eventstream import encode
from toolwire.io.json_text import items_of, object_of, string_of
from toolwire.jobs.lint.judging import judge
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Request, Response
from toolwire.model.observation import Severity

HERE = Path(__file__).parent / "benign"


def _picture() -> JsonObject:
    """Return a picture that is sent amid a text, and counted as a picture.

    NVIDIA, nemotron-parse: the page is an img tag in the text, of which few tokens are counted (TC146).
    """
    noise = b"".join(hashlib.sha256(bytes([n])).digest() for n in range(180))
    tag = f'<img src="data:image/png;base64,{base64.b64encode(noise).decode()}" />'
    message: JsonObject = {"role": "assistant", "content": "A page."}
    return {
        "name": "a picture that is sent amid a text, and counted as a picture",
        "url": "https://integrate.api.nvidia.com/v1/chat/completions",
        "request": {
            "model": "nvidia/nemotron-parse",
            "messages": [{"role": "user", "content": tag}],
        },
        "answer": {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 1763683200,
            "model": "nvidia/nemotron-parse",
            "choices": [
                {"index": 0, "message": message, "logprobs": None, "finish_reason": "stop"}
            ],
            "usage": {"prompt_tokens": 5, "completion_tokens": 3, "total_tokens": 8},
        },
        "dialect": "openai-chat",
    }


def _cases() -> Iterator[object]:
    yield pytest.param(_picture(), id="a picture that is sent amid a text")
    for path in sorted(HERE.glob("*.yaml")):
        document = object_of(declarative.load(path).value)
        common = object_of(document.get("answers"))
        for case in items_of(document["cases"]):
            row = object_of(case)
            if "like" in row:
                base = object_of(common[string_of(row["like"]) or ""])
                row = {**row, "answer": {**base, **object_of(row.get("answer"))}}
            yield pytest.param(row, id=f"{path.stem}: {row['name']}")


def _body(row: JsonObject) -> tuple[str, bytes]:
    """Return the content type and the bytes of an answer, which stands in one of four forms."""
    if "events" in row:
        return "text/event-stream", b"".join(map(_event, items_of(row["events"])))
    if "lines" in row:
        lines = [json.dumps(line) + "\n" for line in items_of(row["lines"])]
        return "application/x-ndjson", "".join(lines).encode()
    if "text" in row:
        kind = string_of(row.get("type")) or "text/event-stream"
        return kind, (string_of(row["text"]) or "").encode()
    if "base64" in row:
        kind = string_of(row.get("type")) or "application/octet-stream"
        return kind, base64.b64decode(string_of(row["base64"]) or "")
    return "application/json", json.dumps(row["answer"]).encode() if "answer" in row else b""


def _event(event: Json) -> bytes:
    if isinstance(event, str):
        return event.encode() + b"\n\n"
    kind = object_of(event).get("type")
    name = f"event: {kind}\n" if isinstance(kind, str) else ""
    return f"{name}data: {json.dumps(event)}\n\n".encode()


def exchange_of(row: JsonObject) -> Exchange:
    """Return the exchange that a row describes."""
    kind, body = _body(row)
    sent = row.get("request")
    method = string_of(row.get("method")) or "POST"
    headers = (("content-type", "application/json"),)
    payload = b"" if sent is None else json.dumps(sent).encode()
    request = Request(method, string_of(row["url"]) or "", headers, payload)
    status = row.get("status", 200)
    assert isinstance(status, int)
    evidence = Evidence(EvidenceLevel.IMPORTED, "2026-11-23", f"benign: {row['name']}")
    said = (("content-type", kind), *(object_of(row.get("headers")).items()))
    kept = tuple((name, value) for name, value in said if isinstance(value, str))
    return Exchange(request, Response(status, kept, body), evidence)


@pytest.mark.parametrize("row", list(_cases()))
def test_nobody_is_accused(row: JsonObject) -> None:
    """An exchange that its vendor documents or answers is recognised and not accused."""
    judged = judge(exchange_of(row))
    assert judged.missed == ()
    assert judged.detected.dialect == row["dialect"], judged.detected
    accused = [f for f in judged.all_findings if f.severity is not Severity.INFO]
    assert accused == []


#: A model of InvokeModel -> events of its own, as each stands inside `{"bytes": ...}`.
INVOKED: dict[str, list[Json]] = {
    "nova": [
        {"messageStart": {"role": "assistant"}},
        {"contentBlockDelta": {"delta": {"text": "Hi"}, "contentBlockIndex": 0}},
        {"messageStop": {"stopReason": "end_turn"}},
    ],
    "llama": [{"generation": "Hi", "prompt_token_count": 1, "stop_reason": "stop"}],
    "mistral": [{"outputs": [{"text": "Hi", "stop_reason": "stop"}]}],
    "mistral chat": [
        {"choices": [{"index": 0, "message": {"role": "assistant"}, "stop_reason": "stop"}]}
    ],
    "titan": [{"outputText": "Hi", "index": 0, "completionReason": "FINISH"}],
    "command": [{"text": "Hi", "is_finished": False}, {"is_finished": True}],
}


@pytest.mark.parametrize("name", INVOKED)
@pytest.mark.parametrize("asked", [True, False])
def test_bodies_of_invoke_model_are_no_chat(name: str, *, asked: bool) -> None:
    """Streams of other formats inside an event stream are named nothing and judged by nothing."""
    packed = [base64.b64encode(json.dumps(event).encode()).decode() for event in INVOKED[name]]
    headers = {":event-type": "chunk", ":message-type": "event"}
    body = b"".join(encode(headers, json.dumps({"bytes": text}).encode()) for text in packed)
    kind = "application/vnd.amazon.eventstream"
    url = "https://bedrock-runtime.us-east-1.amazonaws.com/model/m/invoke-with-response-stream"
    row: JsonObject = {"name": name, "url": url, "request": {}, "type": kind}
    exchange = exchange_of({**row, "base64": base64.b64encode(body).decode()})
    judged = judge(exchange if asked else replace(exchange, request=None))
    assert (judged.detected.dialect, judged.all_findings) == (None, ())
