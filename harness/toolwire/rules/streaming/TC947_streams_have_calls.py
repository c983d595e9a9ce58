"""TC947: streams-have-calls."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.dialects import Answer
from toolwire.rules.rule import Reading, Rule, Severity, Subject, Variance, Violation
from toolwire.rules.stop.pair_rules import EVERY, STREAMED
from toolwire.rules.streaming.mode_calls import counts, lacks_calls, live, spoken, without_calls


def _could(reading: Reading) -> bool:
    """Whether the blocking answer to the same request has a call."""
    twin = reading.twin
    if twin is None or not twin.reply.tool_calls or not counts(reading):
        return False
    return bool(reading.reply.tool_calls) or not spoken(twin)


def _shown(reading: Reading) -> bool:
    """Whether the stream of a pair has a call."""
    return reading.twin is not None and bool(reading.reply.tool_calls)


def _streams_have_calls(reading: Reading) -> Iterator[Violation]:
    if reading.twin is not None:
        message = "The stream has no call; the blocking answer to the same request has."
        yield from without_calls(reading, reading.twin, message)


RULE = Rule(
    id="TC947",
    name="streams-have-calls",
    subject=Subject.AB,
    # No client reads calls out of words, so none was tried there.
    severity={**dict.fromkeys(EVERY, Severity.ERROR), "prompted": Severity.WARNING},
    statement="Streams hold calls where blocking answers to the same requests do. A model may "
    "answer one request otherwise; that no stream of a run ever has a call is the server's doing, "
    "and so are a dozen pairs that differ so where hardly one differs the other way round. "
    "Calls that are lost beside words are TC957's.",
    why="A server that reads calls in whole replies and not in streams passes every test of one "
    "mode. An agent that streams gets words, and stalls.",
    breaks="Every client that was tried ends the turn without the call: LangChain, pydantic-ai, "
    "openai-agents, the official SDKs. So did opencode, which always streams, over mlx-serve "
    "(#287), and agents that stream over LM Studio (#1066)",
    workaround="Ask without a stream.",
    check=_streams_have_calls,
    modes=STREAMED,
    variance=Variance(
        "pairs of answers whose blocking one has a call",
        _could,
        shown=_shown,
        reverse=lambda reading: lacks_calls(reading, reading),
    ),
    mutations=live("single_call", Answer(text="One moment.")),
    cases="""
mlx-serve 26.8.11 | stream=true never emits tool calls, the same request without a stream does; opencode cannot be used | https://github.com/ddalcu/mlx-serve/issues/287 | issue closed 2026-08
xinfer | the call is text in a stream, and a call without one | https://github.com/guoqingbao/xinfer/issues/129 | issue open 2025-12
LM Studio 0.3.29 | no tool_calls when stream true | https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/1066 | issue closed 2025-10
""",
)
