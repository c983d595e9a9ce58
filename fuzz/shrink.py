"""A smaller input that does the same: pieces are taken out as long as it does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from fuzz.item import Item
from fuzz.watch import Find, tried
from toolwire.model.exchange import Exchange

_MOST_TRIES: Final = 1500


def shrunk(item: Item, find: Find) -> Item:
    """Return a smaller input with the same find; the same one where nothing smaller has it."""
    left = _MOST_TRIES

    def same(other: Item) -> bool:
        nonlocal left
        left -= 1
        found, _ = tried(other)
        return found is not None and found.signature == find.signature

    if not same(item):
        return item
    for change in _CHANGES:
        for smaller in change(item):
            if left <= 0:
                return item
            if same(smaller):
                item = smaller
    for part in _PARTS:
        item = _less(item, part, same, lambda: left > 0)
    return item


def _without(item: Item) -> Iterator[Item]:
    found = item.exchange
    if found is None:
        return
    yield replace(item, exchange=replace(found, request=None))


def _bare(item: Item) -> Iterator[Item]:
    found = item.exchange
    if found is None:
        return
    bare = replace(found, response=replace(found.response, headers=(), chunks=()))
    yield replace(item, exchange=bare)
    if found.request is not None:
        yield replace(item, exchange=replace(bare, request=replace(found.request, headers=())))


_Part = tuple[Callable[[Item], bytes], Callable[[Item, bytes], Item]]
_CHANGES: Final = (_without, _bare)


def _response(item: Item) -> bytes:
    return item.exchange.response.body if item.exchange else b""


def _with_response(item: Item, body: bytes) -> Item:
    assert item.exchange is not None
    response = replace(item.exchange.response, body=body, chunks=())
    return replace(item, exchange=replace(item.exchange, response=response))


def _request(item: Item) -> bytes:
    return item.exchange.request.body if item.exchange and item.exchange.request else b""


def _with_request(item: Item, body: bytes) -> Item:
    assert item.exchange is not None
    assert item.exchange.request is not None
    changed: Exchange = replace(item.exchange, request=replace(item.exchange.request, body=body))
    return replace(item, exchange=changed)


def _with_data(item: Item, data: bytes) -> Item:
    return replace(item, data=data)


_PARTS: Final[tuple[_Part, ...]] = (
    (lambda item: item.data, _with_data),
    (_response, _with_response),
    (_request, _with_request),
)


def _less(item: Item, part: _Part, same: Callable[[Item], bool], going: Callable[[], bool]) -> Item:
    """Take out halves, then quarters, and so on."""
    read, put = part
    size = len(read(item)) // 2
    while size >= 1 and going():
        at = 0
        while at < len(read(item)) and going():
            data = read(item)
            smaller = put(item, data[:at] + data[at + size :])
            if same(smaller):
                item = smaller
            else:
                at += size
        size //= 2
    return item
