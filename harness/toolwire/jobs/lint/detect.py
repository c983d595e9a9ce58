"""Which dialect an exchange speaks, judged by host, path and bodies."""

from __future__ import annotations

from functools import cache, lru_cache

import msgspec

from toolwire.dialects import Dialect, Recognition, dialects
from toolwire.dialects.sighting import path_of
from toolwire.jobs.lint.endpoints import no_turn, other_body, other_endpoint
from toolwire.model.exchange import Exchange

#: Below this no dialect is named: a wrong dialect would produce findings about nothing.
THRESHOLD = 0.5
#: As sure as a dialect is of a path of its own; none is that sure of a response alone.
_AT_HOME = 0.97
_NOBODY = Recognition(0.0, "no dialect recognises it")


class Detection(msgspec.Struct, frozen=True, gc=False):
    """The dialect found.

    `dialect` is None when no dialect is sure enough, or two are equally sure; `confidence`
    is that of the best one, 0.0 to 1.0; `reason` says what was seen.
    """

    dialect: str | None
    confidence: float
    reason: str


def detect(exchange: Exchange) -> Detection:
    """Ask every dialect of the table and take the surest.

    Where the path is one dialect's own and that is sure, of the others only those are asked
    that are spoken in words, at any path.
    """
    best, name, tied = _NOBODY, None, False
    candidates = dialects()
    path = path_of(exchange.request.url) if exchange.request is not None else ""
    home = _home(path) if path else None
    other = other_endpoint(exchange, path, home=home is not None)
    if other:
        return Detection(None, 0.0, other)
    if not path and no_turn(exchange.response.body):
        return Detection(None, 0.0, "an answer of another endpoint")
    if home is not None:
        seen = home.recognise(exchange)
        if seen.confidence >= _AT_HOME:
            best, name, candidates = seen, home.name, _in_words()
    for dialect in candidates:
        sighting = dialect.recognise(exchange)
        if sighting.confidence > best.confidence:
            best, name, tied = sighting, dialect.name, False
        elif sighting.confidence == best.confidence and best.confidence:
            tied = True
    if tied:
        return Detection(None, best.confidence, "two dialects are equally likely")
    if best.confidence >= THRESHOLD:
        return Detection(name, best.confidence, best.reason)
    reason = other_body(exchange.response.body) or best.reason
    return Detection(None, best.confidence, reason)


# Exchanges of one client follow each other; a stranger's path may be long.
@lru_cache(maxsize=1)
def _home(path: str) -> Dialect | None:
    return next((found for ending, found in _homes() if path.endswith(ending)), None)


@cache
def _homes() -> tuple[tuple[str, Dialect], ...]:
    return tuple((ending, found) for found in dialects() for ending in found.paths)


@cache
def _in_words() -> tuple[Dialect, ...]:
    return tuple(found for found in dialects() if found.in_words)
