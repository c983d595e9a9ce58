"""What our dialects decode from recorded traffic, against what the vendors' SDKs decode."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support.sdk_rows import calls_of_reply, calls_of_row, rows
from toolwire.dialects import DIALECTS, load_dialect
from toolwire.model.exchange import Exchange, Fidelity
from toolwire.model.reply import Reading, Reply
from toolwire.traffic import Unreadable, read

DISAGREEMENTS = Path(__file__).parent / "disagreements"
#: Kinds of SDK failure for which the row says what a tolerant decoder should see.
TOLERANT = ("helper", "lossy")
AGREEMENT = 0.995
#: Dialects of which nobody's recorded traffic is in the corpus: their own tests prove them
#: against the documentation. The first recorded line takes a name out of here.
UNRECORDED = ("chatml", "cohere-v1", "prompted")
#: Part of a call that an SDK's types may show nothing of -> its place in a compared call.
UNSEEN = {"id": 2, "arguments": 3}


@cache
def _exchanges(path: Path) -> tuple[Exchange | Unreadable, ...]:
    return tuple(read([path]))


@cache
def _readings(shared: Path, name: str) -> tuple[tuple[Mapping[str, Any], Reading], ...]:
    """Decode every exchange whose row belongs to a dialect; any exception fails the test."""
    mine = (row for row in rows(shared) if row.dialect == name)
    return tuple((row.members, row.reading()) for row in mine)


def _differences(row: Mapping[str, Any], reply: Reply) -> Iterator[str]:
    if reply.text != row["text"]:
        yield "text"
    if calls_of_reply(reply) != calls_of_row(row):
        yield "tool_calls"
    if reply.stop != row["stop"]:
        yield "stop"


def _found(shared: Path, name: str, *, tolerant: bool) -> tuple[int, set[tuple[str, int, str]]]:
    """Return the number of rows compared, and (file, line, field) of each difference."""
    rows = [
        (row, reading)
        for row, reading in _readings(shared, name)
        if (row["error_kind"] in TOLERANT if tolerant else row["outcome"] == "ok")
    ]
    differences = {
        (row["file"], row["line"], field)
        for row, reading in rows
        for field in _differences(row, reading.reply)
    }
    return len(rows), differences


def _listed(name: str) -> list[dict[str, Any]]:
    path = DISAGREEMENTS / f"{name}.yaml"
    return (yaml.safe_load(path.read_text(encoding="utf-8")) or []) if path.exists() else []


def _artefacts(name: str) -> set[tuple[str, int]]:
    """Return the lines that no server ever sent: fixtures put together by hand."""
    return {(e["file"], e["line"]) for e in _listed(name) if e.get("artefact")}


def _unseen(name: str) -> dict[tuple[str, int], str]:
    """Return the lines with a part of a call that the SDK shows nothing of, and which part."""
    return {(e["file"], e["line"]): e["unseen"] for e in _listed(name) if "unseen" in e}


def _served(name: str) -> set[tuple[str, int]]:
    """Return the lines whose row lists a call that the service itself runs as the client's."""
    return {(e["file"], e["line"]) for e in _listed(name) if e.get("served")}


@pytest.mark.parametrize("name", DIALECTS)
def test_decoding_agrees_with_the_official_sdk(shared: Path, name: str) -> None:
    """At least 99.5 % of the rows the SDK could read have the same text, calls and stop.

    Where the SDK declares no view of a part of a call, the rest of the row is compared.
    """
    total, differences = _found(shared, name, tolerant=False)
    excused = {*_unseen(name)} | _served(name)
    lines = {(file, line) for file, line, _ in differences} - excused
    assert (total == 0) is (name in UNRECORDED)
    assert len(lines) <= total * (1 - AGREEMENT), sorted(differences)


def test_decoding_agrees_over_all_dialects_artefacts_included(shared: Path) -> None:
    """The same holds of all dialects together when hand-made fixtures count as misses."""
    found = [_found(shared, name, tolerant=False) for name in DIALECTS]
    lines = {(file, line) for _, differences in found for file, line, _ in differences}
    total = sum(count for count, _ in found)
    assert total > 3000
    assert len(lines) <= total * (1 - AGREEMENT), sorted(lines)


@pytest.mark.parametrize("name", DIALECTS)
def test_an_artefact_is_one_by_its_stored_form(shared: Path, name: str) -> None:
    """Only recordings kept without their request may be called put together by hand."""
    artefacts = _artefacts(name)
    assert len(artefacts) <= 8
    for file, line in artefacts:
        exchange = _exchanges(shared / "corpus" / file)[line - 1]
        assert isinstance(exchange, Exchange)
        assert exchange.fidelity is Fidelity.EDITED


