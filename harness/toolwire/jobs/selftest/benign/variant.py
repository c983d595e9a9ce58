"""What a benign variant is: a clean answer, written in another way that says the same."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from toolwire.model.exchange import Exchange, Headers
from toolwire.model.reply import Reading


@dataclass(frozen=True, slots=True)
class BenignVariant:
    """One way to say the same.

    Attributes:
        name: in a few words, with hyphens.
        why: who does so, or what allows it.
        apply: what was read in a clean exchange -> the exchange written otherwise; None where
            there is nothing to write otherwise.
        form: of the ids that calls have afterwards, by its number in the dialect's; None where
            they have the same.
    """

    name: str
    why: str
    apply: Callable[[Reading], Exchange | None]
    form: int | None = None


def with_body(exchange: Exchange, body: bytes) -> Exchange | None:
    """Return the exchange with another body; None where it is the same."""
    if body == exchange.response.body:
        return None
    return replace(exchange, response=replace(exchange.response, body=body, chunks=()))


def with_headers(exchange: Exchange, headers: Headers) -> Exchange | None:
    """Return the exchange with other headers of the response; None where they are the same."""
    if headers == exchange.response.headers:
        return None
    return replace(exchange, response=replace(exchange.response, headers=headers))
