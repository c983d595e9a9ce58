"""Asking for the same in another documented form: the request, and what its refusal says."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from toolwire.dialects.sample import sample_arguments
from toolwire.io.json_text import dump, parse
from toolwire.model.conversation import (
    AssistantTurn,
    Conversation,
    ResultsTurn,
    ToolCall,
    ToolResult,
)
from toolwire.model.exchange import Request
from toolwire.model.observation import Finding
from toolwire.rules.mutate.other_form import FORMS
from toolwire.suites.model import FORM, Alternative

#: Fits the strictest vendor (Mistral: nine letters and digits).
_ID: Final = "required1"
#: What may be before the user's words: a call and its result, or an answer in words.
CALLS: Final = "calls"
WORDS: Final = "words"


def before(conversation: Conversation, alternative: Alternative) -> Conversation:
    """Return a conversation with the history that an alternative is to have."""
    tool, turns = conversation.tools[0], conversation.turns
    if alternative.history == CALLS:
        call = ToolCall(tool.name, _ID, sample_arguments(tool))
        result = ToolResult(_ID, tool.name, '{"answer": "18 C and sunny"}')
        turns = (*turns, AssistantTurn(None, (call,)), ResultsTurn((result,)))
    elif alternative.history == WORDS:
        turns = (*turns, AssistantTurn("18 C and sunny."), turns[-1])
    return replace(conversation, turns=turns)


def otherwise(request: Request, alternative: Alternative) -> Request:
    """Return a request with one place in its other form, and else the same."""
    form, document = FORMS[alternative.form], parse(request.body)
    return replace(request, body=dump(form.applied(document, alternative.path, alternative.word)))


def refusals(findings: Iterable[Finding], alternative: Alternative) -> tuple[Finding, ...]:
    """Return the findings that a form was refused, with its name; whatever else was found is none."""
    what = f"{alternative.place} {FORMS[alternative.form].said}"
    return tuple(
        replace(one, message=f"{one.message.rstrip('.')}: {what}.")
        for one in findings
        if one.rule == FORM
    )
