"""Rules about Bedrock's streams: the messages that frame them, and the order of their events.

Both numbers are ours: the catalogue has no rule about either."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects.body import media_of
from toolwire.dialects.events import AWS_EVENT_STREAM
from toolwire.io.framing import eventstream
from toolwire.io.framing.kind import is_messages
from toolwire.model.exchange import EvidenceLevel
from toolwire.model.reply import Reading, UnreadKind
from toolwire.rules.rule import Violation

#: The header that tells an event from an exception; AWS's SDK for JavaScript raises without it.
_KIND: Final = b":message-type"
#: What a message may be, and how the header that says so stands in its bytes: a text of so many letters.
_KINDS: Final = ("event", "exception", "error")
_SPELLED: Final = tuple(
    _KIND + b"\x07" + len(kind).to_bytes(2, "big") + kind.encode() for kind in _KINDS
)
#: What a decoder of UTF-8 writes for bytes that are none, and how many bytes of a message stand before its headers.
_REPLACED: Final = "\N{REPLACEMENT CHARACTER}".encode()
_PRELUDE: Final = 12
_AS_TEXT: Final = "A message is broken: the bytes of the stream were decoded as text."


def _was_text(data: bytes) -> bool:
    """Return whether a body is a text in whose first prelude a character stands for bytes that are none."""
    if _REPLACED not in data[:_PRELUDE]:
        return False
    try:
        data.decode()
    except UnicodeDecodeError:
        return False  # A sum may have any bytes.
    return True


def _of_another_kind(data: bytes) -> tuple[int, str] | None:
    """Return the number and the kind of a message that is neither event nor failure; None where all are."""
    # Most streams have nothing else, and their messages are not read a second time.
    if sum(map(data.count, _SPELLED)) >= data.count(_KIND):
        return None
    kinds = (one.headers.get(_KIND.decode(), "event") for one in eventstream.decode(data).messages)
    found = ((number, str(kind)) for number, kind in enumerate(kinds) if kind not in _KINDS)
    return next(found, None)


def framing(reading: Reading) -> Iterator[Violation]:
    """Yield what is wrong with the event stream's own framing."""
    data = reading.exchange.response.body
    if not is_messages(data):
        if data and media_of(reading.exchange.response) == AWS_EVENT_STREAM:
            message = "The body is none of the messages that its content type tells of."
            yield Violation(
                "", message, "messages of an AWS event stream", data[:40].decode("utf-8", "replace")
            )
        elif reading.events and reading.exchange.evidence.level is not EvidenceLevel.IMPORTED:
            # Who recorded it may have written its messages on lines.
            message = "The stream is written otherwise than in messages of an AWS event stream."
            yield Violation("", message, AWS_EVENT_STREAM, data[:40].decode("utf-8", "replace"))
        return
    for unread in reading.reply.unread:
        if unread.kind is UnreadKind.BROKEN:
            message = _AS_TEXT if _was_text(data) else "A message is broken."
            yield Violation(unread.pointer, message, "a sound message", unread.reason)
            break
    if reading.events and _KIND not in data:
        message = "The messages do not say that they are events."
        yield Violation("event[0]", message, ":message-type", None)
        return
    strange = _of_another_kind(data)
    if strange is not None:
        number, kind = strange
        message = "A message is of a kind that there is not."
        yield Violation(f"event[{number}]", message, [*_KINDS], kind)
        return
    for event in reading.events:
        if event.name is None:
            message = "The message does not say what event it is."
            yield Violation(f"event[{event.number}]", message, ":event-type", None)
            return
