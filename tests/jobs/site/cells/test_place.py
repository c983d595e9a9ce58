"""Where findings stand: in made-up exchanges of every framing, and in all that was recorded."""

from __future__ import annotations

import json
from base64 import b64encode
from collections import Counter
from functools import lru_cache
from pathlib import PurePosixPath

import pytest

from tests.support.root import ROOT
from toolwire.dialects import load_dialect
from toolwire.io.framing import eventstream
from toolwire.io.framing.spans import payload_of
from toolwire.io.json_text import parse
from toolwire.jobs.site.cells.place import FindingPlace, PlaceKind, place_of, stream_of
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Mode, Request, Response
from toolwire.model.observation import Finding, Observation, Severity
from toolwire.results import read
from toolwire.transport.cassette.file import Cassette
from toolwire.transport.cassette.file import load as load_cassette

BODY = b'{"a": {"b": [1, "x"]}, "status": "done", "": 0}'
SSE = b': alive\n\nevent: x\ndata: {"a":\ndata: {"b": 2}}\n\ndata: [DONE]\n\n'
FRAMES = eventstream.encode({":event-type": "x"}, b'{"a":7}') + eventstream.encode(
    {}, json.dumps({"bytes": b64encode(b'{"t":1}').decode()}).encode()
)
LEVELS = {EvidenceLevel.RECORDED, EvidenceLevel.LIVE}
#: What findings of the shipped cassettes lead to; never to nothing.
FOUND = {
    PlaceKind.VALUE,
    PlaceKind.MISSING,
    PlaceKind.STATUS,
    PlaceKind.BODY,
    PlaceKind.END,
    PlaceKind.EVENT,
}
#: 8,667 on 2026-11-23, 5,119 of them of new members; a cassette that is recorded anew has others.
MOST_OF_THEM, MOST_NEW = 6_000, 3_000


def at(pointer: str, *bodies: bytes, actual: object = None, sent: bytes = b"{}") -> FindingPlace:
    """Return where a pointer leads to in responses with these bodies."""
    pairs = [
        (Request("POST", "https://h.example/", (), sent), Response(200, (("X-A", "1"),), body))
        for body in bodies
    ]
    found = Finding("TC304", Severity.ERROR, pointer, "", None, actual)  # type: ignore[arg-type]
    return place_of(found, pairs)


def shown(place: FindingPlace, body: bytes) -> bytes:
    """Return the bytes of a place."""
    assert place.span is not None
    return body[place.span.start : place.span.end]


@pytest.mark.parametrize(
    ("pointer", "body", "kind", "bytes_"),
    [
        ("/a/b/1", BODY, PlaceKind.VALUE, b'"x"'),
        ("/a/b", BODY, PlaceKind.VALUE, b'"b": [1, "x"]'),
        ("/status", BODY, PlaceKind.VALUE, b'"status": "done"'),
        ("step[1]/status", BODY, PlaceKind.VALUE, b'"status": "done"'),
        ("step[1]/a/b/0", BODY, PlaceKind.VALUE, b"1"),
        ("/", BODY, PlaceKind.VALUE, b'"": 0'),
        ("/a/c/d", BODY, PlaceKind.MISSING, b'{"b": [1, "x"]}'),
        ("/a/b/2", BODY, PlaceKind.MISSING, b'[1, "x"]'),
        ("/a/b/1/y", BODY, PlaceKind.WITHIN, b'"x"'),
        ("event[0]/a/b", SSE, PlaceKind.VALUE, b'"b": 2'),
        ("event[0]/a", SSE, PlaceKind.VALUE, b'"a":\ndata: {"b": 2}'),
        ("event[0]/z", SSE, PlaceKind.MISSING, b'{"a":\ndata: {"b": 2}}'),
        ("event[1]", SSE, PlaceKind.EVENT, b"[DONE]"),
        ("event[2]", SSE, PlaceKind.END, b""),
        ("event[0]/a", FRAMES, PlaceKind.VALUE, b'"a":7'),
        ("event[1]/t", FRAMES, PlaceKind.WITHIN, b'"bytes": "eyJ0IjoxfQ=="'),
        ("event[1]/x/0", b'{"x":[1]}\n{"x":[2]}\n', PlaceKind.VALUE, b"2"),
        ("event[1]/x", b'[{"x":1}\r\n,\r\n{"x":2}]', PlaceKind.VALUE, b'"x":2'),
    ],
)
def test_a_pointer_leads_to_its_bytes(
    pointer: str, body: bytes, kind: PlaceKind, bytes_: bytes
) -> None:
    """In each framing, for members that are there, that are missing, and within values."""
    place = at(pointer, body)
    assert place.kind is kind
    assert shown(place, body) == bytes_


