"""How much an exchange looks like prompt-based tool calling.

Path and answer say that it is Chat Completions; the request, that the tools are in its prompt.
"""

from __future__ import annotations

from typing import Final

from toolwire.dialects import openai_chat
from toolwire.dialects.body import sent_of
from toolwire.dialects.dialect import Recognition
from toolwire.dialects.prompted.system import HEADING, described_in
from toolwire.model.exchange import Exchange

_HEADING: Final = HEADING.encode()
_NOTHING: Final = Recognition(0.0, "no tools in the system prompt")
_REASON: Final = "tools and the JSON of a call in the system prompt"
#: By how much it is surer than Chat Completions is of the same path and answer, and at most.
_SURER: Final = 0.02
_MOST: Final = 0.99


def recognise(exchange: Exchange) -> Recognition:
    """Say how sure it is that an exchange speaks this dialect: 0.0 without our form of prompt.

    What is at no path of Chat Completions and has no answer of it is of another format,
    whatever its prompt says; and a server that answers with structured calls was asked for
    them.
    """
    request = exchange.request
    # Looking for words costs far less than parsing every request there is.
    if request is None or _HEADING not in request.body or b"tool_name" not in request.body:
        return _NOTHING
    seen = openai_chat.DIALECT.recognise(exchange)
    if not seen.confidence or not described_in(sent_of(request)) or _structured(exchange):
        return _NOTHING
    return Recognition(min(_MOST, seen.confidence + _SURER), f"{_REASON}, {seen.reason}")


def _structured(exchange: Exchange) -> bool:
    if b"tool_calls" not in exchange.response.body:
        return False
    return bool(openai_chat.DIALECT.decode(exchange).reply.tool_calls)
