"""Asking for the same in another documented form: the request, and what its refusal says."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from toolwire.io.json_text import dump, parse
from toolwire.model.conversation import AssistantTurn, Conversation, ResultsTurn
from toolwire.model.exchange import Request
from toolwire.model.observation import Finding
from toolwire.rules.mutate.addition import BARE_CALL, added
from toolwire.rules.mutate.history import with_history
from toolwire.rules.mutate.other_form import FORMS
from toolwire.suites.model import COUNTED, DEMANDED, FORBIDDEN, FORM, USUAL, Alternative

#: What may be before the user's words: a call and its result, one that says nothing, or an answer in words.
CALLS: Final = "calls"
EMPTY: Final = "empty"
WORDS: Final = "words"
#: Beside that call, one of a tool that takes nothing.
BARE: Final = "bare"


def before(conversation: Conversation, alternative: Alternative) -> Conversation:
    """Return a conversation with the history that an alternative is to have."""
    if alternative.history == CALLS:
        return with_history(conversation)
    if alternative.history == EMPTY:
        return _saying_nothing(with_history(conversation))
    if alternative.history == BARE:
        return added(conversation, (BARE_CALL,))
    if alternative.history == WORDS:
        turns = conversation.turns
        return replace(conversation, turns=(*turns, AssistantTurn("18 C and sunny."), turns[-1]))
    return conversation


def _saying_nothing(asked: Conversation) -> Conversation:
    *turns, last = asked.turns
    assert isinstance(last, ResultsTurn)
    silent = ResultsTurn(tuple(replace(one, content="") for one in last.results))
    return replace(asked, turns=(*turns, silent))


def otherwise(request: Request, alternative: Alternative) -> Request:
    """Return a request with the places of an alternative in their other form, and else the same; as it is if usual."""
    if not alternative.form:
        return request
    document = parse(request.body)
    for one in (alternative, *alternative.beside):
        document = FORMS[one.form].applied(document, one.path, one.word)
    return replace(request, body=dump(document))


def refusals(findings: Iterable[Finding], alternative: Alternative) -> tuple[Finding, ...]:
    """Return the findings that a form was refused, with its name; whatever else was found is none.

    The usual form has no name: that it is refused or passed over, others tell (`usual_refusals`, TC006).
    """
    return _named(findings, FORM, _said(alternative)) if alternative.form else ()


def passed_over(findings: Iterable[Finding], alternative: Alternative) -> tuple[Finding, ...]:
    """Return findings, those of a choice that was not kept or a text that went uncounted with the form that hid it.

    A text that is long to be counted stands nowhere else (`alternatives._lengthened`).
    """
    if not alternative.form:
        return tuple(findings)
    hidden = (COUNTED, DEMANDED, FORBIDDEN)
    return tuple(
        told
        for one in findings
        for told in (_named((one,), one.rule, _said(alternative)) if one.rule in hidden else (one,))
    )


def usual_refusals(
    findings: Iterable[Finding],
    alternative: Alternative,
    usual: Request,
    taken: Request | None,
    *,
    in_no_form: bool = False,
) -> tuple[Finding, ...]:
    """Return the findings that the usual form was refused, with the form that was taken.

    Args:
        findings: about the refusal.
        alternative: the usual form, with the others that were asked for instead.
        usual: the request that was refused.
        taken: what was asked for instead; None for nothing.
        in_no_form: whether it is refused in the others as well, and a plain request is not.
    """
    if in_no_form:
        # What no one place makes another was not asked: two members said at once, say.
        also = "so is each other form that was asked, and " if alternative.instead else ""
        return _named(findings, USUAL, f"{also}a plain request is not")
    body = None if taken is None else parse(taken.body)
    others = alternative.instead if body is not None else ()
    other = next((one for one in others if parse(otherwise(usual, one).body) == body), None)
    return () if other is None else _named(findings, USUAL, f"it is taken with {_said(other)}")


def _said(alternative: Alternative) -> str:
    every = (alternative, *alternative.beside)
    return ", and ".join(f"{one.place} {FORMS[one.form].said}" for one in every)


def _named(findings: Iterable[Finding], rule: str, what: str) -> tuple[Finding, ...]:
    return tuple(
        replace(one, message=f"{one.message.rstrip('.')}: {what}.")
        for one in findings
        if one.rule == rule
    )
