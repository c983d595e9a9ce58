"""Exchange to reading: text completions, blocking and streamed, and the calls in them.

Calls have no id. Markup that is broken or was cut off is in `reply.unread`; what was cut off
is not in `reply.text` either. Shapes after openai 3.52.0 `types/completion.py` and
`types/completion_choice.py`, read 2026-11-21.
"""

from __future__ import annotations

from typing import Final

from toolwire.dialects.body import slice_of
from toolwire.dialects.chatml.request import conversation_of
from toolwire.dialects.chatml.stream import COUNTS, read_stream, read_words
from toolwire.dialects.decode import Decoding
from toolwire.dialects.events import Frames, sse_framing
from toolwire.dialects.fold import Fold
from toolwire.dialects.openai import usage_of
from toolwire.dialects.openai_chat.errors import error_of
from toolwire.io.json_text import items_of, object_of, string_of
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Exchange
from toolwire.model.reply import Reading, WireError

NAME: Final = "chatml"


def decode(exchange: Exchange) -> Reading:
    """Read everything that is in an exchange; never raises on a provider's data."""
    return _DECODING.decode(exchange)


def _read_body(body: JsonObject, data: bytes) -> Fold:
    choice = object_of(next(iter(items_of(body.get("choices"))), None))
    state = Fold(
        usage=usage_of(body.get("usage"), *COUNTS),
        id=string_of(body.get("id")),
        model=string_of(body.get("model")),
        complete=True,
    )
    if state.say(choice.get("text"), "/choices/0/text") and choice["text"]:
        state.echo = slice_of(data, ("choices", 0, "text"))
    state.stops(choice.get("finish_reason"), "/choices/0/finish_reason")
    return read_words(state)


def _failed(state: Fold, _frames: Frames) -> Fold:
    state.error = WireError("", None, "status")
    return state


_DECODING = Decoding(
    name=NAME,
    conversation_of=lambda body, _request: conversation_of(body),
    framing_of=sse_framing,
    read_body=_read_body,
    read_stream=read_stream,
    error_of=error_of,
    failed=_failed,
)
