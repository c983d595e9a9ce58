"""What hostile servers say: scripts for the raw-socket server of the live transport's tests."""

from __future__ import annotations

import asyncio
import struct
import zlib
from functools import cache
from types import SimpleNamespace

CHUNKED = (
    b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
)


async def drip(writer: asyncio.StreamWriter, text: bytes, every: float = 0.05) -> None:
    """Write one byte after the other, slowly, and again from the start."""
    while True:
        for byte in text:
            writer.write(bytes((byte,)))
            await writer.drain()
            await asyncio.sleep(every)


async def slow_head(_: object, writer: asyncio.StreamWriter) -> None:
    """Never finish the headers."""
    await drip(writer, b"HTTP/1.1 200 OK\r\nX-A: " + b"a" * 9999)


async def slow_body(_: object, writer: asyncio.StreamWriter) -> None:
    """Send a byte of the body now and then, for ever."""
    writer.write(CHUNKED)
    await drip(writer, b"1\r\na\r\n", 0.02)


async def silent(_: object, writer: asyncio.StreamWriter) -> None:
    """Say nothing at all."""
    await asyncio.sleep(60)
    writer.close()


async def stalled(_: object, writer: asyncio.StreamWriter) -> None:
    """Send a piece, then nothing."""
    writer.write(CHUNKED + b"5\r\ndata:\r\n")
    await asyncio.sleep(60)


async def endless(_: object, writer: asyncio.StreamWriter) -> None:
    """Send events as fast as they go, for ever: two gigabytes and more."""
    event = b"data: " + b"x" * 65_000 + b"\n\n"
    writer.write(CHUNKED)
    while True:
        writer.write(b"%x\r\n%b\r\n" % (len(event), event))
        await writer.drain()


async def tiny_chunks(_: object, writer: asyncio.StreamWriter) -> None:
    """Send one byte a chunk as fast as they go, for ever."""
    writer.write(CHUNKED)
    while True:
        writer.write(b"1\r\na\r\n" * 10_000)
        await writer.drain()


async def announced(_: object, writer: asyncio.StreamWriter) -> None:
    """Announce two gigabytes and begin to send them."""
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2147483648\r\n\r\n")
    while True:
        writer.write(b"x" * 65_536)
        await writer.drain()


@cache
def bomb() -> bytes:
    """Return 200 megabytes of zeros, packed a thousandfold."""
    packer, piece, times = zlib.compressobj(9, wbits=-15), bytes(1_000_000), 200
    # Packed once: after a full flush nothing refers to what came before.
    packed = packer.compress(piece) + packer.flush(zlib.Z_FULL_FLUSH)
    check = 0
    for _ in range(times):
        check = zlib.crc32(piece, check)
    head, tail = b"\x1f\x8b\x08" + bytes(6) + b"\xff", struct.pack("<II", check, times * 1_000_000)
    return head + packed * times + packer.flush() + tail


async def reset_midway(stage: SimpleNamespace, writer: asyncio.StreamWriter) -> None:
    """Reset the connection inside a chunk."""
    writer.write(CHUNKED + b"40\r\ndata: {")
    await writer.drain()
    await asyncio.sleep(0.02)
    stage.reset(writer)
