"""What a correct server refuses: requests that cannot be answered as they are.

The closed list is what the suites ask to see refused: a tool choice that names a tool nobody
offers, a result to no call, a call without a result, a schema whose root is no object, and a
tool name with characters no provider takes. Four more have no neutral terms and are read off
the body: a word of the tool choice that the format does not have, an empty list of tools and two
tools of one name where the vendor refuses them, and an answer to a built-in tool that was not
asked for. Everything else is answered.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from toolwire.dialects import load_dialect
from toolwire.dialects.dialect import Refusal
from toolwire.dialects.request_form import RequestForm
from toolwire.dialects.sent import HistoryStep
from toolwire.io.json_text import object_of
from toolwire.model.conversation import AssistantTurn, Conversation, Json, JsonObject, ResultsTurn

#: What the most lenient of the documented providers takes (Gemini, PROVIDERS.md section 6).
_NAME = re.compile(r"[A-Za-z0-9_.:-]{1,128}", re.ASCII)


def refusal(conversation: Conversation) -> Refusal | None:
    """Return how a correct server refuses a conversation; None when it answers it."""
    for problem in _problems(conversation):
        return Refusal(400, "invalid_request", problem)
    return None


def _problems(conversation: Conversation) -> Iterator[str]:
    yield from _tools(conversation)
    choice = conversation.choice
    if choice is not None and choice.name is not None and not conversation.tool(choice.name):
        yield "The tool choice names a tool that is not offered."
    yield from _history(conversation)


def _tools(conversation: Conversation) -> Iterator[str]:
    for tool in conversation.tools:
        if _NAME.fullmatch(tool.name) is None:
            yield "A tool name has characters other than letters, digits, _, ., : and -."
        kind = (tool.parameters or {}).get("type", "object")
        if kind not in ("object", "OBJECT"):
            yield "The parameters of a tool have to be a JSON Schema of type object."


def _history(conversation: Conversation) -> Iterator[str]:
    for before, turn in pairwise((None, *conversation.turns)):
        if isinstance(turn, ResultsTurn):
            reply = before if isinstance(before, AssistantTurn) else None
            yield from _mismatch(reply, turn, continued=conversation.continued)
        elif isinstance(before, AssistantTurn) and before.calls:
            yield "A tool call has no tool result."


def _mismatch(reply: AssistantTurn | None, given: ResultsTurn, *, continued: bool) -> Iterator[str]:
    calls = () if reply is None else reply.calls
    if not calls and not continued:
        yield "A tool result follows no tool call."
        return
    known = {call.id for call in calls}
    strange = [r.call_id for r in given.results if r.call_id and r.call_id not in known]
    if strange and not continued:
        yield "A tool result names an unknown tool call id."
    if len(given.results) < len(calls):
        yield "A tool call has no tool result."


def refusal_of_body(name: str, body: Json) -> Refusal | None:
    """Return how a correct server refuses what only the body shows; None when it does not."""
    sent, form = object_of(body), load_dialect(name).wire.request
    if form is None:
        return None
    word = None if form.choice_word is None else form.choice_word(sent)
    if isinstance(word, str) and word not in form.choice_words:
        problem = "The tool choice is none of those that there are."
        return Refusal(400, "invalid_request", problem)
    if form.refused_if_empty is not None and form.refused_if_empty(sent) == []:
        return Refusal(400, "invalid_request", "The list of tools is empty: leave it out.")
    if form.names_once and _is_named_twice(form, sent):
        return Refusal(400, "invalid_request", "Two tools have one name.")
    if _is_unasked(tuple(form.history(sent))):
        return Refusal(400, "invalid_request", "An output answers nothing that was asked.")
    return None


def _is_named_twice(form: RequestForm, sent: JsonObject) -> bool:
    """Return whether two tools of a request's list have one name; one that comes later on replaces its own."""
    later = "request/messages"
    listed = (one for one in form.definitions(sent) if not one.pointer.startswith(later))
    names = [one.name for one in listed if isinstance(one.name, str)]
    return len(set(names)) < len(names)


def _is_unasked(history: tuple[HistoryStep, ...]) -> bool:
    """Return whether a history answers a built-in tool, or a permission, that nobody asked for."""
    asked = {(part.name, part.id) for step in history for part in step.asked}
    return any((part.name, part.id) not in asked for step in history for part in step.answered)
