"""Borders of the rule that Gemini's finish reason comes last."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.dialects import load_dialect
from toolwire.io.framing import sse
from toolwire.io.json_text import dump
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Mode
from toolwire.rules import judge
from toolwire.rules.mutate.scenarios import clean

TEXT: JsonObject = {"text": "Hi."}
CALL: JsonObject = {"functionCall": {"name": "get_weather", "args": {"location": "Paris"}}}
NAMED: JsonObject = {"functionCall": {"id": "ab12", "name": "get_weather", "args": {}}}


def message(*parts: JsonObject, stop: str | None = None, index: int = 0) -> JsonObject:
    """Return one message of a stream."""
    listed: list[Json] = [*parts]
    content: JsonObject = {"role": "model", "parts": listed}
    told: JsonObject = {} if stop is None else {"finishReason": stop}
    return {"candidates": [{"content": content, **told, "index": index}]}


@pytest.mark.parametrize(
    ("stream", "pointers"),
    [
        ([message(TEXT), message(CALL, stop="STOP")], []),
        ([message(TEXT), message({"text": ""}, stop="STOP")], []),
        ([message(TEXT, stop="STOP"), message({"text": ""}), {"usageMetadata": {}}], []),
        ([message(TEXT, stop="STOP"), message({"text": ""}, stop="STOP")], []),
        ([message(TEXT, stop="STOP"), message(TEXT, stop="STOP", index=1)], []),
        ([message(stop="STOP"), message(TEXT)], ["event[0]/candidates/0/finishReason"]),
        # The last message once more is told of by its call.
        ([message(NAMED, stop="STOP"), message(NAMED, stop="STOP")], []),
        (
            [message(CALL, stop="STOP"), message(CALL, stop="STOP")],
            ["event[0]/candidates/0/finishReason"],
        ),
        (
            [message(TEXT), message(TEXT, stop="STOP"), message(CALL, stop="STOP")],
            ["event[1]/candidates/0/finishReason"],
        ),
    ],
)
def test_a_finish_reason_comes_last(stream: list[JsonObject], pointers: list[str]) -> None:
    """Empty messages, counts and other candidates may follow it; text and calls may not."""
    dialect = load_dialect("gemini-generate")
    exchange = clean(dialect, "single_call", Mode.STREAMING)
    body = b"".join(sse.encode(dump(one).decode(), None) for one in stream)
    reading = dialect.decode(replace(exchange, response=replace(exchange.response, body=body)))
    assert [one.pointer for one in judge(reading) if one.rule == "TC931"] == pointers
