"""The incremental decoder of each framing."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Final

from toolwire.io.framing import eventstream, json_array, ndjson, sse

#: Module of a framing -> the name of its decoder in there.
DECODERS: Final[Mapping[ModuleType, str]] = {
    eventstream: eventstream.EventStreamDecoder.__name__,
    json_array: json_array.JsonArrayDecoder.__name__,
    ndjson: ndjson.NdjsonDecoder.__name__,
    sse: sse.SseDecoder.__name__,
}
