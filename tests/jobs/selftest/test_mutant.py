"""The generic mutator: one change in one place, every time another."""

from __future__ import annotations

import copy
from collections import Counter
from functools import cache

import pytest

from toolwire.dialects import DIALECTS, load_dialect
from toolwire.dialects.schemas import validator
from toolwire.io.json_text import canonical, parse
from toolwire.jobs.selftest.document_mutants import changes, respelled
from toolwire.jobs.selftest.exempt_places import is_closed, reason_for
from toolwire.jobs.selftest.generic import mutants
from toolwire.jobs.selftest.mutant import Mutant, Operator, place_of
from toolwire.jobs.selftest.stream_mutants import streamed
from toolwire.model.conversation import Json
from toolwire.model.exchange import Mode
from toolwire.rules.mutate.scenarios import clean, every_clean

DOCUMENT: Json = {"a": [1, {"b_c": "x"}], "dE": None, "f": {}}


def never(_place: str) -> bool:
    """Close no place."""
    return False


@cache
def of(name: str) -> list[Mutant]:
    """Return the mutants of a dialect, as a measurement makes them."""
    spoken = load_dialect(name)
    return [
        mutant
        for scenario, mode, exchange in every_clean(spoken)
        if spoken.decode(exchange).reply.tool_calls
        for mutant in mutants(scenario, mode, exchange, lambda place: is_closed(name, place))
    ]


def test_every_place_is_changed_by_every_operator_that_fits() -> None:
    """Members are dropped, renamed, nulled and retyped; elements also doubled and moved."""
    made = {(change.operator.value, place_of(change.path)) for change in changes(DOCUMENT)}
    assert made == {
        *((o, p) for o in ("drop", "rename", "retype") for p in ("/a", "/dE", "/f", "/a/*/b_c")),
        *(("null", p) for p in ("/a", "/f", "/a/*", "/a/*/b_c")),
        *((o, "/a/*") for o in ("drop", "duplicate", "reorder", "retype")),
    }


def test_a_change_leaves_the_document_alone() -> None:
    """What is shared between the old document and the new ones is not changed."""
    before = copy.deepcopy(DOCUMENT)
    documents = [canonical(change.document) for change in changes(DOCUMENT)]
    assert before == DOCUMENT
    assert len(set(documents)) == len(documents)
    assert canonical(DOCUMENT) not in documents


def test_nothing_inside_a_closed_place_is_changed() -> None:
    """A closed place is changed itself, and not gone into."""
    made = {place_of(change.path) for change in changes(DOCUMENT, lambda path: path == ("a",))}
    assert made == {"/a", "/dE", "/f"}


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("tool_calls", "toolCalls"),
        ("functionCall", "function_call"),
        ("toolUseId", "tool_use_id"),
        ("id", "Id"),
        ("content_block_stop", "contentBlockStop"),
    ],
)
def test_a_name_gets_another_style(name: str, other: str) -> None:
    """Renaming is what adapters do by mistake: another style, the same words."""
    assert respelled(name) == other


@pytest.mark.parametrize("name", DIALECTS)
def test_mutants_differ_from_the_clean_exchange_and_from_each_other(name: str) -> None:
    """No mutant is the clean exchange, and no two of one exchange are the same."""
    spoken = load_dialect(name)
    for scenario, mode, exchange in every_clean(spoken):
        bodies = [m.exchange.response.body for m in mutants(scenario, mode, exchange, never)]
        assert exchange.response.body not in bodies
        assert len(set(bodies)) == len(bodies)
        if scenario == "parallel_calls":
            break


@pytest.mark.parametrize("name", DIALECTS)
def test_every_operator_is_used_in_every_mode(name: str) -> None:
    """Bodies and streams are changed in all the ways there are."""
    made = Counter((mutant.mode, mutant.operator) for mutant in of(name))
    assert {operator for mode, operator in made if mode is Mode.STREAMING} == set(Operator)
    in_bodies = {operator for mode, operator in made if mode is Mode.BLOCKING}
    assert in_bodies >= set(Operator) - {Operator.REORDER}


def test_events_are_dropped_doubled_moved_and_renamed_in_place() -> None:
    """A stream's events keep their own bytes but for the one that is changed."""
    body = clean(load_dialect("anthropic-messages"), "single_call", Mode.STREAMING).response.body
    made = [(o, place, data) for o, place, data in streamed(body, never) if "/" not in place]
    dropped = {place for operator, place, _ in made if operator is Operator.DROP}
    assert {"message_start", "content_block_start", "content_block_stop", "ping"} <= dropped
    assert all(len(data) < len(body) for operator, _, data in made if operator is Operator.DROP)
    moved = [sorted(data.split(b"\n\n")) for o, _, data in made if o is Operator.REORDER]
    assert all(events == sorted(body.split(b"\n\n")) for events in moved)


@pytest.mark.parametrize("name", DIALECTS)
def test_places_that_do_not_count_exist(name: str) -> None:
    """An exemption that fits no mutant is stale and has to go."""
    stale = [
        (entry.reason, place)
        for table in (load_dialect(name).wire.exempt, load_dialect(name).wire.missed)
        for entry in table
        for place in entry.places
        if not place.endswith("/...")
        and not any(
            mutant.operator in entry.operators and place in (mutant.place, _pointer(mutant.place))
            for mutant in of(name)
        )
    ]
    assert stale == []


def _pointer(place: str) -> str:
    return place[place.index("/") :] if "/" in place else place


@pytest.mark.parametrize("name", DIALECTS)
def test_members_that_need_not_be_there_need_not_be_there(name: str) -> None:
    """Where a place does not count because a member is optional, the published type says so."""
    wrong = []
    for mutant in of(name):
        reason = reason_for(name, mutant) or ""
        if "published type does not require" in reason and mutant.operator is Operator.DROP:
            kind = "response" if mutant.mode is Mode.BLOCKING else "chunk"
            if not all(validator(name, kind).is_valid(body) for body in _bodies(name, mutant)):
                wrong.append((mutant.mode.value, mutant.place, mutant.scenario))
    assert wrong == []


def _bodies(name: str, mutant: Mutant) -> list[Json]:
    if mutant.mode is Mode.BLOCKING:
        return [parse(mutant.exchange.response.body)]
    events = load_dialect(name).decode(mutant.exchange).events
    return [event.json for event in events if isinstance(event.json, dict)]
