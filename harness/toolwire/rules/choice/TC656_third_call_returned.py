"""TC656: third-call-returned."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.rules.arguments.probe_echo import again
from toolwire.rules.groups import EVERYWHERE
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Variance, Violation
from toolwire.rules.views.asked_for import asked, whole

#: Fewer calls than this show nothing: whether a second one comes is TC651's.
_SEVERAL: Final = 2
#: What stands in the place of a value that an earlier result has to tell.
_LATER: Final = '"<'


def _wanted(reading: Reading) -> int:
    """Return how many calls were written out for one reply that has at least two; 0 where none count."""
    if len(reading.reply.tool_calls) < _SEVERAL or not whole(reading):
        return 0
    what, conversation = asked(reading), reading.conversation
    if what is None or what.since or conversation is None or conversation.parallel is False:
        return 0
    wanted = len(what.calls) if _LATER not in what.words else 0
    return wanted if wanted > _SEVERAL else 0


def _due(reading: Reading) -> bool:
    return _wanted(reading) > 0


def _third_returned(reading: Reading) -> Iterator[Violation]:
    came, wanted = reading.reply.tool_calls, _wanted(reading)
    if wanted and len(came) == _SEVERAL:
        message = "Two calls came where the prompt writes out more: the others may be lost."
        yield Violation(came[-1].pointer, message, wanted, len(came))


RULE = Rule(
    id="TC656",
    name="third-call-returned",
    severity=dict.fromkeys(EVERYWHERE, Severity.WARNING),
    statement=(
        "A reply to a prompt that writes out three calls or more for one reply may hold more than "
        "two. A model may make two: a run in which each reply that has two stops there is the "
        "server's doing. That a second call comes at all is TC651's."
    ),
    why="A server that keeps the first call and the last, or that many at most, loses the work between.",
    breaks="agents that fan out",
    workaround="Ask for two calls at a time at most.",
    source=Source(
        "docs",
        "OpenAI: the model may call several functions in one turn; no number is given",
        "https://developers.openai.com/api/docs/guides/function-calling",
        "2026-11-24",
    ),
    check=_third_returned,
    subject=Subject.CONVERSATION,
    needs_request=True,
    needs_asked=True,
    needs_calls=True,
    variance=Variance("replies with two calls or more, of three or more written out", _due),
    mutations=mutations_for("spelt_out", again(lambda calls: calls[:2])),
)