@pytest.mark.parametrize(
    ("pointer", "kind"),
    [
        ("", PlaceKind.BODY),
        ("step[1]/", PlaceKind.BODY),
        ("status", PlaceKind.STATUS),
        ("header[x-a]", PlaceKind.HEADER),
        ("step[1]/header[x-b]", PlaceKind.NO_HEADER),
        ("request", PlaceKind.BODY),
        ("step[2]/a", PlaceKind.NOWHERE),
        ("step[0]/a", PlaceKind.NOWHERE),
        ("event[0]/a", PlaceKind.MISSING),
        ("event[9]", PlaceKind.NOWHERE),
        ("event[99999999999]", PlaceKind.NOWHERE),
    ],
)
def test_what_is_no_part_of_a_body_is_told_apart(pointer: str, kind: PlaceKind) -> None:
    """The status, headers, the whole body, and pointers that lead to nothing there is."""
    assert at(pointer, b'{"b":1}').kind is kind


def test_the_status_of_http_is_told_from_a_member_of_that_name() -> None:
    """Within a step both are written alike; what was found says which is meant."""
    assert at("step[1]/status", BODY, actual=200).kind is PlaceKind.STATUS
    assert at("step[1]/status", BODY, actual="done").kind is PlaceKind.VALUE


def test_a_pointer_into_the_request_leads_to_the_request() -> None:
    """Of the step it names."""
    place = at("step[2]/request/tools/0", b"{}", b"{}", sent=b'{"tools":[true]}')
    assert (place.exchange, place.sent, place.span) == (1, True, (10, 14))


def test_bytes_that_are_no_json_have_no_place() -> None:
    """A body or event that is cut off is not guessed at."""
    assert at("/a", b'{"a":').kind is PlaceKind.NOWHERE
    assert at("event[0]/a", b'data: {"a":\n\n').kind is PlaceKind.NOWHERE
    assert at("event[0]/a", b'[{"a":1},{"a"').kind is PlaceKind.NOWHERE


@lru_cache(maxsize=1)
def recorded() -> tuple[tuple[Observation, Cassette], ...]:
    """Return what the committed report says of shipped cassettes, each with its own."""
    kept: dict[str, Cassette] = {}
    found = []
    for seen in read(ROOT / "reports" / "2026-11-23" / "results.jsonl.gz"):
        source = seen.evidence.source
        if seen.evidence.level in LEVELS and seen.findings:
            if source not in kept:
                kept[source] = load_cassette(ROOT / "cassettes", PurePosixPath(source))
            if kept[source].sha256 == seen.evidence.sha256:
                found.append((seen, kept[source]))
    return tuple(found)


def test_every_recorded_finding_is_located() -> None:
    """Each finding of our own recordings has a place, and what is absent is absent there."""
    counts: Counter[PlaceKind] = Counter()
    for seen, cassette in recorded():
        for finding in seen.findings:
            place = place_of(finding, cassette.exchanges)
            counts[place.kind] += 1
            absent = finding.actual == "absent"
            assert absent == (place.kind in (PlaceKind.MISSING, PlaceKind.END)), finding
    assert counts.keys() == FOUND
    assert counts.total() > MOST_OF_THEM


#: What drift calls a JSON type -> how its bytes begin.
KINDS = {"string": b'"', "object": b"{", "array": b"[", "boolean": b"tf", "null": b"n"}


def test_the_bytes_of_a_new_member_are_of_the_type_that_was_found() -> None:
    """Of each member that a schema does not know, results have the type: the bytes have it too."""
    looked = 0
    for seen, cassette in recorded():
        for finding in seen.findings:
            if finding.rule != "TC190":
                continue
            place = place_of(finding, cassette.exchanges)
            body = cassette.exchanges[place.exchange][1].body
            name, _, value = shown(place, body).partition(b":")
            assert parse(name) == finding.pointer.rpartition("/")[2]
            begins = KINDS.get(str(finding.actual), b"-0123456789")
            assert value.lstrip()[:1] in {bytes([one]) for one in begins}, finding
            looked += 1
    assert looked > MOST_NEW


def test_events_have_the_numbers_that_findings_use() -> None:
    """In every recorded stream, each event has the payload that its dialect read under that number."""
    streams = 0
    seen_before: set[str] = set()
    for seen, cassette in recorded():
        if seen.mode is not Mode.STREAMING or cassette.source in seen_before:
            continue
        seen_before.add(cassette.source)
        for request, response in cassette.exchanges:
            exchange = Exchange(request, response, Evidence(EvidenceLevel.RECORDED, "x"))
            reading = load_dialect(seen.dialect).decode(exchange)
            if reading.mode is not Mode.STREAMING:
                continue
            spans = stream_of(response.body)
            assert spans is not None
            texts = [payload_of(response.body, one).decode() for one in spans.events]
            assert texts == [event.data for event in reading.events]
            streams += 1
    assert streams > 500
