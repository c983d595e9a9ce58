"""How much an exchange looks like Responses: path first, then the bytes of the response.

Only a body that may be a response object is parsed, and of it the top-level members only.
"""

from __future__ import annotations

from typing import Final

from toolwire.dialects.dialect import Recognition
from toolwire.dialects.sighting import elsewhere, members_of, path_of
from toolwire.model.exchange import Exchange, Response

_PATH: Final = "/responses"
PATHS: Final = (_PATH,)
_BOM: Final = b"\xef\xbb\xbf"
_HEAD: Final = 4096
_NO: Final = Recognition(0.0, "nothing of OpenAI Responses")
_AT_PATH: Final = Recognition(0.97, f"path ends in {_PATH}, input in the body")
#: Members of a request, one of which is always there.
_SIGNS: Final = (b'"input"', b'"previous_response_id"', b'"prompt"', b'"conversation"')
#: Events a stream may open with.
_OPENINGS: Final = (
    b'"response.created"',
    b'"response.queued"',
    b'"response.in_progress"',
    b'"response.output_item.added"',
)


def recognise(exchange: Exchange) -> Recognition:
    """Say how sure it is, 0.0 to 1.0, that an exchange speaks this dialect."""
    request = exchange.request
    if request is not None and path_of(request.url).endswith(_PATH):
        if any(sign in request.body for sign in _SIGNS):
            return _AT_PATH
        seen = _response(exchange.response)
        return seen if seen.confidence else Recognition(0.6, f"path ends in {_PATH}")
    seen = _response(exchange.response)
    if request is None or not request.url:
        return seen
    return elsewhere(seen, 0.9)


def _response(response: Response) -> Recognition:
    body = response.body
    start = body[:_HEAD].removeprefix(_BOM).lstrip()
    if start.startswith(b"{"):
        # Both members are in every response object; other bodies are not parsed.
        return _object(body) if b'"response"' in body and b'"output"' in body else _NO
    # A keep-alive may come before the first event, so the opening is looked for, not at.
    if b"data:" in start and b'"type"' in start and any(word in start for word in _OPENINGS):
        return Recognition(0.95, "stream opens with an event of a response")
    return _NO


def _object(body: bytes) -> Recognition:
    members = members_of(body.removeprefix(_BOM))
    if members is None:
        return _NO
    if bytes(members.get("object", b"")) == b'"response"' and "output" in members:
        return Recognition(0.95, "object is a response with output")
    return _NO
