"""Reading one answer: bounded in size and time, with the time each piece came."""

from __future__ import annotations

import asyncio
from itertools import pairwise

from aiohttp import ClientPayloadError, ClientResponse

from toolwire.model.exchange import Chunk, Headers, Response
from toolwire.transport.live.fault import FaultError
from toolwire.transport.live.inflate import Inflater
from toolwire.transport.live.limits import AnswerMemory, AttemptLimits

#: Headers that say how the body was packed; they are wrong of the plain body.
_OF_PACKING = frozenset({"content-encoding", "content-length"})

#: Bytes that pieces have on average at least: the smallest event is larger.
_LEAST = 4


class Clock:
    """The deadlines of one attempt: first the first byte, then the next one, always the whole.

    Args:
        limits: see `AttemptLimits`.
        started: loop time at which the request was made.
        scope: the running timeout, which is moved on with every piece.
    """

    def __init__(self, limits: AttemptLimits, started: float, scope: asyncio.Timeout) -> None:
        self._limits = limits
        self._scope = scope
        self._loop = asyncio.get_running_loop()
        self.started = started
        self.size = 0

    def beat(self) -> float:
        """Note that a piece came; return the seconds since the start, to the microsecond."""
        now = self._loop.time()
        end = self.started + self._limits.total
        self._scope.reschedule(min(now + self._limits.idle, end))
        return round(now - self.started, 6)

    def passed_deadline(self) -> str:
        """Return which deadline has passed, in words."""
        limits, now = self._limits, self._loop.time()
        if now - self.started >= limits.total:
            return f"not finished after {limits.total:g} s ({self.size} bytes came)"
        if self.size:
            return f"no further byte for {limits.idle:g} s ({self.size} bytes came)"
        return f"no byte of an answer after {min(limits.first_byte, limits.total):g} s"


async def read(
    reply: ClientResponse, clock: Clock, limits: AttemptLimits, room: AnswerMemory
) -> Response:
    """Read an answer to its end.

    A piece is what arrived together, cut further at the ends of HTTP chunks. What came before the
    server closed the connection too early is an answer that was broken off.

    Raises:
        ClientPayloadError: the connection was closed before anything of the body came.
        FaultError: it is too large, packed or plain, or packed in a way that is not read or broken.
    """
    headers = tuple((k.decode("latin-1"), v.decode("latin-1")) for k, v in reply.raw_headers)
    unpack = Inflater(reply.headers.getall("Content-Encoding", []), limits.body)
    if reply.content_length is not None and reply.content_length > limits.body:
        raise FaultError(f"it announces more than {limits.body} bytes")
    body = bytearray()
    marks: list[tuple[float, int]] = []
    broken_off = False
    room.enter()
    try:
        while True:
            try:
                packed, ended = await _piece(reply, len(marks) < limits.marks)
            except ClientPayloadError:
                packed, ended, broken_off = left(reply), False, True
                if not (packed or body):
                    raise
            if not packed:
                # What has no body at all (a 101) says for ever, without a pause, that a chunk has
                # ended: aiohttp 3.14.5, `EmptyStreamReader.readchunk`.
                if not ended or reply.content.at_eof():
                    break
                continue
            at = clock.beat()
            plain = unpack.feed(packed)
            body += plain
            clock.size += len(packed)
            room.take(len(plain), len(body))
            if len(body) > limits.body:
                raise FaultError(f"it is larger than {limits.body} bytes")
            _mark(marks, at, len(body), limits.marks)
        if not broken_off:
            unpack.close()
    finally:
        room.leave(len(body))
    whole = bytes(body)
    pieces = _chunks(whole, marks)
    return Response(reply.status, _as_unpacked(headers), whole, pieces, broken_off=broken_off)


async def _piece(reply: ClientResponse, apart: bool) -> tuple[bytes, bool]:  # noqa: FBT001
    """Return the next bytes, and whether more may follow when there are none."""
    if apart:
        return await reply.content.readchunk()
    # A million tiny chunks, one at a time, would keep other cases waiting.
    return await reply.content.readany(), False


def left(reply: ClientResponse) -> bytes:
    """Return what came before the connection was closed; aiohttp (3.14.5) withholds it behind its error."""
    reply.content.set_exception(None)  # type: ignore[arg-type]
    reply.content.feed_eof()
    return reply.content.read_nowait()


def _mark(marks: list[tuple[float, int]], at: float, end: int, most: int) -> None:
    """Note a piece that ends at byte `end`; packed bytes that gave nothing yet are none.

    Taking apart millions of tiny HTTP chunks would take the processor from other cases.
    """
    if end == (marks[-1][1] if marks else 0):
        return
    if len(marks) >= most:
        marks.pop()
    elif len(marks) == most - 1 and end < most * _LEAST:
        raise FaultError(f"it comes in pieces of {end / most:.1f} bytes, {most} of them so far")
    marks.append((at, end))


def _as_unpacked(headers: Headers) -> Headers:
    if not any(name.lower() == "content-encoding" for name, _ in headers):
        return headers
    return tuple((name, value) for name, value in headers if name.lower() not in _OF_PACKING)


def _chunks(body: bytes, marks: list[tuple[float, int]]) -> tuple[Chunk, ...]:
    if len(marks) == 1:
        return (Chunk(body, marks[0][0]),)
    ends = [0, *(end for _, end in marks)]
    return tuple(
        Chunk(body[start:end], at)
        for (start, end), (at, _) in zip(pairwise(ends), marks, strict=True)
    )
