"""Borders of the rule that an answer of Gemini's says whose words it is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.dialects import load_dialect
from toolwire.io.framing import sse
from toolwire.io.json_text import dump
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Mode
from toolwire.rules import judge
from toolwire.rules.mutate.scenarios import clean

SAID: JsonObject = {"parts": [{"text": "Hi."}], "role": "model"}
UNSAID: JsonObject = {"parts": [{"text": "Hi."}]}
EMPTY: JsonObject = {}


@pytest.mark.parametrize(
    ("contents", "pointers"),
    [
        ([SAID, SAID], []),
        ([SAID, UNSAID], []),
        ([UNSAID, SAID], []),
        ([SAID, EMPTY], []),
        ([EMPTY], []),
        ([UNSAID, UNSAID], ["event[0]/candidates/0/content/role"]),
        ([EMPTY, UNSAID], ["event[1]/candidates/0/content/role"]),
    ],
)
def test_one_message_says_it_for_all(contents: list[JsonObject], pointers: list[str]) -> None:
    """Later messages may leave it out, and so may one without parts."""
    dialect = load_dialect("gemini-generate")
    exchange = clean(dialect, "plain_text", Mode.STREAMING)
    stream = [{"candidates": [{"content": content, "index": 0}]} for content in contents]
    body = b"".join(sse.encode(dump(one).decode(), None) for one in stream)  # type: ignore[arg-type]
    reading = dialect.decode(replace(exchange, response=replace(exchange.response, body=body)))
    assert [one.pointer for one in judge(reading) if one.rule == "TC725"] == pointers
