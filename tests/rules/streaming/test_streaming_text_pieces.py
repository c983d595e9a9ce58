"""Pieces of text that repeat what was sent, and streams that only look like it."""

from __future__ import annotations

import pytest

from toolwire.dialects import load_dialect
from toolwire.io.json_text import dump
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Response
from toolwire.rules import judge

_JSON = (("content-type", "text/event-stream"),)


def _found(pieces: list[str], *, beside: bool = False) -> list[str]:
    """Return what TC929 finds in a stream of pieces; `beside` tells the whole so far as well."""
    lines, so_far = [], ""
    for piece in pieces:
        so_far += piece
        choice: JsonObject = {"index": 0, "delta": {"content": piece}, "finish_reason": None}
        if beside:
            choice["message"] = {"role": "assistant", "content": so_far}
        chunk: JsonObject = {"id": "c", "object": "chat.completion.chunk", "choices": [choice]}
        lines.append(b"data: " + dump(chunk) + b"\n\n")
    body = b"".join(lines) + b"data: [DONE]\n\n"
    evidence = Evidence(EvidenceLevel.DOCUMENTED, "test")
    reading = load_dialect("openai-chat").decode(
        Exchange(None, Response(200, _JSON, body), evidence)
    )
    return [one.pointer for one in judge(reading) if one.rule == "TC929"]


@pytest.mark.parametrize(
    "pieces",
    [
        ["It", "It re", "It retur", "It returned"],
        ["It returned", "It returned 18 C"],
        ["It", "It re", "It retur", "It returned", "It returned"],
    ],
)
def test_pieces_that_repeat_all_before_are_found(pieces: list[str]) -> None:
    """Many that grow, or two that begin alike at some length; the whole may be told again."""
    assert _found(pieces) == ["event[1]/choices/0/delta/content"]


@pytest.mark.parametrize(
    "pieces",
    [
        ["ha", "ha", "ha", "ha"],
        ["ha", "haha", "haha", "haha"],
        ["1", "12"],
        ["a", "ab", "abc"],
        ["It returned", " It returned"],
    ],
)
def test_an_honest_piece_may_begin_like_the_text_before_it(pieces: list[str]) -> None:
    """A short one by chance, and one that does not grow."""
    assert _found(pieces) == []


def test_a_whole_told_beside_the_pieces_is_no_piece() -> None:
    """Perplexity tells the text so far in a member of its own."""
    assert _found(["It", " returned", " 18", " C"], beside=True) == []
