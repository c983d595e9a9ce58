"""Blocks of Anthropic's Messages: which text is cut up, and which has its reasons."""

from __future__ import annotations

import pytest

from toolwire.dialects import load_dialect
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Mode
from toolwire.rules import judge
from toolwire.rules.mutate.edit import Frame, body, frames
from toolwire.rules.mutate.request_edit import ask, with_model
from toolwire.rules.mutate.scenarios import clean

NAME = "anthropic-messages"
TEXT: JsonObject = {"type": "text", "text": "One"}
CITED: JsonObject = {**TEXT, "citations": [{"type": "char_location", "cited_text": "One"}]}
EMPTY: JsonObject = {**TEXT, "text": ""}
READ: JsonObject = {**TEXT, "citations": []}
CALL: JsonObject = {"type": "tool_use", "id": "toolu_1", "name": "get_time", "input": {}}
SEARCH: JsonObject = {"type": "server_tool_use", "id": "srvtoolu_1", "name": "x", "input": {}}
THOUGHT: JsonObject = {"type": "thinking", "thinking": "Hm.", "signature": "c2ln"}
UNSIGNED: JsonObject = {**THOUGHT, "signature": ""}


def found(content: list[Json]) -> list[str]:
    """Return where TC157 accuses a message of these blocks."""
    spoken = load_dialect(NAME)
    exchange = clean(spoken, "plain_text", Mode.BLOCKING)
    findings = judge(spoken.decode(body(lambda told: told.update(content=content))(exchange)))
    return [one.pointer for one in findings if one.rule == "TC157"]


@pytest.mark.parametrize(
    ("content", "where"),
    [
        ([TEXT] * 4, ["/content/3"]),
        ([THOUGHT, TEXT, THOUGHT], ["/content/2"]),
        ([TEXT] * 3, []),
        ([CITED] * 6, []),
        ([TEXT, CITED] * 3, []),
        ([TEXT, READ] * 4, []),
        ([READ] * 4, ["/content/3"]),
        ([TEXT, READ, *[TEXT] * 4], ["/content/5"]),
        ([TEXT, SEARCH] * 4, []),
        ([THOUGHT, TEXT, {**THOUGHT, "thinking": "So."}], []),
        ([{**THOUGHT, "signature": ""}] * 2, []),
        ([{**THOUGHT, "thinking": ["Hm."]}, {**THOUGHT, "signature": {"of": 1}}], []),
        ([EMPTY, CALL], ["/content/0"]),
        ([CALL, EMPTY], ["/content/1"]),
        ([EMPTY], []),
        ([EMPTY, TEXT], []),
        ([TEXT, CALL], []),
        ([{**TEXT, "text": " "}, CALL], []),
        ([EMPTY, SEARCH], []),
    ],
)
def test_a_text_in_a_row_of_blocks_is_found(content: list[Json], where: list[str]) -> None:
    """Texts with sources, and between uses of tools, stand in blocks of their own."""
    assert found(content) == where


def test_cited_texts_of_a_stream_are_let_be() -> None:
    """The sources of a streamed text come behind its opening."""

    def told(stream: list[Frame]) -> list[Frame]:
        blocks: list[Frame] = []
        cited: JsonObject = {"type": "citations_delta", "citation": {"cited_text": "One"}}
        for index in range(5):
            events: list[JsonObject] = [
                {"type": "content_block_start", "content_block": {**TEXT, "text": ""}},
                {"type": "content_block_delta", "delta": cited},
                {"type": "content_block_stop"},
            ]
            blocks += [(str(one["type"]), {**one, "index": index}) for one in events]
        return [stream[0], *blocks, *stream[-2:]]

    spoken = load_dialect(NAME)
    exchange = frames(told)(clean(spoken, "plain_text", Mode.STREAMING))
    assert "TC157" not in {one.rule for one in judge(spoken.decode(exchange))}


def test_a_number_that_a_stream_gives_anew_is_another_block() -> None:
    """Recordings of several rounds have more than one message; the first text had its words."""

    def told(stream: list[Frame]) -> list[Frame]:
        text: JsonObject = {"type": "text_delta", "text": "One"}
        events: list[JsonObject] = [
            {"type": "content_block_start", "content_block": EMPTY},
            {"type": "content_block_delta", "delta": text},
            {"type": "content_block_stop"},
        ]
        said: list[Frame] = [(str(one["type"]), {**one, "index": 0}) for one in events]
        return [stream[0], *said, *stream[1:]]

    spoken = load_dialect(NAME)
    exchange = frames(told)(clean(spoken, "single_call", Mode.STREAMING))
    assert not [one for one in judge(spoken.decode(exchange)) if one.rule == "TC157"]


def test_a_stream_without_a_block_is_read() -> None:
    """A reply that says nothing has none."""
    spoken = load_dialect(NAME)
    exchange = frames(lambda stream: [stream[0], *stream[-2:]])(
        clean(spoken, "plain_text", Mode.STREAMING)
    )
    assert not [one for one in judge(spoken.decode(exchange)) if one.rule == "TC157"]


@pytest.mark.parametrize(
    ("model", "content", "where"),
    [
        ("claude-opus-4-5", [UNSIGNED, CALL], ["/content/0/signature"]),
        ("us.anthropic.CLAUDE-x", [TEXT, UNSIGNED, TEXT], ["/content/1/signature"]),
        ("claude-opus-4-5", [{**UNSIGNED, "thinking": ""}, CALL], ["/content/0/signature"]),
        ("claude-opus-4-5", [THOUGHT, CALL], []),
        ("claude-opus-4-5", [TEXT, UNSIGNED], []),
        ("deepseek-v4", [UNSIGNED, CALL], []),
    ],
)
def test_an_empty_signature_of_claudes_is_found(
    model: str, content: list[Json], where: list[str]
) -> None:
    """Models of others sign nothing, and a thought at the end may have been cut before it."""
    spoken = load_dialect(NAME)
    exchange = ask(with_model(model))(clean(spoken, "plain_text", Mode.BLOCKING))
    changed = body(lambda told: told.update(content=content))(exchange)
    findings = judge(spoken.decode(changed))
    assert [one.pointer for one in findings if one.rule == "TC157"] == where
