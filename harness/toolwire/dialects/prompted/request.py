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
    conversation = openai_chat.DIALECT.read_request(request)
    return None if conversation is None else unprompted(conversation)


def unprompted(conversation: Conversation) -> Conversation:
    """Read the tools out of the system prompt, calls and results out of the text."""
    turns = tuple(read_turns(conversation.turns))
    described = read_system(conversation.system) if conversation.system is not None else None
    if described is None or conversation.tools:
        return replace(conversation, turns=turns)
    return replace(
        conversation,
        turns=turns,
        tools=described.tools,
        choice=described.choice,
        parallel=described.parallel,
        system=described.system,
    )
