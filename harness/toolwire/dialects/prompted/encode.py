"""Conversations to requests: tools into the system prompt, calls and results into text."""

from __future__ import annotations

from dataclasses import replace

from toolwire.dialects import openai_chat
from toolwire.dialects.prompted.history import written
from toolwire.dialects.prompted.system import system_text
from toolwire.model.conversation import Conversation
from toolwire.model.exchange import Endpoint, Request


def encode(conversation: Conversation, endpoint: Endpoint) -> Request:
    """Write the Chat Completions request that asks for the next reply, without `tools`.

    Path, headers and `endpoint.extra` are as in openai-chat. Call ids and `strict` are left
    out, and so is a tool choice where no tool is offered.
    """
    plain = replace(
        conversation,
        turns=tuple(written(turn) for turn in conversation.turns),
        tools=(),
        choice=None,
        parallel=None,
        system=system_text(conversation),
        legacy=False,
    )
    return openai_chat.DIALECT.encode(plain, endpoint)
