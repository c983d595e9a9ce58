"""Bodies of streamed responses to numbered events.

Two framings carry the same events: server-sent events, and at Bedrock's InvokeModel the AWS event
stream.
"""

from __future__ import annotations

from toolwire.dialects.body import JSON_STARTS
from toolwire.dialects.events import Reader, sse_framing
from toolwire.dialects.invoke import invoked_framing
from toolwire.io.framing.kind import start_of
from toolwire.model.exchange import Response


def framing_of(response: Response) -> Reader | None:
    """Return the reader of a streamed body; None when the body is a blocking one.

    The body's first bytes decide before its content type: error bodies come as JSON
    whatever was asked for.
    """
    if start_of(response.body).startswith(JSON_STARTS):
        return None
    return invoked_framing(response) or sse_framing(response)
