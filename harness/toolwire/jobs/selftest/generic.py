"""Mutants of a clean exchange that no rule had in mind."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from toolwire.dialects.exempt import Operator
from toolwire.io.json_text import dump, parse
from toolwire.jobs.selftest.document_mutants import changes
from toolwire.jobs.selftest.mutant import Mutant, place_of
from toolwire.jobs.selftest.stream_mutants import streamed
from toolwire.model.exchange import Exchange, Mode


def mutants(
    scenario: str, mode: Mode, exchange: Exchange, closed: Callable[[str], bool]
) -> Iterator[Mutant]:
    """Yield an exchange's mutants, each different from it and from the others.

    Args:
        scenario: name of the exchange.
        mode: how it was answered.
        exchange: a clean one.
        closed: whether nothing inside a place is to be changed.
    """
    body = exchange.response.body
    seen = {body}
    change = streamed if mode is Mode.STREAMING else _blocking
    for operator, place, data in change(body, closed):
        if data not in seen:
            seen.add(data)
            response = replace(exchange.response, body=data, chunks=())
            changed = replace(exchange, response=response)
            yield Mutant(operator, place, scenario, mode, changed)


def _blocking(body: bytes, closed: Callable[[str], bool]) -> Iterator[tuple[Operator, str, bytes]]:
    for change in changes(parse(body), lambda path: closed(f"body{place_of(path)}")):
        yield change.operator, f"body{place_of(change.path)}", dump(change.document)
    yield Operator.TRUNCATE, "in-the-middle", body[: len(body) // 2]
    yield Operator.TRUNCATE, "in-the-last-byte", body[:-1]
