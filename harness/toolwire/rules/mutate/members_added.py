"""Members of a request that change nothing, and what SDKs write behind its address and into its headers."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Final

from toolwire.dialects import Dialect
from toolwire.dialects.neutral import NeutralMember
from toolwire.io.json_text import dump, parse
from toolwire.model.exchange import Request
from toolwire.rules.mutate.placed import changed_at

__all__ = [
    "LARGE",
    "LARGE_BODY",
    "QUERY",
    "header_of",
    "query_of",
    "with_headers",
    "with_members",
    "with_queries",
]

#: How the key begins of what stands behind an address.
QUERY: Final = "?"
#: A body of many bytes and few tokens: blanks between its members are as good as none.
LARGE: Final = "large_body"
#: Bytes of a body that is larger than what frameworks take unless they are told otherwise (Express: 100 kB).
LARGE_BODY: Final = 131_072


def with_queries(dialect: Dialect, request: Request, keys: Collection[str]) -> Request:
    """Return a request with some of what SDKs write behind the address, each key as it stands there.

    What stands there under the same name is no longer there, and nothing does for a name alone. Several
    that are one key stand behind the others in their order.
    """
    neutral = dialect.wire.neutral
    known = () if neutral is None else (*neutral.queries, *neutral.stream_queries)
    told = [one for one in known if query_of(one) in keys]
    if not told:
        return request
    address, _, query = request.url.partition(QUERY)
    names = {part.partition("=")[0] for one in told for part in one.split("&")}
    kept = [one for one in query.split("&") if one and one.partition("=")[0] not in names]
    now = "&".join((*kept, *(one for one in told if "=" in one)))
    return replace(request, url=f"{address}{QUERY}{now}" if now else address)


def query_of(words: str) -> str:
    """Return the key of what stands behind an address."""
    return f"{QUERY}{words}"


def header_of(name: str, value: str) -> str:
    """Return the key of a header with a value."""
    return f"{name}: {value}"


def with_headers(dialect: Dialect, request: Request, keys: Collection[str]) -> Request:
    """Return a request in which some headers have the value that the format's clients send, be they new in it."""
    neutral = dialect.wire.neutral
    told = () if neutral is None else neutral.headers
    other = {name: value for name, value in told if header_of(name, value) in keys}
    if not other:
        return request
    headers = tuple((name, other.get(name.lower(), value)) for name, value in request.headers)
    known = {name.lower() for name, _ in headers}
    more = tuple((name, value) for name, value in other.items() if name not in known)
    return replace(request, headers=(*headers, *more))


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
