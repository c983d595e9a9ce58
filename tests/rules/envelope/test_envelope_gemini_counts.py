"""Gemini's streams: counts that grow, thoughts that are told, and the framing that was asked for."""

from __future__ import annotations

import pytest

from toolwire.dialects import load_dialect
from toolwire.io.json_text import dump
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Request, Response
from toolwire.model.observation import Chance
from toolwire.model.reply import Reading
from toolwire.rules import chances, judge

_URL = "https://api.example.invalid/v1beta/models/reference-model:streamGenerateContent"
_THOUGHT: JsonObject = {"text": "Greet back.", "thought": True}
_WORDS: JsonObject = {"text": "Hello."}
_CODE: JsonObject = {"executableCode": {"language": "PYTHON", "code": "print(6 * 7)"}}
_RESULT: JsonObject = {"codeExecutionResult": {"outcome": "OUTCOME_OK", "output": "42"}}
_JSON = (("content-type", "application/json"),)
_EVENTS = (("content-type", "text/event-stream"),)


def counted(answer: int, thoughts: int = 0) -> JsonObject:
    """Return counts that add up."""
    more: JsonObject = {"thoughtsTokenCount": thoughts} if thoughts else {}
    total = 9 + answer + thoughts
    return {
        "promptTokenCount": 9,
        "candidatesTokenCount": answer,
        **more,
        "totalTokenCount": total,
    }


def read(
    pieces: list[tuple[Json, JsonObject]],
    *,
    thinks: bool = False,
    as_array: bool = False,
    query: str = "?alt=sse",
) -> Reading:
    """Return a streamed answer of some parts, each with the counts beside it."""
    messages = [
        {"candidates": [{"content": {"role": "model", "parts": [part]}}], "usageMetadata": counts}
        for part, counts in pieces
    ]
    config: JsonObject = {"thinkingConfig": {"includeThoughts": thinks}}
    asked = {"contents": [{"role": "user", "parts": [_WORDS]}], "generationConfig": config}
    request = Request("POST", _URL + query, _JSON, dump(asked))
    array = b"[" + b",\n".join(map(dump, messages)) + b"]"
    events = b"".join(b"data: %s\r\n\r\n" % dump(one) for one in messages)
    response = Response(200, _JSON, array) if as_array else Response(200, _EVENTS, events)
    evidence = Evidence(EvidenceLevel.LIVE, "composed")
    return load_dialect("gemini-generate").decode(Exchange(request, response, evidence))


def rules(reading: Reading) -> set[str]:
    """Return which rules of this module an answer breaks."""
    return {one.rule for one in judge(reading)} & {"TC117", "TC121", "TC155"}


@pytest.mark.parametrize(
    ("counts", "broken"),
    [
        ([counted(3), counted(7)], set()),
        ([counted(3), counted(3)], set()),
        # Google tells tokens of the answer as tokens of thoughts later on.
        ([counted(102, 97), counted(18, 1236)], set()),
        ([counted(7), {}, counted(9)], set()),
        # It counts the prompt anew in the last message.
        ([{**counted(7), "promptTokenCount": 60, "totalTokenCount": 67}, counted(9)], set()),
        ([counted(7), counted(2)], {"TC121"}),
    ],
)
def test_counts_of_a_stream_only_grow(counts: list[JsonObject], broken: set[str]) -> None:
    """What one message counts is everything up to it; one without counts says nothing."""
    assert rules(read([(_WORDS, one) for one in counts])) == broken


@pytest.mark.parametrize(
    ("after", "broken"),
    [([counted(4), counted(34)], set()), ([counted(8), counted(4)], {"TC121"})],
)
def test_counts_begin_anew_after_a_tool_of_the_service(
    after: list[JsonObject], broken: set[str]
) -> None:
    """Gemini 3 counts each round of the model alone, and all of them last; a round only grows."""
    run: list[tuple[Json, JsonObject]] = [(_CODE, counted(30)), (_RESULT, {"promptTokenCount": 9})]
    assert rules(read([*run, *((_WORDS, one) for one in after)])) == broken


def test_thoughts_that_are_counted_are_told_where_asked_for() -> None:
    """One answer without is a hit; one with them clears the server."""
    silent = read([(_WORDS, counted(3, 40))], thinks=True)
    assert rules(silent) == {"TC155"}
    assert chances(silent, judge(silent))["TC155"] == Chance(1, 1, 0)
    told = read([(_THOUGHT, counted(0, 40)), (_WORDS, counted(3, 40))], thinks=True)
    assert rules(told) == set()
    assert chances(told, judge(told))["TC155"] == Chance(1, 0, 1)


@pytest.mark.parametrize(("thinks", "thoughts"), [(False, 40), (True, 0)])
def test_thoughts_nobody_asked_for_or_counted_need_not_be_told(
    thoughts: int, *, thinks: bool
) -> None:
    """Then there is nothing to tell."""
    reading = read([(_WORDS, counted(3, thoughts))], thinks=thinks)
    assert rules(reading) == set()
    assert "TC155" not in chances(reading, judge(reading))


@pytest.mark.parametrize(
    ("query", "broken"), [("?alt=sse", {"TC117"}), ("?key=k&alt=sse", {"TC117"}), ("", set())]
)
def test_a_stream_is_an_array_only_where_no_events_were_asked_for(
    query: str, broken: set[str]
) -> None:
    """Google writes an array without alt=sse, and events with it."""
    assert rules(read([(_WORDS, counted(3))], as_array=True, query=query)) == broken
    assert rules(read([(_WORDS, counted(3))], query=query)) == {"TC117"} - broken
