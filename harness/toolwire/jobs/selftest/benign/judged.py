"""What the judge says of benign variants: nothing, and that the reply is the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from toolwire.dialects import Dialect
from toolwire.jobs.selftest.benign.stated_variants import renamed
from toolwire.jobs.selftest.benign.table import varied
from toolwire.model.exchange import Exchange, Mode
from toolwire.model.observation import Finding, Severity
from toolwire.model.reply import Reading, Reply
from toolwire.rules.mutate.scenarios import clean


@dataclass(slots=True)
class BenignCount:
    """Clean exchanges written otherwise, and what was wrong of them.

    Attributes:
        applied: name of a variant -> the number of exchanges that it was done to.
        alarms: findings at `warning` or above on them, a line each.
        misread: what was read otherwise than before, a line each.
    """

    applied: dict[str, int] = field(default_factory=dict)
    alarms: list[str] = field(default_factory=list)
    misread: list[str] = field(default_factory=list)


def judge_benign(
    dialect: Dialect,
    exchanges: Iterable[tuple[str, Mode, Exchange]],
    judge: Callable[[Reading], tuple[Finding, ...]],
) -> BenignCount:
    """Judge every variant of clean exchanges, a stream beside the clean blocking answer."""
    count = BenignCount()
    for scenario, mode, exchange in exchanges:
        before = dialect.decode(exchange)
        twin = (
            dialect.decode(clean(dialect, scenario, Mode.BLOCKING))
            if mode is Mode.STREAMING
            else None
        )
        for variant, changed in varied(before):
            count.applied[variant.name] = count.applied.get(variant.name, 0) + 1
            after = dialect.decode(changed)
            where = f"{variant.name}: {scenario} {mode.value}"
            if said(after.reply) != said(before.reply, renamed(before, variant.form)):
                count.misread.append(where)
            count.alarms.extend(
                f"{where} {finding.rule} at {finding.pointer}"
                for finding in judge(replace(after, twin=twin))
                if finding.severity is not Severity.INFO
            )
    return count


def said(reply: Reply, ids: dict[str, str] | None = None) -> Reply:
    """Return a reply without what its spelling and its place in the bytes say.

    Args:
        reply: as decoded.
        ids: those of calls -> others that are taken in their place.
    """
    new = ids or {}
    calls = tuple(
        replace(call, id=call.id and new.get(call.id, call.id), raw=None, pointer="")
        for call in reply.tool_calls
    )
    error = reply.error and replace(reply.error, pointer="")
    unread = tuple(replace(part, pointer="") for part in reply.unread)
    return replace(
        reply,
        tool_calls=calls,
        error=error,
        unread=unread,
        echo=None,
        text_pointer="",
        stop_pointer="",
    )
