"""The calls of each wire as they stand, whole or as a stream opens them, for rules to share."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.dialects import load_dialect
from toolwire.dialects.wire import CallPaths, NativeCall
from toolwire.model.exchange import Mode
from toolwire.model.reply import Reading
from toolwire.rules.views.memoize import memoize


@memoize
def native_calls(reading: Reading) -> tuple[NativeCall, ...]:
    """Return the calls of a reading in wire order; openai-chat's are in `chat.raw_calls`."""
    paths = load_dialect(reading.dialect).wire.calls
    return () if paths is None else tuple(_each(reading, paths))


def _each(reading: Reading, paths: CallPaths) -> Iterator[NativeCall]:
    if paths.find is None:
        return
    if reading.mode is Mode.BLOCKING:
        body = reading.body
        yield from paths.find("", body if isinstance(body, dict) else {})
        return
    for event in reading.events:
        if isinstance(event.json, dict):
            yield from paths.find(f"event[{event.number}]", event.json)
