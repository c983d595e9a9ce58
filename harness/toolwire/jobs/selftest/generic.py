"""Mutants of a clean exchange that no rule had in mind."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from toolwire.dialects.exempt import Operator
from toolwire.io.json_text import dump, parse
from toolwire.jobs.selftest.header_mutants import around
from toolwire.jobs.selftest.mutant import Mutant
from toolwire.jobs.selftest.stream_mutants import streamed
from toolwire.model.exchange import Exchange, Mode
from toolwire.rules.mutate.document_edit import changes
from toolwire.rules.mutate.document_place import place_of
from toolwire.rules.mutate.other_values import NO_WORDS, Words


def mutants(
    scenario: str,
    mode: Mode,
    exchange: Exchange,
    closed: Callable[[str], bool],
    words: Words = NO_WORDS,
) -> Iterator[Mutant]:
    """Yield an exchange's mutants, each different from it and from the others.

    Args:
        scenario: name of the exchange.
        mode: how it was answered.
        exchange: a clean one.
        closed: whether nothing inside a place is to be changed.
        words: the closed sets of words of the exchange's format.
    """
    body = exchange.response.body
    seen = {body}
    # An error is one document in either mode.
    framed = mode is Mode.STREAMING and exchange.response.status < 400
    root = "error" if exchange.response.status >= 400 else "body"
    changed = streamed(body, closed, words) if framed else _document(root, body, closed, words)
    for operator, place, data in changed:
        if data not in seen:
            seen.add(data)
            response = replace(exchange.response, body=data, chunks=())
            made = replace(exchange, response=response)
            yield Mutant(operator, place, scenario, mode, made)
    for operator, place, response in around(exchange.response):
        yield Mutant(operator, place, scenario, mode, replace(exchange, response=response))


def _document(
    root: str, body: bytes, closed: Callable[[str], bool], words: Words
) -> Iterator[tuple[Operator, str, bytes]]:
    """Yield a body that is one document with one change; `root` begins its places."""
    for change in changes(parse(body), lambda path: closed(f"{root}{place_of(path)}"), words):
        yield change.operator, f"{root}{place_of(change.path)}", dump(change.document)
    yield Operator.TRUNCATE, "in-the-middle", body[: len(body) // 2]
    yield Operator.TRUNCATE, "in-the-last-byte", body[:-1]
