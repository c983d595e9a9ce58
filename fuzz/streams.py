"""Edits of a streamed body: its events dropped, doubled, reordered, cut, merged, interleaved."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Final

from fuzz.raw import bent
from fuzz.trees import edited
from toolwire.io.framing import eventstream

_EVENTS: Final = (
    b"message_start", b"content_block_start", b"content_block_delta", b"content_block_stop", b"message_delta", b"message_stop", b"ping",
    b"error", b"response.created", b"response.completed", b"response.output_item.added", b"response.function_call_arguments.delta",
    b"tool-call-start", b"message-end", b"", b"\0", b"x" * 500,
)  # fmt: skip
_ENDS: Final = (
    b"\n\n",
    b"\r\n\r\n",
    b"\r\r",
    b"\n",
    b"\r\n",
    b"",
    b"\n\r\n",
    b"\n \n",
    b"\n\n\n\n",
)


def restreamed(rng: Random, body: bytes, other: bytes, times: int = 1) -> bytes:
    """Return a stream after some edits; `other` is one that is mixed in."""
    if body.startswith(b"\0\0"):
        return _messages(rng, body, times)
    end = b"\n\n" if b"\n\n" in body else b"\n"
    units = [unit for unit in body.split(end) if unit]
    for _ in range(times):
        if not units:
            break
        units = rng.choice(_EDITS)(rng, units, other)
    if rng.random() < 0.12:
        end = rng.choice(_ENDS)
    joined = end.join(units) + end
    return _mixed(rng, joined) if rng.random() < 0.05 else joined


def prolonged(rng: Random, body: bytes) -> bytes:
    """Return a stream in which an event, or two in turn, come thousands of times."""
    if body.startswith(b"\0\0"):
        found = eventstream.decode(body).messages
        units = [eventstream.encode(one.headers, one.payload) for one in found]
        end = b""
    else:
        end = b"\n\n" if b"\n\n" in body else b"\n"
        units = [unit for unit in body.split(end) if unit]
    if not units:
        return body
    at = rng.randrange(len(units))
    again = units[at : at + rng.choice((1, 1, 2))]
    times = min(rng.choice((200, 3_000, 15_000)), 2_500_000 // max(1, len(b"".join(again))))
    return end.join([*units[:at], *again * times, *units[at:]]) + end


_Edit = Callable[[Random, list[bytes], bytes], list[bytes]]


def _drop(rng: Random, units: list[bytes], _other: bytes) -> list[bytes]:
    at = rng.randrange(len(units))
    return units[:at] + units[at + rng.choice((1, 1, 2, 9)) :]


def _double(rng: Random, units: list[bytes], _other: bytes) -> list[bytes]:
    at = rng.randrange(len(units))
    again = units[at : at + rng.choice((1, 1, 3))]
    return units[:at] + again * rng.choice((2, 2, 3, 30)) + units[at + len(again) :]


def _reorder(rng: Random, units: list[bytes], _other: bytes) -> list[bytes]:
    mixed = list(units)
    if rng.random() < 0.3:
        rng.shuffle(mixed)
    else:
        one, two = rng.randrange(len(mixed)), rng.randrange(len(mixed))
        mixed[one], mixed[two] = mixed[two], mixed[one]
    return mixed


def _cut(rng: Random, units: list[bytes], _other: bytes) -> list[bytes]:
    at = rng.randrange(len(units))
    short = units[at][: rng.randint(0, len(units[at]))]
    return [*units[:at], short, *(units[at + 1 :] if rng.random() < 0.5 else ())]


def _merge(rng: Random, units: list[bytes], _other: bytes) -> list[bytes]:
    at = rng.randrange(len(units))
    joint = rng.choice((b"", b"\n", b" ", b",", b"\r"))
    return [*units[:at], joint.join(units[at : at + 2]), *units[at + 2 :]]


def _interleave(rng: Random, units: list[bytes], other: bytes) -> list[bytes]:
    strange = [unit for unit in other.split(b"\n\n" if b"\n\n" in other else b"\n") if unit]
    mixed = list(units)
    for unit in strange[: rng.choice((1, 2, 50))]:
        mixed.insert(rng.randint(0, len(mixed)), unit)
    return mixed


def _inside(rng: Random, units: list[bytes], _other: bytes) -> list[bytes]:
    """Edit the document that one event carries."""
    at = rng.randrange(len(units))
    lines = units[at].split(b"\n")
    for number, line in enumerate(lines):
        head, mark, payload = line.partition(b"data:")
        if mark and not head:
            lines[number] = b"data: " + edited(rng, payload.strip(), rng.choice((1, 1, 2)))
        elif line[:1] in {b"{", b"["}:
            lines[number] = edited(rng, line.rstrip(b","), rng.choice((1, 1, 2)))
    return [*units[:at], b"\n".join(lines), *units[at + 1 :]]


def _relabel(rng: Random, units: list[bytes], _other: bytes) -> list[bytes]:
    at = rng.randrange(len(units))
    lines = [line for line in units[at].split(b"\n") if not line.startswith(b"event:")]
    how = rng.random()
    if how < 0.6:
        lines.insert(rng.randint(0, len(lines)), b"event: " + rng.choice(_EVENTS))
    elif how < 0.8:
        lines.insert(
            0,
            rng.choice(
                (
                    b"id: 1",
                    b"retry: -1",
                    b": keep-alive",
                    b"data",
                    b"data:",
                    b"\xef\xbb\xbfdata: {}",
                    b"DATA: {}",
                )
            ),
        )
    else:
        lines = [line.replace(b"data: ", b"data:", 1) for line in lines]
    return [*units[:at], b"\n".join(lines), *units[at + 1 :]]


def _spread(rng: Random, units: list[bytes], _other: bytes) -> list[bytes]:
    """Write the payload of one event over several data lines."""
    at = rng.randrange(len(units))
    return [
        *units[:at],
        units[at].replace(b",", b",\ndata: ", rng.choice((1, 2, 99))),
        *units[at + 1 :],
    ]


def _bend(rng: Random, units: list[bytes], _other: bytes) -> list[bytes]:
    at = rng.randrange(len(units))
    return [*units[:at], bent(rng, units[at]), *units[at + 1 :]]


_EDITS: Final[tuple[_Edit, ...]] = (
    _drop, _double, _reorder, _cut, _merge, _interleave, _inside, _inside, _inside, _inside, _inside, _relabel, _spread, _bend,
)  # fmt: skip


def _mixed(rng: Random, body: bytes) -> bytes:
    """Write some line ends otherwise."""
    lines = body.split(b"\n")
    ends = rng.choice(((b"\r\n",), (b"\r",), (b"\n", b"\r\n", b"\r")))
    return b"".join(line + rng.choice(ends) for line in lines)


def _message(headers: Mapping[str, eventstream.HeaderValue], payload: bytes) -> bytes:
    try:
        return eventstream.encode(headers, payload)
    except ValueError:
        return b""  # edited beyond what the format can say


def _messages(rng: Random, body: bytes, times: int) -> bytes:
    messages: Sequence[eventstream.EventStreamMessage] = eventstream.decode(body).messages
    units = [(dict(one.headers), one.payload) for one in messages]
    for _ in range(times):
        if not units:
            break
        at = rng.randrange(len(units))
        headers, payload = units[at]
        how = rng.random()
        if how < 0.5:
            units[at] = headers, edited(rng, payload, rng.choice((1, 2)))
        elif how < 0.6:
            units.pop(at)
        elif how < 0.7:
            units.insert(rng.randint(0, len(units)), units[at])
        elif how < 0.8:
            other = rng.randrange(len(units))
            units[at], units[other] = units[other], units[at]
        elif how < 0.9:
            name = rng.choice(
                (":event-type", ":message-type", ":exception-type", ":content-type", "x")
            )
            said = rng.choice(
                (
                    "messageStop",
                    "exception",
                    "error",
                    "contentBlockDelta",
                    "",
                    "\x1b[31m",
                    3,
                    True,
                    b"\xff",
                )
            )
            units[at] = {**headers, name: said}, payload
        else:
            units[at] = {}, bent(rng, payload)
    joined = b"".join(_message(headers, payload) for headers, payload in units)
    return bent(rng, joined) if rng.random() < 0.2 else joined
