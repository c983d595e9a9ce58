"""TC938: calls-of-one-tool-in-both-modes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from toolwire.dialects import Answer
from toolwire.rules.mutate.scenarios import SCENARIOS
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Variance, Violation
from toolwire.rules.stop.pair_rules import EVERY, STREAMED
from toolwire.rules.streaming.mode_calls import comparable, counts, live
from toolwire.rules.views.asked_for import written
from toolwire.rules.views.pair import compare


def _of_each(reading: Reading) -> Counter[str]:
    """Return how many different calls of each tool a reply has."""
    calls = {(call.name or "", written(call.arguments)) for call in reading.reply.tool_calls}
    return Counter(name for name, _ in calls)


def _in_one_mode(reading: Reading) -> tuple[str, bool] | None:
    """Return a tool of which one mode has several calls, and whether the other has them as well."""
    twin = comparable(reading)
    if twin is None or not (reading.reply.tool_calls and twin.reply.tool_calls):
        return None
    here, there = _of_each(reading), _of_each(twin)
    tool = next((name for name in sorted(here | there) if max(here[name], there[name]) > 1), None)
    return None if tool is None else (tool, here[tool] > 1 and there[tool] > 1)


def _could(reading: Reading) -> bool:
    return _silent(reading) and _in_one_mode(reading) is not None


def _silent(reading: Reading) -> bool:
    """Return whether nothing else tells how the answers of a pair differ (TC908)."""
    return counts(reading) and not compare(reading).differences


def _in_both_modes(reading: Reading) -> Iterator[Violation]:
    found = _in_one_mode(reading) if _silent(reading) else None
    if found is not None and not found[1]:
        message = "One mode has several calls of a tool, the other has one to the same request."
        twin = comparable(reading)
        assert twin is not None
        place = reading.reply.tool_calls[-1].pointer
        yield Violation(place, message, _of_each(twin)[found[0]], _of_each(reading)[found[0]])


RULE = Rule(
    id="TC938",
    name="calls-of-one-tool-in-both-modes",
    subject=Subject.AB,
    severity=dict.fromkeys(EVERY, Severity.WARNING),
    statement=(
        "Where one mode answers with several calls of one tool, so does the other. A model may make "
        "fewer calls once; that in no pair of answers of a run both modes have several calls of one "
        "tool, though one has, is the server's doing, which keeps them by the tool's name."
    ),
    why="Of three cities that are looked up one is left, in one mode only.",
    breaks="agents that fan out over one tool",
    workaround="Use the mode that keeps the calls.",
    source=Source(
        "docs",
        "OpenAI: the model may call a function several times in one turn (weather of three cities)",
        "https://developers.openai.com/api/docs/guides/function-calling",
        "2026-11-24",
    ),
    check=_in_both_modes,
    modes=STREAMED,
    variance=Variance("pairs of answers with several calls of one tool", _could),
    mutations=live("parallel_calls", Answer(calls=SCENARIOS["parallel_calls"][1].calls[:1])),
)
