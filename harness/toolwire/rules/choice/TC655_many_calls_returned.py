"""TC655: many-calls-returned."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.rules.arguments.probe_echo import again
from toolwire.rules.groups import EVERYWHERE
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Variance, Violation
from toolwire.rules.views.asked_for import asked, whole

#: Fewer calls than this show nothing of many: those are TC651's and TC656's.
_SOME: Final = 3
#: So many are written out where many are.
_MANY: Final = 6


def _wanted(reading: Reading) -> list[str]:
    """Return the names of many calls that were written out for one reply that has some; [] where none count."""
    what, conversation = asked(reading), reading.conversation
    if what is None or what.since or conversation is None or conversation.parallel is False:
        return []
    if len(what.calls) < _MANY or len(reading.reply.tool_calls) < _SOME or not whole(reading):
        return []
    return [call.name for call in what.calls]


def _due(reading: Reading) -> bool:
    return bool(_wanted(reading))


def _many_returned(reading: Reading) -> Iterator[Violation]:
    wanted, came = _wanted(reading), reading.reply.tool_calls
    # Who leaves out what it likes is a model; a limit keeps those at the beginning.
    if len(came) < len(wanted) and [call.name for call in came] == wanted[: len(came)]:
        message = "The first calls of many came, and no more: the others may be lost."
        yield Violation(came[-1].pointer, message, len(wanted), len(came))


RULE = Rule(
    id="TC655",
    name="many-calls-returned",
    severity=dict.fromkeys(EVERYWHERE, Severity.WARNING),
    statement=(
        "A reply to a prompt that writes out six calls or more for one reply may hold all of them. "
        "A model may stop before; a run in which each reply of three calls or more ends with one of "
        "the first is the server's doing. Fewer are TC651's and TC656's."
    ),
    why="A server that keeps so many calls at most, and says nothing of it, loses the work of the others.",
    breaks="agents that fan out",
    workaround="Ask for a few calls at a time.",
    source=Source(
        "docs",
        "OpenAI: the model may call several functions in one turn; no number is given",
        "https://developers.openai.com/api/docs/guides/function-calling",
        "2026-11-24",
    ),
    check=_many_returned,
    subject=Subject.CONVERSATION,
    needs_request=True,
    needs_asked=True,
    needs_calls=True,
    variance=Variance("replies with three calls or more, of six or more written out", _due),
    mutations=mutations_for("spelt_many", again(lambda calls: calls[:4])),
)
