"""What is said of answers that hold no reply of their format, where one can see what they are."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.dialects import load_dialect
from toolwire.io.json_text import dump
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Mode
from toolwire.rules import judge
from toolwire.rules.mutate.scenarios import clean

GEMINI = load_dialect("gemini-generate")
NONE = "The answer holds neither a reply nor an error"
CHUNK: JsonObject = {"id": "x", "object": "chat.completion.chunk", "choices": []}
WRAPPED: JsonObject = {"response": {"candidates": []}, "traceId": "x"}


def said(answer: JsonObject, mode: Mode) -> list[str]:
    """Return what is said of an answer that holds this alone, in a mode."""
    exchange = clean(GEMINI, "plain_text", mode)
    body = dump(answer) if mode is Mode.BLOCKING else b"data: " + dump(answer) + b"\r\n\r\n"
    reading = GEMINI.decode(replace(exchange, response=replace(exchange.response, body=body)))
    return [one.message for one in judge(reading) if one.rule == "TC002"]


@pytest.mark.parametrize("mode", Mode)
def test_an_answer_of_another_format_is_said_to_be_one(mode: Mode) -> None:
    """Who forwards what OpenAI's API says, or what wraps Google's, reads what it forwarded."""
    assert said(CHUNK, mode) == [f"{NONE}: it is a chat completion of OpenAI's."]
    assert said(WRAPPED, mode) == [f"{NONE}: the reply stands in an object within it."]


@pytest.mark.parametrize("mode", Mode)
def test_an_answer_that_is_of_no_known_kind_is_none(mode: Mode) -> None:
    """Where nothing shows what it is, nothing is said of it."""
    assert said({"usageMetadata": {"promptTokenCount": 4}, "object": "list"}, mode) == [f"{NONE}."]
