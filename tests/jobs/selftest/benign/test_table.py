"""The table of benign variants: all of use, none that changes what was there, no stale fact."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from toolwire.dialects import DIALECTS, load_dialect
from toolwire.io.json_text import parse
from toolwire.jobs.selftest.benign import VARIANTS, varied
from toolwire.jobs.selftest.benign.stated_variants import MOST_FORMS
from toolwire.model.conversation import Json
from toolwire.model.reply import ABSENT, Reading
from toolwire.rules.mutate.document_place import place_of, walk
from toolwire.rules.mutate.scenarios import every_clean


@cache
def readings(name: str) -> tuple[Reading, ...]:
    """Return what is read in the clean exchanges of a dialect."""
    dialect = load_dialect(name)
    return tuple(dialect.decode(exchange) for _, _, exchange in every_clean(dialect))


@cache
def applied(name: str) -> frozenset[str]:
    """Return the variants that a dialect's clean exchanges have."""
    return frozenset(variant.name for read in readings(name) for variant, _ in varied(read))


@cache
def places(name: str) -> frozenset[str]:
    """Return every place of the clean answers of a dialect."""
    return frozenset(place for read in readings(name) for place in _places(read))


def _places(read: Reading) -> Iterator[str]:
    documents: list[Json] = [event.json for event in read.events if event.json is not ABSENT]
    if read.body is not ABSENT:
        documents.append(read.body)
    for document in documents:
        yield from (place_of(path) for path, _ in walk(document))


def test_names_are_unique_and_each_variant_is_of_use() -> None:
    """Each name is in the table once, and applies to a clean exchange of some dialect."""
    names = [variant.name for variant in VARIANTS]
    assert len(set(names)) == len(names)
    assert set(names) == {name for dialect in DIALECTS for name in applied(dialect)}


@pytest.mark.parametrize("name", DIALECTS)
def test_a_variant_is_another_exchange_with_the_same_request(name: str) -> None:
    """The answer alone is written otherwise; a pure function leaves what it was given as it was."""
    for read in readings(name):
        before = (read.exchange.response.body, read.exchange.response.headers)
        for variant, exchange in varied(read):
            assert exchange.request is read.exchange.request, variant.name
            response = exchange.response
            assert response.status == read.exchange.response.status
            assert (response.body, response.headers, response.chunks) != (*before, ()), variant.name
        assert (read.exchange.response.body, read.exchange.response.headers) == before


@pytest.mark.parametrize("name", DIALECTS)
def test_what_a_dialects_clients_notice_is_a_variant_that_it_would_have(name: str) -> None:
    """An exception for a variant that the dialect cannot have, or that is none, is stale."""
    noticed = load_dialect(name).wire.benign.noticed
    could = {
        variant.name
        for variant in VARIANTS
        for read in readings(name)
        if variant.apply(read) is not None
    }
    assert set(noticed) <= could
    assert all(reason for reason in noticed.values())
    assert not applied(name) & set(noticed)


@pytest.mark.parametrize("name", DIALECTS)
def test_the_places_of_a_form_are_there(name: str) -> None:
    """What is left out or spelled otherwise is in some clean answer; what is added is in none."""
    form = load_dialect(name).wire.benign
    known = places(name)
    assert {place for place in (*form.unsaid, *form.floats) if place not in known} == set()
    assert {place.removesuffix("/...") for place in form.closed} - known == set()
    holders = {place.rpartition("/")[0] for place in (*form.added, *form.nulls)}
    assert holders - known - {""} == set()
    assert len(form.ids) <= MOST_FORMS


@pytest.mark.parametrize("name", DIALECTS)
def test_an_id_of_every_form_is_read(name: str) -> None:
    """The forms of a dialect's ids are each given to calls, and there are none without calls."""
    form = load_dialect(name).wire.benign
    numbered = {f"other-ids-{number}" for number, _ in enumerate(form.ids, start=1)}
    assert {variant for variant in applied(name) if variant.startswith("other-ids")} == numbered
    calls = load_dialect(name).wire.calls
    assert bool(form.ids) is bool(calls and calls.id)


def test_an_escaped_letter_is_the_same_document() -> None:
    """What a spelling changes is bytes and no value."""
    for variant in VARIANTS:
        if variant.name in {"letters-escaped", "html-escaped", "members-by-name", "indented"}:
            read = next(r for r in readings("openai-chat") if r.body is not ABSENT)
            exchange = variant.apply(read)
            assert exchange is None or parse(exchange.response.body) == read.body
