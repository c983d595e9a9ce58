"""The JSON documents of an answer, each written otherwise, whatever frames them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from toolwire.dialects.body import json_of
from toolwire.io.framing import eventstream
from toolwire.io.framing.kind import Framing, framing_of
from toolwire.jobs.selftest.benign.variant import with_body
from toolwire.model.exchange import Exchange, Mode
from toolwire.model.reply import ABSENT, Reading

#: A document as it stands -> as it stands afterwards.
Rewrite: TypeAlias = "Callable[[bytes], bytes]"

_DATA: Final = re.compile(rb"^(data: ?)(.*)$", re.MULTILINE)
_LINE: Final = re.compile(rb"^()(.+)$", re.MULTILINE)


def framing_in(reading: Reading) -> Framing | None:
    """Return how a stream is framed; None for a blocking body, one document."""
    if reading.mode is Mode.BLOCKING:
        return None
    return framing_of(reading.exchange.response.body)


def rewritten(reading: Reading, rewrite: Rewrite) -> Exchange | None:
    """Return the exchange with every JSON document of its answer written otherwise.

    None where nothing changes, or where the answer is framed in a way that is not taken apart.
    """
    body = reading.exchange.response.body
    framing = framing_in(reading)
    if framing is None:
        changed = _document(rewrite, body)
    elif framing in _IN:
        changed = _IN[framing](body, rewrite)
    else:
        return None
    return with_body(reading.exchange, changed)


def _document(rewrite: Rewrite, text: bytes) -> bytes:
    """Rewrite a text that is JSON; a marker such as `[DONE]` is none, and stays."""
    return text if json_of(text) is ABSENT else rewrite(text)


def _texts(pattern: re.Pattern[bytes]) -> Callable[[bytes, Rewrite], bytes]:
    def change(body: bytes, rewrite: Rewrite) -> bytes:
        return pattern.sub(lambda found: found[1] + _line(rewrite, found[2]), body)

    return change


def _line(rewrite: Rewrite, text: bytes) -> bytes:
    """Rewrite a line, whose carriage return is no part of its document."""
    plain = text.removesuffix(b"\r")
    return _document(rewrite, plain) + text[len(plain) :]


def _messages(body: bytes, rewrite: Rewrite) -> bytes:
    return b"".join(
        eventstream.encode(message.headers, _document(rewrite, message.payload))
        for message in eventstream.decode(body).messages
    )


_IN: Final[Mapping[Framing, Callable[[bytes, Rewrite], bytes]]] = {
    Framing.LINES: _texts(_LINE),
    Framing.MESSAGES: _messages,
    Framing.OTHER: _texts(_DATA),
}
