"""TC116: name-is-whole."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from typing import Final

from toolwire.dialects import PlannedCall
from toolwire.rules.arguments.probe_echo import again, wanted_value
from toolwire.rules.choice.choices import NAMING, choice
from toolwire.rules.groups import EVERY_FORMAT
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Variance, Violation
from toolwire.rules.views.cut_names import last_of_joined, whole_name

#: Shorter names may all have room where a server cuts.
_LONG: Final = 15


def _is_whole(reading: Reading) -> Iterator[Violation]:
    # Where a tool is demanded by its name, TC602 tells of any other.
    demanded = choice(reading)[1] if reading.dialect in NAMING else None
    for call in reading.reply.tool_calls:
        whole = whole_name(reading, call.name)
        if whole is not None and whole != demanded:
            message = "The name is a part of the one tool's that was to be called."
            shown = (call.name or "")[:200]
            yield Violation(call.pointer, message, whole[:200], shown, variance=True)
            return
        last = last_of_joined(reading, call.name)
        if last is not None:
            message = "The names of several calls came as one."
            yield Violation(call.pointer, message, last[:200], (call.name or "")[:200])
            return


def _due(reading: Reading) -> bool:
    """Return whether a tool of a long name was called that the prompt writes out."""
    wanted = {call.name for call in wanted_value(reading)}
    return any(
        call.name in wanted and len(call.name or "") >= _LONG for call in reading.reply.tool_calls
    )


def _cut(calls: list[PlannedCall]) -> list[PlannedCall]:
    return [PlannedCall(call.name[:12], call.arguments) for call in calls]


def _joined(calls: list[PlannedCall]) -> list[PlannedCall]:
    names = accumulate(call.name for call in calls)
    return [PlannedCall(name, c.arguments) for name, c in zip(names, calls, strict=True)]


RULE = Rule(
    id="TC116",
    name="name-is-whole",
    severity=dict.fromkeys(EVERY_FORMAT, Severity.WARNING),
    statement=(
        "The name of a call that the prompt writes out comes whole and alone: it is not cut at its "
        "end or at its beginning, and does not stand behind the names of the calls before it. A "
        "model may cut one once; a run in which no long name comes whole is the server's doing. "
        "Other names that nobody offered are TC115's."
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
    variance=Variance("replies with a long name that the prompt writes out", _due, partly=True),
    mutations=(
        *mutations_for("spelt_closely", again(_cut), fault="cut"),
        *mutations_for("spelt_apart", again(_joined), fault="run together"),
    ),
)
