"""A request in which words of the user stand in the message of the results before them.

Anthropic's and Bedrock's formats have them nowhere else; in Gemini's they may be a message of their own as well.
"""

from __future__ import annotations

from dataclasses import replace

from toolwire.dialects import Dialect
from toolwire.io.json_text import dump, items_of, object_of, parse
from toolwire.model.conversation import Json
from toolwire.model.exchange import Request


def amid_words(dialect: Dialect) -> bool:
    """Return whether results stand in messages of the user, in which words may stand as well."""
    form = dialect.wire.request
    return form is not None and form.parts is not None and form.parts.parts is not None


def words_with_results(dialect: Dialect, request: Request) -> Request:
    """Return a request whose messages of the user that follow one with results are joined to it."""
    form = dialect.wire.request
    parts = None if form is None else form.parts
    if parts is None or parts.parts is None:
        return request
    body = object_of(parse(request.body))
    messages: list[Json] = []
    for one in items_of(body.get(parts.history)):
        last, message, held = (
            object_of(messages[-1] if messages else None),
            object_of(one),
            parts.parts,
        )
        before = items_of(last.get(held))
        has_results = any(parts.result(object_of(part)) for part in before)
        if has_results and message.get("role") == last.get("role"):
            messages[-1] = {**last, held: [*before, *items_of(message.get(held))]}
        else:
            messages.append(one)
    return replace(request, body=dump({**body, parts.history: messages}))
