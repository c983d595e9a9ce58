"""TC665: calls-in-order."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.rules.arguments.probe_echo import again, wanted_value
from toolwire.rules.groups import EVERYWHERE
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Variance, Violation
from toolwire.rules.views.asked_for import whole, written


def _orders(reading: Reading) -> tuple[list[tuple[str | None, str]], list[tuple[str | None, str]]]:
    """Return the calls that a prompt writes out and those that came, where both are the same several."""
    calls = reading.reply.tool_calls
    if len(calls) < 2 or not whole(reading):
        return [], []
    wanted = [(call.name, written(call.arguments)) for call in wanted_value(reading)]
    came = [(call.name, written(call.arguments)) for call in calls]
    same = len(set(wanted)) == len(wanted) and sorted(map(str, wanted)) == sorted(map(str, came))
    return ([*wanted], came) if same else ([], [])


def _due(reading: Reading) -> bool:
    return bool(_orders(reading)[0])


def _in_order(reading: Reading) -> Iterator[Violation]:
    wanted, came = _orders(reading)
    if wanted and came == wanted[::-1]:
        message = "The calls that the prompt writes out came the last first."
        names: list[str | None] = [name for name, _ in came]
        yield Violation(reading.reply.tool_calls[0].pointer, message, wanted[0][0], names[0])


RULE = Rule(
    id="TC665",
    name="calls-in-order",
    severity=dict.fromkeys((*EVERYWHERE, "chatml"), Severity.WARNING),
    statement=(
        "Calls come in the order in which the model made them. A model may make those that a prompt "
        "writes out in any order; that each reply of a run, or of a mode, has them the last first "
        "is the server's doing."
    ),
    why="What has to be done first is done last: a file is read before it is written.",
    breaks="clients that run the calls of a reply one after the other, in their order",
    workaround="Turn the calls round, or ask for one call in each reply.",
    source=Source(
        "docs",
        "OpenAI: tool_calls, the calls of an answer, an array; in a stream each has its index",
        "https://developers.openai.com/api/docs/guides/function-calling",
        "2026-11-25",
    ),
    check=_in_order,
    subject=Subject.CONVERSATION,
    needs_request=True,
    needs_asked=True,
    needs_calls=True,
    variance=Variance("replies with the several calls that the prompt writes out", _due),
    mutations=mutations_for("spelt_out", again(lambda calls: calls[::-1])),
)
