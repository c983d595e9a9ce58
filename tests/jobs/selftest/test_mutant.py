"""The generic mutator: one change in one place, every time another."""

from __future__ import annotations

import copy
from collections import Counter
from functools import cache

import pytest

from toolwire.dialects import DIALECTS, load_dialect
from toolwire.dialects.exempt import COMMON, Operator
from toolwire.dialects.schemas import validator
from toolwire.io.json_text import canonical, parse
from toolwire.jobs.selftest.exempt_places import reason_for
from toolwire.jobs.selftest.generic import mutants
from toolwire.jobs.selftest.header_mutants import around
from toolwire.jobs.selftest.mutant import Mutant
from toolwire.jobs.selftest.planting import answers, planted
from toolwire.jobs.selftest.refusals import refusals
from toolwire.jobs.selftest.stream_mutants import streamed
from toolwire.model.conversation import Json
from toolwire.model.exchange import Mode
from toolwire.rules.mutate.document_edit import changes, respelled
from toolwire.rules.mutate.document_place import place_of
from toolwire.rules.mutate.other_values import Words, others, words_of
from toolwire.rules.mutate.scenarios import clean, every_clean

DOCUMENT: Json = {"a": [1, {"b_c": "x"}], "dE": None, "f": {}}


def never(_place: str) -> bool:
    """Close no place."""
    return False


@cache
def of(name: str) -> list[Mutant]:
    """Return the mutants of a dialect, as a measurement makes them."""
    spoken = load_dialect(name)
    return list(planted(spoken, answers(spoken)))


def test_every_place_is_changed_by_every_operator_that_fits() -> None:
    """Members are dropped, renamed, nulled and retyped; elements also doubled and moved."""
    made = {(change.operator.value, place_of(change.path)) for change in changes(DOCUMENT)}
    assert made == {
        *((o, p) for o in ("drop", "rename", "retype") for p in ("/a", "/dE", "/f", "/a/*/b_c")),
        *(("null", p) for p in ("/a", "/f", "/a/*", "/a/*/b_c")),
        *((o, "/a/*") for o in ("drop", "duplicate", "reorder", "retype", "disagree", "negate")),
        ("disagree", "/a/*/b_c"),
    }


def test_another_value_is_of_the_same_type() -> None:
    """A word of a closed set becomes its other words; a count rises, and falls below zero."""
    words: Words = {"status": (frozenset({"in_progress", "completed", "incomplete"}),)}
    made = {
        name: [(o.value, new) for o, new in others((name,), value, words)]
        for name, value in {"status": "completed", "n": 0, "on": True, "t": "a b", "e": ""}.items()
    }
    assert made == {
        "status": [("disagree", "in_progress"), ("disagree", "incomplete")],
        "n": [("disagree", 1), ("negate", -1)],
        "on": [("disagree", False)],
        "t": [("disagree", "a a")],
        "e": [("disagree", "x")],
    }
    assert [
        *others(("o",), {}, words),
        *others(("l",), [], words),
        *others(("z",), None, words),
    ] == []


@pytest.mark.parametrize("name", DIALECTS)
def test_closed_sets_are_those_of_the_published_types(name: str) -> None:
    """Each is of at least two words; a dialect with stop words has more than one set."""
    sets = [found for of_name in words_of(name).values() for found in of_name]
    assert sets
    assert min(map(len, sets)) > 1


def test_what_stands_around_a_body_is_changed_too() -> None:
    """The status becomes one of the other kind; each header is lost, or says otherwise."""
    response = clean(load_dialect("cohere-v2"), "single_call", Mode.BLOCKING).response
    made = list(around(response))
    assert [new.status for _, place, new in made if place == "status"] == [400, 429, 500]
    types = {new.header("content-type") for _, p, new in made if p == "header/content-type"}
    assert types == {None, "text/event-stream", "text/plain", "text/html"}
    added = {(p, new.header(p.partition("/")[2])) for _, p, new in made if "content-" in p}
    assert {("header/content-encoding", "gzip"), ("header/content-length", "7")} <= added
    assert all(new.body == response.body for _, _, new in made)


@pytest.mark.parametrize("name", DIALECTS)
def test_errors_come_in_every_status(name: str) -> None:
    """Each is read as an error with its status."""
    spoken = load_dialect(name)
    found = [spoken.decode(exchange) for _, _, exchange in refusals(spoken)]
    assert len({reading.exchange.response.status for reading in found}) == len(found) > 5
    assert all(reading.reply.error is not None for reading in found)


def test_what_does_not_count_anywhere_exists_somewhere() -> None:
    """A common exemption that fits no mutant of any dialect is stale."""
    known = {(mutant.operator, mutant.place) for name in DIALECTS for mutant in of(name)}
    stale = [
        (entry.reason, operator, place)
        for entry in COMMON
        for place in entry.places
        for operator in entry.operators
        if (operator, place) not in known
    ]
    assert stale == []


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
        found = [m.exchange.response for m in mutants(scenario, mode, exchange, never)]
        made = [(response.status, response.headers, response.body) for response in found]
        clean_one = exchange.response
        assert (clean_one.status, clean_one.headers, clean_one.body) not in made
        assert len(set(made)) == len(made)
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
