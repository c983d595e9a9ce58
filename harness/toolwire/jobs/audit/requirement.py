"""Putting one thing wrong in a request that was right: what its published type requires, left out.

The request has a call and its result behind the user's words, so that what is required of a history
is there to be left out, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from toolwire.dialects.sample import sample_arguments
from toolwire.io.json_text import dump, parse
from toolwire.model.conversation import (
    AssistantTurn,
    Conversation,
    Json,
    ResultsTurn,
    ToolCall,
    ToolResult,
)
from toolwire.model.exchange import Request
from toolwire.model.observation import Chance, Finding, Severity
from toolwire.rules.mutate.document_edit import changes
from toolwire.rules.mutate.document_place import place_of
from toolwire.suites.model import REFUSED, Requirement

#: Fits the strictest vendor (Mistral: nine letters and digits): the id is never what is refused.
_ID = "required1"
_FAILURE = 500
_DONE = {"drop": "left out", "retype": "of another type"}


def with_history(conversation: Conversation) -> Conversation:
    """Return a conversation in which the first tool was called and answered."""
    tool = conversation.tools[0]
    call = ToolCall(tool.name, _ID, sample_arguments(tool))
    result = ToolResult(_ID, tool.name, '{"answer": "18 C and sunny"}')
    turns = (*conversation.turns, AssistantTurn(None, (call,)), ResultsTurn((result,)))
    return replace(conversation, turns=turns)


def without(request: Request, requirement: Requirement) -> Request:
    """Return a request that does not keep a requirement, and is else the same."""
    wrong = next(
        edit.document
        for edit in changes(parse(request.body))
        if (str(edit.operator), edit.path) == (requirement.change, requirement.path)
    )
    return replace(request, body=dump(wrong))


def named(finding: Finding, requirement: Requirement) -> Finding:
    """Return a finding that names what was wrong in the request that was answered.

    It is information: a server of a format need not demand all that the format's own vendor does,
    and no client is known to be hurt by one that does not. Where a server fails over it, only the run
    tells: one that fails over each wrong request does not look at requests (`blame`).
    """
    if finding.rule != REFUSED:
        return finding
    what = f"{place_of(requirement.path)} {_DONE[requirement.change]}"
    failed = _is_failure(finding.actual)
    return replace(
        finding,
        severity=Severity.WARNING if failed else Severity.INFO,
        message=f"{finding.message.rstrip('.')}: {what}.",
        variance=failed,
    )


def blame(status: int) -> Mapping[str, Chance]:
    """Return how the refusal of such a request counts for whose fault the server says it is."""
    failed = _is_failure(status)
    return {REFUSED: Chance(1, int(failed), int(not failed))}


def _is_failure(status: Json) -> bool:
    return isinstance(status, int) and status >= _FAILURE
