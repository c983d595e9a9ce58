"""TC951: whole-replies-have-every-call."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.dialects import Answer, PlannedCall
from toolwire.rules.rule import OBSERVED, Reading, Rule, Severity, Subject, Variance, Violation
from toolwire.rules.stop.pair_rules import EVERY, STREAMED
from toolwire.rules.streaming.equal_calls import one_is_lost
from toolwire.rules.streaming.mode_calls import fewer_calls, has_several_beside, lacks_some, live


def _could(reading: Reading) -> bool:
    """Whether the stream of a pair has several calls, and the blocking answer any."""
    return has_several_beside(reading, reading) and not one_is_lost(reading)


def _shown(reading: Reading) -> bool:
    """Whether the blocking answer of such a pair has several calls."""
    twin = reading.twin
    return twin is not None and _could(reading) and len(twin.reply.tool_calls) > 1


def _whole_replies_have_every_call(reading: Reading) -> Iterator[Violation]:
    message = "The blocking answer has fewer calls than the stream of the same request."
    if not one_is_lost(reading):
        yield from fewer_calls(reading, reading, message)


RULE = Rule(
    id="TC951",
    name="whole-replies-have-every-call",
    subject=Subject.AB,
    severity=dict.fromkeys(EVERY, Severity.WARNING),
    statement="Where a stream holds several calls, the blocking answer to the same request holds as many. A "
    "model may make fewer once; a run in which no blocking answer ever holds more than one, though "
    "streams do, is the server's doing, and so are a dozen pairs that differ so where hardly one differs the other "
    "way round. Blocking answers without any call are TC948's.",
    why="A server that joins its own stream into a whole reply may keep the last call only.",
    breaks="agents that fan out and do not stream",
    workaround="Ask for a stream, or for one call at a time.",
    source=OBSERVED,
    check=_whole_replies_have_every_call,
    modes=STREAMED,
    variance=Variance(
        "pairs of answers whose streamed one has several calls",
        _could,
        shown=_shown,
        reverse=lambda reading: lacks_some(reading, reading.twin),
    ),
    mutations=live(
        "single_call",
        Answer(
            calls=(
                PlannedCall("get_weather", {"location": "Paris", "days": 2}),
                PlannedCall("get_time", {}),
            )
        ),
    ),
    cases="""
BotSharp (Responses path) | of several calls the whole reply kept the first | https://github.com/SciSharp/BotSharp/issues/1420 | PR merged 2026-09
""",
)
