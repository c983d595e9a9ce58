"""The reference responder: Chat Completions with the calls written into the text."""

from __future__ import annotations

from dataclasses import replace

from harness.dialects import openai_chat
from harness.dialects.dialect import Answer
from harness.dialects.prompted.history import calls_text
from harness.exchange import Request, Response

__all__ = ["respond"]


def respond(request: Request, answer: Answer) -> Response:
    """Write what a server sends whose model does as the prompt says; every reply ends in `stop`."""
    if not answer.calls:
        return openai_chat.DIALECT.respond(request, answer)
    text = calls_text(answer.text, ((call.name, call.arguments) for call in answer.calls))
    return openai_chat.DIALECT.respond(request, replace(answer, text=text, calls=()))
