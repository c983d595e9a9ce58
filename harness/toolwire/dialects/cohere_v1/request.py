"""Requests, ours or a stranger's, to the neutral conversation, read without judging them.

Source: cohere 7.3.1 `raw_base_client.py` (`chat`); docs.cohere.com v1 "Single-step" and
"Multi-step Tool Use". Read 2026-11-21.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.dialects.body import sent_of
from toolwire.dialects.cohere_v1.history import calls_of, results_of, turns_of
from toolwire.dialects.cohere_v1.parameters import schema_of
from toolwire.io.json_text import items_of, object_of, string_of
from toolwire.model.conversation import (
    AssistantTurn,
    Conversation,
    JsonObject,
    ResultsTurn,
    Tool,
    Turn,
    UserTurn,
)
from toolwire.model.exchange import Request


def read_request(request: Request) -> Conversation | None:
    """Read a request; None when its body is not a JSON object with a message or results.

    Results beside the message answer the calls at the end of the history. Where the history
    does not hold them (the documentation says that it should not in single-step use), they
    are taken from the results, which repeat them: a result without a call cannot be told.
    """
    return conversation_of(sent_of(request))


def conversation_of(body: object) -> Conversation | None:
    """Read a parsed request body; None when it is not a v1 request."""
    if not isinstance(body, dict):
        return None
    if not isinstance(body.get("message"), str) and not isinstance(body.get("tool_results"), list):
        return None
    return Conversation(
        turns=tuple(_turns(body)),
        tools=tuple(_tools(body)),
        system=_system(body),
        stream=body.get("stream") is True,
    )


def _tools(body: JsonObject) -> Iterator[Tool]:
    for entry in items_of(body.get("tools")):
        members = object_of(entry)
        name, definitions = members.get("name"), members.get("parameter_definitions")
        if isinstance(name, str):
            yield Tool(
                name,
                # The description is required: an empty one is how a request has none.
                string_of(members.get("description")) or None,
                schema_of(definitions) if isinstance(definitions, dict) else None,
            )


def _system(body: JsonObject) -> str | None:
    texts = [body.get("preamble")]
    texts.extend(
        entry.get("message")
        for entry in items_of(body.get("chat_history"))
        if isinstance(entry, dict) and entry.get("role") == "SYSTEM"
    )
    reported = [text for text in texts if isinstance(text, str)]
    return "\n".join(reported) if reported else None


def _turns(body: JsonObject) -> Iterator[Turn]:
    last: Turn | None = None
    for turn in turns_of(body.get("chat_history"), "request/chat_history"):
        yield turn
        last = turn
    message, entries = string_of(body.get("message")) or "", items_of(body.get("tool_results"))
    if not entries:
        yield UserTurn(message)
        return
    if isinstance(last, AssistantTurn) and last.calls:
        yield ResultsTurn(results_of(entries))
        if message:
            yield UserTurn(message)
        return
    if message:
        yield UserTurn(message)
    calls = [object_of(entry).get("call") for entry in entries]
    yield AssistantTurn(None, calls_of(calls, "request/tool_results"))
    yield ResultsTurn(results_of(entries))
