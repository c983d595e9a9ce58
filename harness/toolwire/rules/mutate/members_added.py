"""Members of a request that change nothing, and what SDKs write behind its address."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Final

from toolwire.dialects import Dialect
from toolwire.dialects.neutral import NeutralMember
from toolwire.io.json_text import dump, parse
from toolwire.model.exchange import Request
from toolwire.rules.mutate.placed import changed_at

__all__ = ["LARGE", "LARGE_BODY", "QUERY", "query_of", "with_members", "with_queries"]

#: How the key begins of what stands behind an address.
QUERY: Final = "?"
LARGE: Final = "large_body"
#: Bytes of a body that is larger than what frameworks take unless they are told otherwise (Express: 100 kB).
LARGE_BODY: Final = 131_072


def with_queries(dialect: Dialect, request: Request, keys: Collection[str]) -> Request:
    """Return a request with some of what SDKs write behind the address, each key as it stands there."""
    neutral = dialect.wire.neutral
    told = () if neutral is None else tuple(one for one in neutral.queries if query_of(one) in keys)
    if not told:
        return request
    before = f"{request.url}{'&' if QUERY in request.url else QUERY}"
    return replace(request, url=before + "&".join(told))


def query_of(words: str) -> str:
    """Return the key of what stands behind an address."""
    return f"{QUERY}{words}"


def with_members(dialect: Dialect, request: Request, keys: Collection[str]) -> Request:
    """Return a request with some of the members that change nothing, and as large as is wanted."""
    if not keys:
        return request
    document = parse(request.body)
    for one in _members(dialect):
        if one.place in keys:
            document = changed_at(document, one.path, one.put)
    body = dump(document)
    return replace(request, body=body.ljust(LARGE_BODY) if LARGE in keys else body)


def _members(dialect: Dialect) -> Iterator[NeutralMember]:
    neutral = dialect.wire.neutral
    yield from () if neutral is None else neutral.every
