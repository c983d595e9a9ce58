"""Replay: the same question gets the recorded answer, another one gets a reason."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from toolwire.model.exchange import EvidenceLevel, Request, Response
from toolwire.transport import StaleCassetteError
from toolwire.transport.cassette.file import Cassette, Provenance
from toolwire.transport.cassette.replay import Replay

URL = "https://api.example.invalid/v1/chat?alt=sse"


def ask(body: bytes, url: str = URL) -> Request:
    """Return a request."""
    return Request("POST", url, (), body)


def taped(*pairs: tuple[bytes, int]) -> Replay:
    """Return a replay of bodies and the statuses that answer them."""
    exchanges = tuple((ask(body), Response(status, (), b"")) for body, status in pairs)
    return Replay(Cassette(Provenance(EvidenceLevel.RECORDED), exchanges, "a/b.yaml", "0"))


def status(replay: Replay, request: Request) -> int:
    """Return the status a replay answers with."""
    return asyncio.run(replay.send(request)).status


def test_requests_match_on_canonical_json() -> None:
    """Key order and white space do not matter, values do."""
    replay = taped((b'{"a": 1, "b": [true]}', 200), (b'{"a": 2}', 400))
    assert status(replay, ask(b'{"a":2}')) == 400
    assert status(replay, ask(b'{"b":[true],"a":1}')) == 200


def test_the_host_and_a_key_in_the_query_do_not_matter() -> None:
    """A cassette serves the same path behind another base URL, with any key."""
    replay = taped((b"{}", 200))
    assert status(replay, ask(b"{}", "http://localhost:1/v1/chat?key=k&alt=sse")) == 200


def test_the_same_request_gets_its_recordings_in_order() -> None:
    """Asked twice, the second recording answers; asked a third time, it is stale."""
    replay = taped((b"{}", 200), (b"{}", 429))
    assert [status(replay, ask(b"{}")), status(replay, ask(b"{}"))] == [200, 429]
    with pytest.raises(StaleCassetteError, match="asked more often than recorded"):
        status(replay, ask(b"{}"))


def test_a_difference_is_shown_against_the_closest_recording() -> None:
    """The reason names the first differing member of the closest request, both values."""
    replay = taped(
        (b'{"model":"m","tools":[],"x":1,"y":2}', 200),
        (b'{"model":"m","tools":[{"a/b":"old"}]}', 200),
    )
    with pytest.raises(StaleCassetteError) as caught:
        status(replay, ask(b'{"model":"m","tools":[{"a/b":"new"}]}'))
    assert str(caught.value) == (
        'a/b.yaml: stale cassette: the request differs at /tools/0/a~1b: recorded "old", now "new"'
    )


def test_a_member_that_came_or_went_is_told_from_null() -> None:
    """A member that is not there reads `nothing`, not null; true is not 1."""
    with pytest.raises(StaleCassetteError, match="at /b: recorded nothing, now null"):
        status(taped((b'{"a":1}', 200)), ask(b'{"a":1,"b":null}'))
    with pytest.raises(StaleCassetteError, match="at /a: recorded 1, now true"):
        status(taped((b'{"a":1}', 200)), ask(b'{"a":true}'))


def test_the_reason_is_bounded() -> None:
    """A huge difference gives a short line."""
    huge = b'{"a":"' + b"x" * 100_000 + b'"}'
    with pytest.raises(StaleCassetteError) as caught:
        status(taped((huge, 200)), ask(b"not json"))
    assert len(str(caught.value)) < 500


def test_another_path_is_told() -> None:
    """When nothing was recorded for the path, the recorded ones are named."""
    with pytest.raises(StaleCassetteError, match=r"no exchange for POST /v2; recorded: POST /v1"):
        status(taped((b"{}", 200)), ask(b"{}", "https://h/v2"))


def test_two_replays_of_one_cassette_do_not_share_their_place() -> None:
    """Each case begins at the beginning, though the cassette was parsed once."""
    first = taped((b"{}", 200))
    again = Replay(replace(first._cassette))
    assert status(first, ask(b"{}")) == status(again, ask(b"{}")) == 200


def test_stand_ins_of_an_older_form_are_the_same() -> None:
    """A request that was recorded when every letter became an `x` answers the one of today."""
    older = b'{"to":"xxxx.xxx@xxxx.xx","no":"xxxxxxxxxxxx"}'
    mail = "Jane.Do7@corp.io"
    body = b'{"no":"000000000000","to":"%b"}' % mail.encode()
    assert status(taped((older, 200)), ask(body)) == 200
    with pytest.raises(StaleCassetteError, match="at /to"):
        status(taped((older, 200)), ask(body.replace(b"J", b"JJ")))
