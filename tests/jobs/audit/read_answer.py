"""An answer to a question with one tool, as it is read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from toolwire.dialects import Answer, load_dialect
from toolwire.model.conversation import Conversation, Tool, UserTurn
from toolwire.model.exchange import Endpoint, Evidence, EvidenceLevel, Exchange
from toolwire.model.reply import Reading

EVIDENCE = Evidence(EvidenceLevel.DOCUMENTED, "")


def read(
    answer: Answer, dialect: str = "openai-chat", changes: Mapping[bytes, bytes] | None = None
) -> Reading:
    """Return an answer as it is read, with bytes of it replaced that must be there."""
    one = load_dialect(dialect)
    asked = Conversation((UserTurn("Call f()."),), (Tool("f", "F.", {"type": "object"}),))
    request = one.encode(asked, Endpoint("https://api.example.invalid", "m"))
    response = one.respond(request, answer)
    body = response.body
    for old, new in (changes or {}).items():
        assert old in body
        body = body.replace(old, new)
    if changes:
        response = replace(response, body=body, chunks=())
    return one.decode(Exchange(request, response, EVIDENCE))
