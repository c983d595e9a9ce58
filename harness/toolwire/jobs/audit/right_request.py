"""Asking a right request that says more than the plainest, and what of it is refused."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from toolwire.dialects import Dialect
from toolwire.jobs.audit.meaning import Control, Controls, unanswered
from toolwire.model.conversation import Conversation
from toolwire.model.exchange import Endpoint, Request
from toolwire.model.observation import Finding
from toolwire.model.reply import Reading
from toolwire.rules.mutate.addition import added, said, with_members
from toolwire.suites.model import COUNTED, RIGHT, Step

#: So many of what is refused are named in a message.
_NAMED: Final = 6


def with_additions(
    dialect: Dialect, conversation: Conversation, endpoint: Endpoint, additions: Sequence[str]
) -> Request:
    """Return the request of a conversation with some forms and members."""
    request = dialect.encode(added(conversation, additions), endpoint)
    return with_members(dialect, request, additions)


async def narrowed(
    additions: tuple[str, ...], sound: Reading, ask: Callable[[tuple[str, ...]], Awaitable[Reading]]
) -> Controls:
    """Ask with halves of what was refused, until it is known what is.

    Args:
        additions: which were refused together.
        sound: the answer to the request without any, which was taken.
        ask: asks with some of them.

    Returns:
        The answer to the request with all that is taken, and the refusals of the others, each by
        its name; or what was not answered.
    """
    refused: dict[str, Reading] = {}
    kept: tuple[str, ...] = ()
    pending = list(_halves(additions))
    while pending:
        part = pending.pop(0)
        answer = await ask((*kept, *part))
        if unanswered((answer,)):
            return {part[0]: answer}
        if answer.ok:
            kept, sound = (*kept, *part), answer
        elif len(part) == 1:
            refused[part[0]] = answer
        else:
            pending[:0] = _halves(part)
    return {Control.SOUND: sound, **refused}


def _halves(additions: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    middle = len(additions) // 2
    yield from (part for part in (additions[:middle], additions[middle:]) if part and middle)


def refused_additions(
    findings: Iterable[Finding], step: Step, controls: Controls
) -> tuple[Finding, ...]:
    """Return the findings that a right request was refused, with what of it is to blame."""
    blamed = [one for one in step.additions if one in controls] or list(step.additions)
    names = ", ".join(map(said, blamed[:_NAMED]))
    more = f" and {len(blamed) - _NAMED} more" if len(blamed) > _NAMED else ""
    return tuple(
        replace(one, message=f"{one.message.rstrip('.')}: {names}{more}.")
        for one in findings
        if one.rule == RIGHT
    )


def uncounted_additions(findings: Iterable[Finding], step: Step) -> tuple[Finding, ...]:
    """Return findings that say what a prompt had besides the plainest where it was not counted whole."""
    names = ", ".join(map(said, step.additions[:_NAMED]))
    return tuple(
        replace(one, message=f"{one.message.rstrip('.')}: {names}.") if one.rule == COUNTED else one
        for one in findings
    )
