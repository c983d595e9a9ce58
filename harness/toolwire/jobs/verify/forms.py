"""What the dialects look like from outside, in the order in which equally sure ones are named.

Headers after the official SDKs: openai 3.52.0, anthropic 2.11.0, google-genai 3.4.0, cohere
6.1.0, ollama 0.6.3, boto3 1.44.5; read 2026-11-21.
"""

from __future__ import annotations

from functools import cache

from toolwire.dialects import dialects, load_dialect
from toolwire.dialects.wire import Compatibility


def form_of(name: str) -> Compatibility:
    """Return the form of a dialect."""
    return load_dialect(name).wire.form


@cache
def ranked() -> tuple[str, ...]:
    """Return the names of all dialects; of equally sure ones the first is named."""
    found = sorted(dialects(), key=lambda one: one.wire.form.rank)
    return tuple(one.name for one in found)


@cache
def detected() -> tuple[str, ...]:
    """Return the names of the dialects that are looked for."""
    return tuple(name for name in ranked() if form_of(name).detected)


@cache
def signed() -> str:
    """Return the name of the dialect whose requests are signed."""
    return next(name for name in ranked() if form_of(name).signed)


@cache
def key_headers() -> tuple[str, ...]:
    """Return the headers that a key may go into, in lower case."""
    auths = (auth for one in dialects() for auth in one.wire.form.auths)
    return tuple(sorted({auth.header.lower() for auth in auths}))
