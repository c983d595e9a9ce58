"""Asking for a stream behind other addresses, and what a run says of a server that has one framing for all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.support.targets import target
from toolwire.dialects import DIALECTS, load_dialect
from toolwire.io.framing.json_array import encode
from toolwire.io.json_text import dump, parse
from toolwire.jobs.audit.beside.stream_addresses import STREAM_ADDRESSES
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.run import run
from toolwire.jobs.serve.server import Server
from toolwire.model.conversation import Json
from toolwire.model.exchange import Evidence, EvidenceLevel, Mode, Request, Response
from toolwire.model.observation import Severity
from toolwire.suites import load_suites

NAME = "gemini-generate"
ALONE = "The stream is one JSON object, and was asked for as a JSON array."
EVENTS = "The stream is server-sent events, and was asked for as a JSON array."
LINES = "The stream is JSON lines, and was asked for as a JSON array."
BEHIND = (
    "The stream is a JSON array, and was asked for as server-sent events: `alt=sse` behind another "
    "parameter."
)
UNPARTED = "The elements of the array are not parted by one comma each, so that it is no JSON."


def items(name: str = NAME) -> list[Item]:
    """Return what asks a dialect."""
    return list(STREAM_ADDRESSES.items([target(name)], load_suites()))


class Answering:
    """The reference, whose arrays become something else."""

    evidence = Evidence(EvidenceLevel.LIVE, "test")

    def __init__(self, change: Callable[[list[Json]], Response | None]) -> None:
        self._server, self._change = Server([NAME]), change
        self.urls: list[str] = []

    async def send(self, request: Request) -> Response:
        """Answer."""
        self.urls.append(request.url)
        response = self._server.answer(request).response
        found = parse(response.body) if response.body.startswith(b"[") else None
        other = self._change(found) if isinstance(found, list) else None
        return response if other is None else other


def told(change: Callable[[list[Json]], Response | None]) -> set[tuple[str, str]]:
    """Return rule and words of what is found at warning or above."""
    seen = list(run(items(), lambda _: Answering(change)))
    every = [one for each in seen for one in each.findings]
    grave = (Severity.WARNING, Severity.ERROR)
    return {(one.rule, one.message) for one in every if one.counted in grave}


def answered(body: bytes, kind: str = "application/json") -> Response:
    """Return an answer of some type."""
    return Response(200, (("content-type", kind),), body)


def lines(found: list[Json]) -> bytes:
    """Write a message a line."""
    return b"\n".join(map(dump, found)) + b"\n"


@pytest.mark.parametrize("name", DIALECTS)
def test_only_formats_with_such_addresses_are_asked(name: str) -> None:
    """Two calls and words, in both modes each."""
    assert [one.mode for one in items(name)] == ([*Mode] * 3 if name == NAME else [])


def test_no_stream_is_asked_for_as_events_by_the_first_parameter() -> None:
    """One address says that it is JSON, one says nothing, and one asks for events behind another parameter."""
    server = Answering(lambda _: None)
    assert all(not one.findings for one in run(items(), lambda _: server))
    streams = [one for one in server.urls if ":stream" in one]
    assert [one.partition("?")[2] for one in streams] == [
        "alt=json",
        "",
        "prettyPrint=false&alt=sse",
    ]


def test_the_reference_has_several_elements_of_words() -> None:
    """Else nothing would show what stands between them."""
    numbers: list[int] = []
    told(lambda found: numbers.append(len(found)))
    assert max(numbers) > 1


@pytest.mark.parametrize(
    ("change", "wanted"),
    [
        (lambda found: answered(dump(found[-1])), ("TC117", ALONE)),
        (lambda found: answered(lines(found)), ("TC117", LINES)),
        (lambda found: answered(encode([dump(one).decode() for one in found])[:-1] + b",]"), None),
        (lambda found: answered(b"[" + lines(found) + b"]"), ("TC003", UNPARTED)),
        (
            lambda found: answered(
                b"".join(b"data: " + dump(one) + b"\r\n\r\n" for one in found), "text/event-stream"
            ),
            ("TC117", EVENTS),
        ),
    ],
    ids=["one object", "lines", "a comma too many", "no commas", "events"],
)
def test_what_is_no_array_is_told(
    change: Callable[[list[Json]], Response], wanted: tuple[str, str] | None
) -> None:
    """In words that name what came."""
    assert (wanted or ("TC003", UNPARTED)) in told(change)


def test_an_array_is_told_where_events_are_asked_for_behind_another_parameter() -> None:
    """A gateway that looks for `?alt=sse` finds none."""
    server = Server([NAME])

    class ByTheFirst:
        evidence = Evidence(EvidenceLevel.LIVE, "test")

        async def send(self, request: Request) -> Response:
            """Answer as if nothing were asked for that is not the first parameter."""
            address, _, query = request.url.partition("?")
            first = query.partition("&")[0]
            return server.answer(replace(request, url=f"{address}?{first}")).response

    seen = list(run(items(), lambda _: ByTheFirst()))
    assert {(one.rule, one.message) for each in seen for one in each.findings} == {
        ("TC117", BEHIND)
    }


def test_a_refused_array_is_told_by_its_address() -> None:
    """The same with events is taken."""
    refused = Response(
        400, (("content-type", "application/json"),), dump([{"error": {"code": 400}}])
    )
    found = told(lambda _: refused)
    assert ("TC762", "A right request is refused: no `alt` behind the address.") in found
    assert ("TC762", "A right request is refused: ?alt=json.") in found


def test_others_recordings_say_nothing_of_what_stands_behind_an_address() -> None:
    """They may have left it out."""
    item = items()[3]
    (step,) = item.case.steps
    assert step.additions == ("?alt",)
    dialect = load_dialect(NAME)
    assert item.mode is Mode.STREAMING
    taken: list[Request] = []

    class Events:
        evidence = Evidence(EvidenceLevel.IMPORTED, "test")

        async def send(self, request: Request) -> Response:
            """Answer with events."""
            taken.append(request)
            asked = replace(request, url=f"{request.url}?alt=sse")
            return Server([NAME]).answer(asked).response

    (seen,) = run([item], lambda _: Events())
    assert dialect.read_request(taken[0]) is not None
    assert not [one for one in seen.findings if one.rule == "TC117"]
