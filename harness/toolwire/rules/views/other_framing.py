"""Whether an answer is framed as no stream of its format is."""

from __future__ import annotations

from toolwire.dialects import load_dialect
from toolwire.dialects.stream_form import EVENT_STREAM
from toolwire.io.framing.kind import start_of
from toolwire.model.exchange import Mode
from toolwire.model.reply import Reading


def begins_as_events(reading: Reading) -> bool:
    """Return whether a body begins as server-sent events do."""
    return start_of(reading.exchange.response.body).startswith((b"data:", b"event:"))


def is_foreign_stream(reading: Reading) -> bool:
    """Return whether a body is events, of a format whose streams are something else: nothing of it is read."""
    if reading.mode is Mode.STREAMING or reading.body_error is None:
        return False
    own = load_dialect(reading.dialect).wire.stream.types
    return set(EVENT_STREAM).isdisjoint(own) and begins_as_events(reading)
