"""TC948: whole-replies-have-calls."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.dialects import Answer, PlannedCall
from toolwire.rules.rule import OBSERVED, Reading, Rule, Severity, Subject, Variance, Violation
from toolwire.rules.stop.pair_rules import EVERY, STREAMED
from toolwire.rules.streaming.mode_calls import counts, lacks_calls, live, spoken, without_calls


def _could(reading: Reading) -> bool:
    """Whether the stream of a pair has a call."""
    if reading.twin is None or not reading.reply.tool_calls or not counts(reading):
        return False
    return bool(reading.twin.reply.tool_calls) or not spoken(reading)


def _shown(reading: Reading) -> bool:
    """Whether the blocking answer of a pair has a call."""
    return reading.twin is not None and bool(reading.twin.reply.tool_calls)


def _whole_replies_have_calls(reading: Reading) -> Iterator[Violation]:
    message = "The blocking answer has no call; the stream to the same request has."
    yield from without_calls(reading, reading, message)


RULE = Rule(
    id="TC948",
    name="whole-replies-have-calls",
    subject=Subject.AB,
    # No client reads calls out of words, so none was tried there.
    severity={**dict.fromkeys(EVERY, Severity.ERROR), "prompted": Severity.WARNING},
    statement="Blocking answers hold calls where streams to the same requests do. A model may "
    "answer one request otherwise; that no blocking answer of a run ever has a call is the "
    "server's doing, and so are a dozen pairs that differ so where hardly one differs the other way round. Calls that are lost beside words are TC957's.",
    why="A server that joins its own stream into a whole reply may join the words only. A client "
    "that does not stream gets an answer without the call, which looks like a model that would "
    "not call.",
    breaks="Every client that was tried ends the turn without the call: LangChain, pydantic-ai, "
    "openai-agents, the official SDKs. So did agents that do not stream in Dify, over its Tongyi "
    "plugin (dify-official-plugins#2512)",
    workaround="Ask for a stream.",
    source=OBSERVED,
    check=_whole_replies_have_calls,
    modes=STREAMED,
    variance=Variance(
        "pairs of answers whose streamed one has a call",
        _could,
        shown=_shown,
        reverse=lambda reading: lacks_calls(reading, reading.twin),
    ),
    mutations=live(
        "plain_text", Answer(calls=(PlannedCall("get_weather", {"location": "Paris"}),))
    ),
    cases="""
Dify's Tongyi plugin 0.1.21 | tool calls of a reply are lost without a stream, and there with one | https://github.com/langgenius/dify-official-plugins/issues/2512 | issue closed 2026-01
""",
)
