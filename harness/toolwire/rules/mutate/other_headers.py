"""Headers of a request with another value that a format's SDKs send."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from toolwire.dialects import Dialect
from toolwire.model.exchange import Request


def header_of(name: str, value: str) -> str:
    """Return the key of a header with a value."""
    return f"{name}: {value}"


def with_headers(dialect: Dialect, request: Request, keys: Collection[str]) -> Request:
    """Return a request in which some headers have the value that the format's SDKs send."""
    neutral = dialect.wire.neutral
    told = () if neutral is None else neutral.headers
    other = {name: value for name, value in told if header_of(name, value) in keys}
    if not other:
        return request
    headers = tuple((name, other.get(name.lower(), value)) for name, value in request.headers)
    return replace(request, headers=headers)
