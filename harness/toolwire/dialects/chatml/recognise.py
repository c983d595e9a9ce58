"""How much an exchange looks like ChatML over a completions endpoint."""

from __future__ import annotations

from typing import Final

from toolwire.dialects.body import sent_of
from toolwire.dialects.chatml.encode import PATH
from toolwire.dialects.chatml.request import prompt_of
from toolwire.dialects.chatml.template import START
from toolwire.dialects.dialect import Recognition
from toolwire.dialects.sighting import elsewhere, path_of
from toolwire.model.exchange import Exchange

_NOTHING: Final = Recognition(0.0, "no prompt in ChatML")
_CHATML: Final = Recognition(0.98, "prompt with ChatML's turn tokens")


def recognise(exchange: Exchange) -> Recognition:
    """Say how sure it is that an exchange speaks this dialect: 0.0 without a ChatML prompt."""
    request = exchange.request
    # Looking for a word costs far less than parsing every request there is.
    if request is None or b"im_start" not in request.body or b'"prompt"' not in request.body:
        return _NOTHING
    prompt = prompt_of(sent_of(request))
    if prompt is None or START not in prompt:
        return _NOTHING
    # Where the path was not kept, nothing says that it was another.
    path = path_of(request.url)
    return _CHATML if not path or path.endswith(PATH) else elsewhere(_CHATML)