@pytest.mark.parametrize("name", DIALECTS)
def test_what_an_sdk_shows_nothing_of_is_all_that_differs(shared: Path, name: str) -> None:
    """The part is null in the SDK's view for a reason that holds, and the rest agrees."""
    unseen = _unseen(name)
    rows = _readings(shared, name)
    seen = set()
    for row, reading in rows:
        place = (row["file"], row["line"])
        part = unseen.get(place)
        if part is None:
            continue
        seen.add(place)
        mine, theirs = calls_of_reply(reading.reply), calls_of_row(row)
        at = UNSEEN[part]
        assert list(_differences(row, reading.reply)) == ["tool_calls"], place
        assert all(call[at] is None for call in theirs), place
        assert any(call[at] is not None for call in mine), place
        assert [(*c[:at], *c[at + 1 :]) for c in mine] == [(*c[:at], *c[at + 1 :]) for c in theirs]
        # No type of the SDK has an id, or these arguments came in pieces it passes on as such.
        assert part != "id" or not any(c["id"] for r, _ in rows for c in r["tool_calls"]), place
        assert part != "arguments" or "partialArgs" in row["notes"], place
    assert seen == unseen.keys()


@pytest.mark.parametrize("name", DIALECTS)
def test_a_served_call_is_marked_as_one_and_all_that_differs(shared: Path, name: str) -> None:
    """The corpus' README keeps such calls out of rows; the wire marks those that slipped in."""
    served = _served(name)
    seen = set()
    for row, reading in _readings(shared, name):
        place = (row["file"], row["line"])
        if place not in served:
            continue
        seen.add(place)
        mine, theirs = calls_of_reply(reading.reply), calls_of_row(row)
        extra = [call for call in theirs if call not in mine]
        blocks = json.loads(reading.reply.echo or b"[]")
        members = [item for block in blocks for item in (block, *block.values())]
        marked = {
            item.get("toolUseId", item.get("id"))
            for item in members
            if isinstance(item, dict) and item.get("type") == "server_tool_use"
        }
        assert list(_differences(row, reading.reply)) == ["tool_calls"], place
        assert [call for call in theirs if call in mine] == mine, place
        assert {call[2] for call in extra} <= marked, place
        assert extra, place
    assert seen == served


@pytest.mark.parametrize("name", DIALECTS)
def test_every_disagreement_is_listed_with_its_reason(shared: Path, name: str) -> None:
    """The table holds exactly the differences there are, tolerant rows included."""
    differences = set.union(*(_found(shared, name, tolerant=t)[1] for t in (False, True)))
    listed = _listed(name)
    keys = {(entry["file"], entry["line"], entry["field"]) for entry in listed}
    assert differences - keys == set(), "differences that are not in the table"
    assert keys - differences == set(), "entries of the table that no longer differ"
    assert len(keys) == len(listed), "an entry stands twice in the table"
    assert all(entry["reason"].strip() for entry in listed)


@pytest.mark.parametrize("name", DIALECTS)
def test_what_breaks_the_sdk_stream_helper_is_decoded(shared: Path, name: str) -> None:
    """Rows on which the SDK's helper fails or loses parts agree as well as the others."""
    total, differences = _found(shared, name, tolerant=True)
    assert len({key[:2] for key in differences}) <= total * (1 - AGREEMENT), sorted(differences)


@pytest.mark.parametrize("name", DIALECTS)
def test_an_error_of_the_sdk_is_an_error_of_the_reply(shared: Path, name: str) -> None:
    """Error statuses and error events give an error, and a successful row gives none."""
    for row, reading in _readings(shared, name):
        place = (row["file"], row["line"])
        if row["error_kind"] in ("http_status", "stream_error"):
            assert reading.reply.error is not None, place
            assert not reading.ok, place
        elif row["outcome"] == "ok":
            assert reading.reply.error is None, place


@pytest.mark.parametrize("name", DIALECTS)
def test_no_recorded_exchange_breaks_a_dialect(shared: Path, name: str) -> None:
    """Every line of the corpus, of whatever format, can be decoded, seen and described."""
    spoken = load_dialect(name)
    count = 0
    for path in sorted((shared / "corpus").glob("*/*.jsonl")):
        for exchange in _exchanges(path):
            assert isinstance(exchange, Exchange), exchange
            reading = spoken.decode(exchange)
            assert reading.exchange is exchange
            assert 0.0 <= spoken.recognise(exchange).confidence <= 1.0
            assert all(isinstance(word, str) for word in spoken.facets(reading).values())
            count += 1
    assert count > 3000
