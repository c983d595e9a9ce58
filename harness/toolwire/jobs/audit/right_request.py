"""Asking a right request that says more than the plainest, and what of it is refused."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from toolwire.dialects import Dialect, load_dialect
from toolwire.dialects.neutral import NeutralMember
from toolwire.io.json_text import dump, object_of, parse
from toolwire.jobs.audit.controls.counted_images import image_faults
from toolwire.jobs.audit.controls.counted_prompt import count_faults
from toolwire.jobs.audit.controls.marked_calls import lacks_mark
from toolwire.jobs.audit.controls.meaning import (
    Control,
    Controls,
    says_unanswered,
    says_unsupported,
    unanswered,
)
from toolwire.jobs.audit.probe import asking
from toolwire.model.conversation import Conversation
from toolwire.model.exchange import Endpoint, Request
from toolwire.model.observation import Finding
from toolwire.model.reply import Reading
from toolwire.rules.mutate.addition import (
    IN_ONE_STEP,
    LENGTHENING,
    PLAINER,
    SAID_ALONE,
    SAID_OTHERWISE,
    SAID_PARTS,
    WITH_RESULTS,
    WORDS_BEHIND,
    added,
    said,
)
from toolwire.rules.mutate.members_added import with_headers, with_members, with_queries
from toolwire.rules.mutate.own_answers import answered_otherwise, as_answered
from toolwire.rules.mutate.said_lines import results_answered
from toolwire.rules.mutate.said_parts import said_in_parts
from toolwire.rules.mutate.words_in_parts import words_in_parts
from toolwire.rules.mutate.words_with_results import amid_words, words_with_results
from toolwire.suites.model import COUNTED, DEMANDED, RIGHT, Step

#: Bytes of a request from which on its length may be what is refused.
_LONG: Final = 2048
#: What is said of a right request that is refused for a result that it has.
_AS_IF: Final = " as if a call of its history had no result"
#: So many of what is refused are named in a message.
_NAMED: Final = 6


def with_additions(
    dialect: Dialect, conversation: Conversation, endpoint: Endpoint, additions: Sequence[str]
) -> Request:
    """Return the request of a conversation with some forms and members."""
    asked = added(conversation, additions)
    if WORDS_BEHIND in additions and amid_words(dialect):
        asked = results_answered(asked)
    if SAID_ALONE in additions:
        asked = as_answered(dialect, asked, endpoint)
    request = dialect.encode(asked, endpoint)
    if WORDS_BEHIND in additions:
        request = words_in_parts(dialect, request)
    form = dialect.wire.request
    if IN_ONE_STEP in additions and form is not None and form.one_step is not None:
        one = form.one_step(object_of(parse(request.body)))
        request = replace(request, body=dump(one))
    if SAID_OTHERWISE in additions:
        request = asking(request, answered_otherwise(dialect.name))
    if SAID_PARTS in additions:
        request = asking(request, said_in_parts(dialect.name))
    if WITH_RESULTS in additions:
        request = words_with_results(dialect, request)
    request = with_queries(dialect, with_members(dialect, request, additions), additions)
    return with_headers(dialect, request, additions)


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


def long_size(refused: Reading) -> int:
    """Return how many bytes a refused request has; 0 where none is refused for so few.

    Blanks behind it are no tokens.
    """
    request = refused.exchange.request
    size = len(request.body.rstrip()) if request is not None else 0
    return size if size >= _LONG else 0


def refused_additions(
    findings: Iterable[Finding], step: Step, controls: Controls
) -> tuple[Finding, ...]:
    """Return the findings that a right request was refused, with what of it is to blame.

    What is long is not where a plain request that is as long is refused, too: then it is no matter of
    its place, and a model has the context that it has.
    """
    blamed = _blamed(step, controls)
    if not blamed or too_new(step, controls):
        return ()
    names = ", ".join(map(said, blamed[:_NAMED]))
    more = f" and {len(blamed) - _NAMED} more" if len(blamed) > _NAMED else ""
    # Each call of a right request has its result: who misses one has lost it.
    lost = all(one in controls and says_unanswered(controls[one]) for one in blamed)
    as_if = _AS_IF if lost else ""
    return tuple(
        replace(one, message=f"{one.message.rstrip('.')}{as_if}: {names}{more}.")
        for one in findings
        if one.rule == RIGHT
    )


def too_long(step: Step, controls: Controls) -> bool:
    """Say whether nothing of a refused step is to blame but its length, which is refused anywhere."""
    return _length_is_refused(controls) and not (step.additions and _blamed(step, controls))


def too_new(step: Step, controls: Controls) -> bool:
    """Say whether a step is refused what some models take only, in words that it is not supported."""
    return bool(step.additions) and all(
        one in controls and _is_too_new(one, controls[one]) for one in step.additions
    )


def _is_too_new(key: str, refusal: Reading) -> bool:
    neutral = load_dialect(refusal.dialect).wire.neutral
    latest = () if neutral is None else neutral.latest
    return any(one.place == key and _is_absent(one, refusal) for one in latest)


def _is_absent(member: NeutralMember, refusal: Reading) -> bool:
    """Return whether a refusal says of a member that the model does not have it."""
    error = refusal.reply.error
    told = error.message.lower() if error is not None else ""
    theirs = bool(member.lacking) and member.lacking in told
    return says_unsupported(refusal) or (theirs and 400 <= refusal.exchange.response.status < 500)


def _length_is_refused(controls: Controls) -> bool:
    as_long = controls.get(Control.LONG)
    return as_long is not None and 400 <= as_long.exchange.response.status < 500


#: Of what is long, what a tool's schema says.
_OF_PARAMETERS: Final = frozenset({"long_parameters", "long_members"})


def _blamed(step: Step, controls: Controls) -> list[str]:
    told = [_plainest(one, controls) for one in step.additions if one in controls]
    # What is refused for a mark that a call of ours cannot have is not refused for what it is.
    blamed = [one for one in told if not lacks_mark(controls[one])] or told or [*step.additions]
    if not _length_is_refused(controls):
        return blamed
    return [one for one in blamed if one not in controls or not long_size(controls[one])]


def _plainest(addition: str, controls: Controls) -> str:
    """Return what of a history is refused: any of its kind, or what it has besides."""
    plainer = PLAINER.get(addition)
    return plainer if plainer is not None and plainer in controls else addition


def _without_call(findings: Iterable[Finding], step: Step, reading: Reading) -> Iterator[Finding]:
    """Yield findings that say what a tool has that was demanded and not called.

    Servers that know their own tools by such a member drop the others that have it.
    """
    neutral = load_dialect(reading.dialect).wire.neutral
    every = () if neutral is None else neutral.every
    called = () if neutral is None else neutral.called
    has = [
        f"{one.place} of {one.value}"
        for one in every
        if one.place in called and one.place in step.additions
    ]
    for one in findings:
        if has and one.rule == DEMANDED and not reading.reply.tool_calls:
            yield replace(one, message=f"{one.message.rstrip('.')}: a tool with {', '.join(has)}.")
        else:
            yield one


def uncounted_additions(
    findings: Iterable[Finding], step: Step, reading: Reading, controls: Controls
) -> tuple[Finding, ...]:
    """Return findings that say what was long of a prompt where it was not counted whole, then or
    before it was asked.

    What makes a request no longer was not what went uncounted, and may stand beside a long text of
    the case.
    """
    findings = (*_without_call(findings, step, reading), *count_faults(reading, controls))
    longer = [one for one in step.additions if one in LENGTHENING]
    names = ", ".join(map(said, longer[:_NAMED]))
    if not names:
        return findings
    if _OF_PARAMETERS.issuperset(longer):
        names = f"{names}{_schema_of(reading)}"
    named = (
        replace(one, message=f"{one.message.rstrip('.')}: {names}.") if one.rule == COUNTED else one
        for one in findings
    )
    return (*named, *image_faults(controls))


def _schema_of(reading: Reading) -> str:
    """Return where the schemas of a request's tools stand, in a format that has two places; "" for the usual one."""
    form = load_dialect(reading.dialect).wire.request
    parts = None if form is None else form.parts
    if parts is None or parts.instead_of is None:
        return ""
    (member,) = parts.schema
    there = any(member in one for one in parts.declared(object_of(reading.request)))
    return f", under `{member}`" if there else ""
