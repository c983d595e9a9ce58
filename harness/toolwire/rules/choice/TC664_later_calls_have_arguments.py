"""TC664: later-calls-have-arguments."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.dialects import PlannedCall
from toolwire.rules.arguments.later_calls import bare_calls, later_calls
from toolwire.rules.arguments.probe_echo import again
from toolwire.rules.groups import EVERYWHERE
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Variance, Violation
from toolwire.rules.views.dialect_paths import arguments_at


def _have_arguments(reading: Reading) -> Iterator[Violation]:
    for call in bare_calls(reading)[:1]:
        message = "The first call of the reply has arguments, and none behind it has any."
        yield Violation(arguments_at(reading, call), message, "the arguments of the call", {})


def _due(reading: Reading) -> bool:
    return bool(later_calls(reading))


def _first_alone(calls: list[PlannedCall]) -> list[PlannedCall]:
    return [calls[0], *(PlannedCall(call.name, {}) for call in calls[1:])]


RULE = Rule(
    id="TC664",
    name="later-calls-have-arguments",
    severity=dict.fromkeys(EVERYWHERE, Severity.WARNING),
    statement=(
        "Where the first of several calls has arguments, those behind it whose tools require some "
        "have them too. A model may leave them out; that each reply of a run with several calls has "
        "arguments in the first alone is the server's doing. (Arguments that are missing otherwise "
        "are TC309's.)"
    ),
    why="One tool runs and the others refuse: the agent asks for the same calls again and again.",
    breaks="whoever runs parallel calls",
    workaround="Switch parallel calls off.",
    source=Source(
        "docs",
        "OpenAI: a reply holds any number of calls, each with an id, a name and its arguments",
        "https://developers.openai.com/api/docs/guides/function-calling",
        "2026-11-25",
    ),
    check=_have_arguments,
    subject=Subject.CONVERSATION,
    needs_calls=True,
    needs_request=True,
    variance=Variance("replies with several calls whose tools require arguments", _due),
    mutations=mutations_for("spelt_apart", again(_first_alone)),
)
