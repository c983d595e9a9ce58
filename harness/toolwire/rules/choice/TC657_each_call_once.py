"""TC657: each-call-once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from toolwire.dialects import PlannedCall
from toolwire.rules.arguments.probe_echo import again, wanted_value
from toolwire.rules.groups import EVERY_FORMAT
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Variance, Violation
from toolwire.rules.views.asked_for import written


def _counts(reading: Reading) -> dict[tuple[str, str], tuple[int, int]]:
    """Return how often each call of a reply is written out, and how often it came; {} where one is not."""
    wanted = Counter((call.name, written(call.arguments)) for call in wanted_value(reading))
    calls = reading.reply.tool_calls
    if not wanted or any(call.parse_error is not None for call in calls):
        return {}
    came = Counter((call.name or "", written(call.arguments)) for call in calls)
    if not came.keys() <= wanted.keys():
        return {}
    return {call: (wanted[call], number) for call, number in came.items()}


def _each_once(reading: Reading) -> Iterator[Violation]:
    found = _counts(reading)
    # One that came twice in the place of another is TC315's.
    every = len(found) == len({(c.name, written(c.arguments)) for c in wanted_value(reading)})
    if found and every and all(number > wanted for wanted, number in found.values()):
        message = "Each call came more often than the prompt writes it out."
        wanted = sum(wanted for wanted, _ in found.values())
        came = reading.reply.tool_calls
        yield Violation(came[-1].pointer, message, wanted, len(came))


def _due(reading: Reading) -> bool:
    """Return whether one call came, as often as it was written out, where more were possible.

    A server may double a single call and leave several as they are. One that came twice where another was
    written out as well, as a first step of two has it, says nothing.
    """
    asked = reading.conversation
    alone = asked is not None and (asked.legacy or asked.parallel is False)
    found = _counts(reading)
    return (
        not alone and len(found) == 1 and all(number <= wanted for wanted, number in found.values())
    )


def _doubled(calls: list[PlannedCall]) -> list[PlannedCall]:
    return [*calls, *calls]


RULE = Rule(
    id="TC657",
    name="each-call-once",
    severity=dict.fromkeys(EVERY_FORMAT, Severity.WARNING),
    statement=(
        "A call that the prompt writes out comes as often as it stands there, and not twice. A "
        "model may repeat itself; a run in which every reply with one such call has it again is the "
        "server's doing."
    ),
    why="The tool runs twice: two bookings, two messages, two payments.",
    breaks="every client that runs what it is given: ids differ, so nothing tells that it is one call",
    workaround="Run calls of one reply that are alike only once, where the tool can bear it.",
    source=Source(
        "docs",
        "OpenAI: a reply holds the calls that the model made, each with an id of its own",
        "https://developers.openai.com/api/docs/guides/function-calling",
        "2026-11-24",
    ),
    check=_each_once,
    subject=Subject.CONVERSATION,
    needs_request=True,
    needs_asked=True,
    needs_calls=True,
    variance=Variance("replies with one call that the prompt writes out", _due),
    mutations=mutations_for("spelt_alone", again(_doubled)),
)
