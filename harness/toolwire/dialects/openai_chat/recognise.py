"""How much an exchange looks like Chat Completions.

The path decides where the request is known; else the top-level members of the first JSON
object of the response, which are found without building the values below them.
"""

from __future__ import annotations

import msgspec

from toolwire.dialects.dialect import Recognition
from toolwire.dialects.invoke import first_invoked
from toolwire.dialects.sighting import BOM, members_of, path_ending, path_of, recognised
from toolwire.io.framing.kind import is_messages
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Exchange

PATHS = ("/chat/completions",)
_AT_PATH = path_ending(PATHS)
_PEEK = 65_536
_LONGEST_RECEIPT = 512
_ACCEPTED = 202
_OF_LLAMA_API = (b'"completion_message"', b'"event_type"')
#: What the path of Bedrock's InvokeModel has, which takes each model's own format.
_INVOKED = "/invoke"
_NOTHING = Recognition(0.0, "neither path nor bodies")


def recognise(exchange: Exchange) -> Recognition:
    """Say how sure it is, 0.0 to 1.0, that an exchange speaks this dialect, and why."""
    if _is_deferred(exchange):
        return Recognition(0.0, "the answer is fetched later")
    if _is_of_llama_api(exchange):
        return Recognition(0.0, "a completion_message, of the Llama API's own format")
    return recognised(exchange, _AT_PATH, _shown, asked=lambda body: _asked(exchange, body))


def _is_deferred(exchange: Exchange) -> bool:
    """Return whether the answer was ordered and is fetched later.

    xAI's `deferred` asks for that. NVIDIA answers 202 where the model takes longer than a request
    may, and the result is asked for by requestId (docs.api.nvidia.com/nim, statuspolling).
    """
    request, body = exchange.request, exchange.response.body
    if exchange.response.status == _ACCEPTED:
        members = members_of(body)
        return members is not None and "choices" not in members
    if request is None or b'"deferred"' not in request.body or len(body) > _LONGEST_RECEIPT:
        return False
    return (members_of(body) or {}).keys() == {"request_id"}


def _is_of_llama_api(exchange: Exchange) -> bool:
    """Return whether an answer is in the format that Meta's Llama API had at the path of chats.

    llama-api-client 0.6.0: a `completion_message`, and events with an `event_type` in a stream; what
    speaks OpenAI's format there is at /compat/v1.
    """
    if not any(word in exchange.response.body[:_PEEK] for word in _OF_LLAMA_API):
        return False
    members = _top(exchange.response.body) or {}
    return "choices" not in members and ("completion_message" in members or "event" in members)


def _asked(exchange: Exchange, body: JsonObject) -> Recognition | None:
    """Say what a request with messages shows beside an error of this format.

    Cohere and Ollama have the same messages and tools; their errors are a text.
    """
    if "messages" not in body or not ("model" in body or _has_functions(body)):
        return None
    members = _top(exchange.response.body) or {}
    error = bytes(members.get("error", b"")).startswith(b"{")
    mistral = bytes(members.get("object", b"")) == b'"error"'
    return Recognition(0.55, "request with messages, error object") if error or mistral else None


def _has_functions(body: JsonObject) -> bool:
    tools = (object_of(tool) for tool in items_of(body.get("tools")))
    return any("function" in tool for tool in tools)


def _shown(exchange: Exchange) -> Recognition:
    members = _top(exchange.response.body)
    if members is None:
        return _NOTHING
    kind = bytes(members.get("object", b"")).strip(b'"')
    other = _holds_messages(members) or _holds_texts(members)
    if (kind.startswith(b"chat.completion") and not other) or kind == b"chat.multi_completion":
        return Recognition(0.95, "object is a chat completion")
    if "choices" in members and "candidates" not in members and not other:
        return _by_choices(exchange, bytes(members["choices"]))
    if "error" in members and "type" not in members:
        return Recognition(0.15, "error body")
    return _NOTHING


def _holds_messages(members: dict[str, msgspec.Raw]) -> bool:
    """Return whether choices hold lists of messages, as those of Azure's preview of 2023 do."""
    choices = bytes(members.get("choices", b""))
    return b'"messages"' in choices and b'"message"' not in choices and b'"delta"' not in choices


def _holds_texts(members: dict[str, msgspec.Raw]) -> bool:
    """Return whether choices hold a text alone, as text completions do.

    They are those of /v1/completions, and of InvokeModel; OpenRouter calls them chat completions.
    """
    choices = bytes(members.get("choices", b""))
    return b'"text"' in choices and b'"message"' not in choices and b'"delta"' not in choices


def _by_choices(exchange: Exchange, choices: bytes) -> Recognition:
    # Mistral's and Jamba's own bodies on Bedrock have choices and are no Chat Completions.
    if choices != b"[]" and _is_invoked(exchange):
        return _NOTHING
    return Recognition(0.85, "top-level choices")


def _is_invoked(exchange: Exchange) -> bool:
    """Return whether path or framing are those of InvokeModel."""
    request = exchange.request
    at_path = request is not None and _INVOKED in path_of(request.url)
    return at_path or is_messages(exchange.response.body)


def _top(body: bytes) -> dict[str, msgspec.Raw] | None:
    """Return the raw members of the body, or of the first event that is an object."""
    packed = first_invoked(body)
    text = (body if packed is None else packed.encode()).removeprefix(BOM).lstrip()
    if text.startswith(b"["):
        # As Google's route answers with an error.
        text = text[1:].lstrip().rstrip(b"] \t\r\n")
    if text.startswith(b"{"):
        return members_of(text)
    for line in text[:_PEEK].splitlines():
        if line.startswith(b"data:") and (found := members_of(line[5:])) is not None:
            return found
    return None
