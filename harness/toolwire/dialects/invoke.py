"""Bedrock's InvokeModel: a model's own format, at a path that names the model.

The path also says whether the answer is a stream, which then is AWS events with the payloads of the
format in base64. Source: Amazon Bedrock API reference, InvokeModelWithResponseStream, and the
recorded streams of Claude and gpt-oss (agentjido/req_llm at 1c985d8a), read 2026-11-23.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable
from typing import Final
from urllib.parse import unquote

from toolwire.dialects.sighting import path_of
from toolwire.io.framing import eventstream
from toolwire.io.json_text import dump
from toolwire.model.conversation import JsonObject

#: The end of the path by which Bedrock says what `stream: true` says elsewhere.
INVOKE_STREAM: Final = "/invoke-with-response-stream"
_INVOKED: Final = re.compile(r"/model/([^/]+)/invoke(?:-with-response-stream)?\Z")
_HEADERS: Final = {
    ":event-type": "chunk",
    ":content-type": "application/json",
    ":message-type": "event",
}


def invoked_model(url: str) -> str | None:
    """Return the model that the path of an address of InvokeModel names; None at any other."""
    found = _INVOKED.search(path_of(url))
    return unquote(found.group(1)) if found else None


def is_invoked_stream(url: str) -> bool:
    """Return whether a path asks InvokeModel for a stream."""
    return path_of(url).endswith(INVOKE_STREAM)


def invoked_events(payloads: Iterable[JsonObject]) -> bytes:
    """Write the payloads of a format as InvokeModelWithResponseStream sends them."""
    return b"".join(
        eventstream.encode(_HEADERS, dump({"bytes": b64encode(dump(payload)).decode()}))
        for payload in payloads
    )
