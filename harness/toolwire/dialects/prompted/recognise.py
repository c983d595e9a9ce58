"""How much an exchange looks like prompt-based tool calling.

Only the request tells: the same endpoint speaks openai-chat to everybody else.
"""

from __future__ import annotations

from typing import Final

from toolwire.dialects.body import sent_of
from toolwire.dialects.dialect import Recognition
from toolwire.dialects.prompted.system import HEADING, described_in
from toolwire.model.exchange import Exchange

_HEADING: Final = HEADING.encode()
_NOTHING: Final = Recognition(0.0, "no tools in the system prompt")
#: Surer than openai-chat is of a path.
_PROMPTED: Final = Recognition(0.99, "tools and the JSON of a call in the system prompt")


def recognise(exchange: Exchange) -> Recognition:
    """Say how sure it is that an exchange speaks this dialect: 0.0 without our form of prompt."""
    request = exchange.request
    # Looking for words costs far less than parsing every request there is.
    if request is None or _HEADING not in request.body or b"tool_name" not in request.body:
        return _NOTHING
    return _PROMPTED if described_in(sent_of(request)) else _NOTHING
