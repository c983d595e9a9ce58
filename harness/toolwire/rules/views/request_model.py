"""The model that a request asks for, whose family decides what its server wants back."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import unquote

from toolwire.io.json_text import object_of
from toolwire.model.reply import Reading

#: Parts of the path of Google's own OpenAI-shaped routes (Gemini API, Vertex).
_GOOGLE_ROUTES: Final = ("/v1beta/openai/", "/endpoints/openapi/")
_DIGITS: Final = 2
_GEMINI_3: Final = 3
#: Gemini, Vertex and Bedrock have the model in the path: `/models/NAME:method`, `/model/NAME/`.
_IN_PATH: Final = re.compile(r"/models?/([^/:?]+)", re.ASCII)


def _path(reading: Reading) -> str:
    """Return where a request went, without the host and the query; "" when not known."""
    request = reading.exchange.request
    if request is None:
        return ""
    path = request.url.partition("?")[0].partition("://")[2]
    return "/" + path.partition("/")[2]


def asked_model(reading: Reading) -> str:
    """Return the model as the request names it, in small letters; "" when it names none."""
    named = object_of(reading.request).get("model")
    if isinstance(named, str):
        return named.lower()
    found = _IN_PATH.search(_path(reading))
    return unquote(found[1]).lower() if found else ""


def bare_model(reading: Reading) -> str:
    """Return the model without the vendor's name before it (`google/gemini-3-pro`)."""
    return asked_model(reading).rpartition("/")[2]


def at_google(reading: Reading) -> bool:
    """Return whether a request in OpenAI's form goes to a route of Google's own."""
    path = _path(reading)
    return any(route in path for route in _GOOGLE_ROUTES)


def is_gemini_3(model: str) -> bool:
    """Return whether a model is of Gemini 3 or a later one; aliases do not say."""
    number = model.removeprefix("gemini-").partition("-")[0].partition(".")[0]
    return (
        model.startswith("gemini-")
        and len(number) <= _DIGITS
        and number.isascii()
        and number.isdecimal()
        and int(number) >= _GEMINI_3
    )


def is_claude(model: str) -> bool:
    """Return whether a name is that of a model of Anthropic's, who signs what it thinks."""
    return "claude" in model
