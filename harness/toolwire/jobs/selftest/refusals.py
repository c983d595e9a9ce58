"""Clean errors of every status, beside the one of the scenarios."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from toolwire.dialects import Answer, Dialect, Refusal
from toolwire.model.exchange import Exchange, Mode
from toolwire.rules.mutate.scenarios import clean

#: Status, and the kind of error that a responder is told.
_KINDS: Final = (
    (401, "authentication"),
    (403, "permission"),
    (404, "not_found"),
    (413, "too_large"),
    (422, "invalid_request"),
    (429, "rate_limit"),
    (500, "server_error"),
    (503, "server_error"),
)


def refusals(dialect: Dialect) -> Iterator[tuple[str, Mode, Exchange]]:
    """Yield a clean error of each status, with a name as if it were a scenario."""
    asked = clean(dialect, "refused", Mode.BLOCKING)
    assert asked.request is not None
    for status, kind in _KINDS:
        refusal = Refusal(status, kind, "The request cannot be answered.")
        response = dialect.respond(asked.request, Answer(refusal=refusal))
        yield f"refused_{status}", Mode.BLOCKING, replace(asked, response=response)
