"""Results of batches, a line for each request, in each vendor's form."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from toolwire import traffic
from toolwire.jobs.lint.detect import detect
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Exchange
from toolwire.traffic import Unreadable

CHAT: JsonObject = {
    "id": "chatcmpl-1",
    "object": "chat.completion",
    "choices": [{"index": 0, "message": {"role": "assistant", "content": "4"}}],
}
CLAUDE: JsonObject = {
    "id": "msg_1",
    "type": "message",
    "role": "assistant",
    "content": [],
    "stop_reason": "end_turn",
    "usage": {"input_tokens": 1, "output_tokens": 1},
}
GEMINI: JsonObject = {"candidates": [{"content": {"parts": [{"text": "4"}], "role": "model"}}]}
ASKED: JsonObject = {"contents": [{"role": "user", "parts": [{"text": "2+2"}]}]}
FAILED: JsonObject = {"error": {"message": "no", "type": "invalid_request_error"}}


def _done(status: int, body: JsonObject) -> Json:
    return {"status_code": status, "request_id": "req_1", "body": body}


def read(tmp_path: Path, *lines: JsonObject) -> list[Exchange | Unreadable]:
    """Return what a file of lines holds."""
    path = tmp_path / "out.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return list(traffic.read([path]))


@pytest.mark.parametrize(
    ("line", "dialect", "status", "body"),
    [
        ({"id": "b", "custom_id": "a", "response": _done(200, CHAT)}, "openai-chat", 200, CHAT),
        ({"id": "b", "custom_id": "a", "response": _done(400, FAILED)}, None, 400, FAILED),
        (
            {"custom_id": "a", "result": {"type": "succeeded", "message": CLAUDE}},
            "anthropic-messages",
            200,
            CLAUDE,
        ),
        ({"key": "a", "response": GEMINI}, "gemini-generate", 200, GEMINI),
        (
            {"status": "", "processed_time": "2026-11-24", "request": ASKED, "response": GEMINI},
            "gemini-generate",
            200,
            GEMINI,
        ),
        (
            {"recordId": "a", "modelInput": ASKED, "modelOutput": CLAUDE},
            "anthropic-messages",
            200,
            CLAUDE,
        ),
    ],
)
def test_an_answer_of_a_batch_is_an_exchange(
    tmp_path: Path, line: JsonObject, dialect: str | None, status: int, body: JsonObject
) -> None:
    """The answer stands there as its endpoint gives it, and its format is told by it."""
    (exchange,) = read(tmp_path, line)
    assert isinstance(exchange, Exchange)
    assert (exchange.response.status, json.loads(exchange.response.body)) == (status, body)
    assert detect(exchange).dialect == dialect
    asked = line.get("request", line.get("modelInput"))
    assert (None if exchange.request is None else json.loads(exchange.request.body)) == asked


@pytest.mark.parametrize(
    "line",
    [
        {"id": "b", "custom_id": "a", "response": None, "error": {"code": "batch_expired"}},
        {"custom_id": "a", "result": {"type": "expired"}},
        {"custom_id": "a", "result": {"type": "errored", "error": {"type": "error"}}},
        {"key": "a", "error": {"code": 3, "message": "no"}},
        {"recordId": "a", "modelInput": {}, "error": {"errorCode": 400}},
    ],
)
def test_what_was_not_answered_is_passed_over(tmp_path: Path, line: JsonObject) -> None:
    """A request that its batch did not come to has no exchange, and is no damage."""
    read_of = read(tmp_path, line, {"key": "b", "response": GEMINI})
    assert [type(item) for item in read_of] == [Exchange]


def test_what_is_asked_of_a_batch_is_no_answer(tmp_path: Path) -> None:
    """A file of requests is told: there is nothing in it to judge."""
    line: JsonObject = {"custom_id": "a", "method": "POST", "url": "/v1/chat/completions"}
    (told,) = read(tmp_path, {**line, "body": {"model": "m"}})
    assert isinstance(told, Unreadable)
