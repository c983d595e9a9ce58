"""Blocks of a Messages stream that open before the one before them is closed."""

from __future__ import annotations

import pytest

from toolwire.dialects import load_dialect
from toolwire.io.json_text import object_of
from toolwire.model.conversation import Json
from toolwire.model.exchange import Mode
from toolwire.rules import judge
from toolwire.rules.mutate.edit import Frame, frames
from toolwire.rules.mutate.scenarios import clean
from toolwire.rules.rule import Severity


def found(change: object) -> list[tuple[Severity, str]]:
    """Return what TC918 says of a changed stream of a text and a call."""
    spoken = load_dialect("anthropic-messages")
    exchange = frames(change)(clean(spoken, "mixed_content", Mode.STREAMING))  # type: ignore[arg-type]
    judged = judge(spoken.decode(exchange))
    return [(finding.severity, finding.message) for finding in judged if finding.rule == "TC918"]


def moved(stream: list[Frame], after: str | None, index: Json = 0) -> list[Frame]:
    """Put the end of a block after the next event of a kind; nowhere where none is named."""
    kept: list[Frame] = []
    end: Frame | None = None
    for frame in stream:
        payload = object_of(frame[1])
        if payload.get("type") == "content_block_stop" and payload.get("index") == index:
            end = frame
            continue
        kept.append(frame)
        if end is not None and payload.get("type") == after:
            kept.append(end)
            end = None
    return kept


@pytest.mark.parametrize(
    "after", ["content_block_start", "content_block_delta", "content_block_stop"]
)
def test_a_block_that_is_closed_late_is_a_warning(after: str) -> None:
    """Clients go by the index: anthropic 2.12.0, its like for Node 1.13.0 and ai 6.0.326 read it right."""
    said = found(lambda stream: moved(stream, after))
    assert said == [(Severity.WARNING, "A block opens before the one before it is closed.")]


def test_a_block_that_is_never_closed_is_an_error() -> None:
    """The Vercel AI SDK gives a call when its block ends, and so loses one that does not."""
    said = found(lambda stream: moved(stream, None))
    assert said == [(Severity.ERROR, "The message ends inside a block.")]


def test_a_block_that_is_closed_twice_is_an_error() -> None:
    """An end of no open block stays one that nobody can place."""

    def twice(stream: list[Frame]) -> list[Frame]:
        ends = [f for f in stream if object_of(f[1]).get("type") == "content_block_stop"]
        at = stream.index(ends[-1])
        return [*stream[:at], ends[0], *stream[at:]]

    assert found(twice) == [(Severity.ERROR, "A content_block_stop is not of the open block.")]


def _limited(stream: list[Frame], closed: Json = 0, reason: str = "max_tokens") -> list[Frame]:
    """End the stream at a limit, with an end of one of its two blocks only."""
    kept = []
    for frame in stream:
        payload = object_of(frame[1])
        if payload.get("type") == "content_block_stop" and payload.get("index") != closed:
            continue
        if payload.get("type") == "message_delta":
            object_of(payload["delta"])["stop_reason"] = reason
        kept.append(frame)
    return kept


def test_a_call_that_a_limit_cut_needs_no_end() -> None:
    """Claude tells none of a call whose input is not whole, and its SDKs keep what came of it."""
    assert not found(_limited)
    assert not found(lambda stream: _limited(stream, reason="model_context_window_exceeded"))


def test_no_other_block_is_left_open_by_a_limit() -> None:
    """A text that was cut is closed, and so is what came before the last block."""
    inside = [(Severity.ERROR, "The message ends inside a block.")]
    assert found(lambda stream: _limited(stream, closed=1)) == inside
    assert found(lambda stream: _limited(stream, closed=None)) == inside
    assert found(lambda stream: _limited(stream, reason="tool_use")) == inside
