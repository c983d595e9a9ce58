"""TC116: name-is-whole."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects import PlannedCall
from toolwire.rules.arguments.probe_echo import again, wanted_value
from toolwire.rules.groups import EVERY_FORMAT
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Variance, Violation
from toolwire.rules.views.cut_names import whole_name

#: Shorter names may all have room where a server cuts.
_LONG: Final = 15


def _is_whole(reading: Reading) -> Iterator[Violation]:
    for call in reading.reply.tool_calls:
        whole = whole_name(reading, call.name)
        if whole is not None:
            message = "The name is a part of the one tool's that was to be called."
            yield Violation(call.pointer, message, whole[:200], (call.name or "")[:200])
            return


def _due(reading: Reading) -> bool:
    """Return whether a tool of a long name was called that the prompt writes out."""
    wanted = {call.name for call in wanted_value(reading)}
    return any(
        call.name in wanted and len(call.name or "") >= _LONG for call in reading.reply.tool_calls
    )


def _cut(calls: list[PlannedCall]) -> list[PlannedCall]:
    return [PlannedCall(call.name[:12], call.arguments) for call in calls]


RULE = Rule(
    id="TC116",
    name="name-is-whole",
    severity=dict.fromkeys(EVERY_FORMAT, Severity.WARNING),
    statement=(
        "The name of a call that the prompt writes out comes whole: it is not cut at its end or at "
        "its beginning. A model may do that once; a run in which no long name comes whole is the "
        "server's doing. Other names that nobody offered are TC115's."
    ),
    why="No tool has the name: the call is answered with an error, again and again.",
    breaks="every client that looks tools up by name",
    workaround="Keep names short, or look them up by their beginning.",
    source=Source(
        "docs",
        "OpenAI: names of functions may have 64 characters; the call has the name of the function",
        "https://developers.openai.com/api/docs/guides/function-calling",
        "2026-11-24",
    ),
    check=_is_whole,
    subject=Subject.CONVERSATION,
    needs_request=True,
    needs_asked=True,
    needs_calls=True,
    variance=Variance("replies with a long name that the prompt writes out", _due),
    mutations=mutations_for("spelt_closely", again(_cut)),
)
