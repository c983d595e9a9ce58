"""TC950: streams-have-every-call."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.dialects import Answer, PlannedCall
from toolwire.rules.rule import OBSERVED, Reading, Rule, Severity, Subject, Variance, Violation
from toolwire.rules.stop.pair_rules import EVERY, STREAMED
from toolwire.rules.streaming.equal_calls import one_is_lost
from toolwire.rules.streaming.mode_calls import fewer_calls, has_several_beside, lacks_some, live


def _could(reading: Reading) -> bool:
    """Whether the blocking answer of a pair has several calls, and the stream any."""
    return has_several_beside(reading, reading.twin) and not one_is_lost(reading)


def _shown(reading: Reading) -> bool:
    """Whether the stream of such a pair has several calls."""
    return _could(reading) and len(reading.reply.tool_calls) > 1


def _streams_have_every_call(reading: Reading) -> Iterator[Violation]:
    if reading.twin is not None and not one_is_lost(reading):
        message = "The stream has fewer calls than the blocking answer to the same request."
        yield from fewer_calls(reading, reading.twin, message)


RULE = Rule(
    id="TC950",
    name="streams-have-every-call",
    subject=Subject.AB,
    severity=dict.fromkeys(EVERY, Severity.WARNING),
    statement="Where a blocking answer holds several calls, the stream of the same request holds as many. A "
    "model may make fewer once; a run in which no stream ever holds more than one, though blocking "
    "answers do, is the server's doing, and so are a dozen pairs that differ so where hardly one differs the other "
    "way round. Streams without any call are TC947's.",
    why="A proxy that keeps one call a stream passes every test with one call. The others are never "
    "made, and the model is told of results that it did not ask for alone.",
    breaks="agents that fan out and stream",
    workaround="Ask without a stream, or for one call at a time.",
    source=OBSERVED,
    check=_streams_have_every_call,
    modes=STREAMED,
    variance=Variance(
        "pairs of answers whose blocking one has several calls",
        _could,
        shown=_shown,
        reverse=lambda reading: lacks_some(reading, reading),
    ),
    mutations=live(
        "parallel_calls", Answer(calls=(PlannedCall("get_weather", {"location": "Paris"}),))
    ),
    cases="""
BotSharp (Responses path) | each finished call of a stream replaced the one before, so that the last was left | https://github.com/SciSharp/BotSharp/issues/1420 | PR merged 2026-09
Vercel AI SDK (Bedrock) | of parallel calls a stream kept one | https://github.com/vercel/ai/issues/3071 | PR merged
""",
)
