"""The reference responder: Chat Completions with the calls written into the text."""

from __future__ import annotations

from dataclasses import replace

from toolwire.dialects import openai_chat
from toolwire.dialects.dialect import Answer
from toolwire.dialects.prompted.history import calls_text
from toolwire.model.exchange import Request, Response


def respond(request: Request, answer: Answer) -> Response:
    """Write what a server sends whose model does as the prompt says; every reply ends in `stop`."""
    if not answer.calls:
        return openai_chat.DIALECT.respond(request, answer)
    text = calls_text(answer.text, ((call.name, call.arguments) for call in answer.calls))
    return openai_chat.DIALECT.respond(request, replace(answer, text=text, calls=()))
