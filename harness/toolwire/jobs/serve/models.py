"""The lists of models, in the words of the dialects whose clients ask for them."""

from __future__ import annotations

from typing import Final

from toolwire.dialects import load_dialect
from toolwire.io.json_text import dump
from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import Response

#: The headers of an answer that is JSON and no conversation.
JSON_BODY: Final = (("content-type", "application/json"),)


def listed(name: str, model: str) -> Response:
    """Return the list of the one model that is served.

    Raises:
        ToolwireError: the dialect lists its models at another host.
    """
    models = load_dialect(name).wire.models
    if models is None:
        raise ToolwireError(f"{name} has no list of models")
    return Response(200, JSON_BODY, dump(models.body(model)))
