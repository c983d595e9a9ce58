"""Requests, ours or a stranger's, to the neutral conversation."""

from __future__ import annotations

from dataclasses import replace

from toolwire.dialects import openai_chat
from toolwire.dialects.prompted.history import read_turns
from toolwire.dialects.prompted.system import read_system
from toolwire.model.conversation import Conversation
from toolwire.model.exchange import Request


def read_request(request: Request) -> Conversation | None:
    """Read a request; None when it is no Chat Completions request."""
    asked = openai_chat.DIALECT.read_request(request)
    return None if asked is None else unprompted(asked)


def unprompted(asked: Conversation) -> Conversation:
    """Read the tools out of the system prompt, calls and results out of the text."""
    turns = tuple(read_turns(asked.turns))
    said = read_system(asked.system) if asked.system is not None else None
    if said is None or asked.tools:
        return replace(asked, turns=turns)
    return replace(
        asked,
        turns=turns,
        tools=said.tools,
        choice=said.choice,
        parallel=said.parallel,
        system=said.system,
    )
