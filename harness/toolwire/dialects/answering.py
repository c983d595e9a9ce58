"""What the reference responders of several formats write alike: ids of calls, streams of JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from toolwire.dialects.dialect import Answer, PlannedCall
from toolwire.io.framing import ndjson, sse
from toolwire.io.json_text import dump
from toolwire.model.conversation import JsonObject


def identified(answer: Answer, usual: Callable[[int], str]) -> Iterator[tuple[PlannedCall, str]]:
    """Yield the calls of an answer with their ids.

    Args:
        answer: whose calls.
        usual: the number of a call in the conversation to its id where the voice has no other.
    """
    for number, call in enumerate(answer.calls, start=answer.turn):
        yield call, answer.voice.id_of(number, call.name, usual(number))


def events(payloads: Iterable[JsonObject], end: str = "\n") -> bytes:
    """Write server-sent events without names, each line with its end."""
    return b"".join(sse.encode(dump(payload).decode(), end=end) for payload in payloads)


def named_events(payloads: Iterable[JsonObject]) -> bytes:
    """Write server-sent events, each with its `type` as its name."""
    return b"".join(
        sse.encode(dump(payload).decode(), str(payload["type"])) for payload in payloads
    )


def lines(payloads: Iterable[JsonObject]) -> bytes:
    """Write lines of JSON."""
    return b"".join(ndjson.encode(dump(payload).decode()) for payload in payloads)
