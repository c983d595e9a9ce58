"""How long an answer took, from the times its pieces came."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Protocol, TypeAlias

from toolwire.io.framing import eventstream, json_array, ndjson, sse
from toolwire.io.framing.kind import Framing, framing_of
from toolwire.model.exchange import Response
from toolwire.model.reply import Reading

FIRST_BYTE = "first_byte"
FIRST_CALL = "first_call"
TOTAL = "total"


class _Decoder(Protocol):
    def feed(self, data: bytes) -> Sequence[object]:
        """Return the events that the next bytes complete."""
        ...


_Maker: TypeAlias = Callable[[], _Decoder]

#: What comes beyond is the machine's, and fills every line of results with digits.
_DECIMALS: Final = 3
#: Framing -> what takes it apart; what is no other is server-sent events.
_FRAMINGS: Mapping[Framing, _Maker] = {
    Framing.MESSAGES: eventstream.EventStreamDecoder,
    Framing.ARRAY: json_array.JsonArrayDecoder,
    Framing.LINES: ndjson.NdjsonDecoder,
    Framing.OTHER: sse.SseDecoder,
}


def timing(reading: Reading) -> Mapping[str, float]:
    """Return the times of an exchange in seconds since its request, to the millisecond.

    Empty when none are known.

    `first_byte` and `total` are when the first and the last piece of the body came. Streams
    that carry a call also have `first_call`: when the event with its first piece was complete.
    """
    response = reading.exchange.response
    chunks = response.chunks
    if not chunks:
        return {}
    times = {FIRST_BYTE: chunks[0].at, TOTAL: chunks[-1].at}
    if reading.deltas:
        at = _arrival(response, min(delta.event for delta in reading.deltas))
        if at is not None:
            times[FIRST_CALL] = at
    return {name: round(at, _DECIMALS) for name, at in times.items()}


def _arrival(response: Response, number: int) -> float | None:
    """Return when event `number` was complete; None when the body was never cut that far."""
    decoder = _FRAMINGS[framing_of(response.body)]()
    seen = 0
    for chunk in response.chunks:
        seen += len(decoder.feed(chunk.data))
        if seen > number:
            return chunk.at
    # The last event of a body may end with the body instead of with its own end.
    return response.chunks[-1].at if seen == number else None
