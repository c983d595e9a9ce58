"""Answers are scrubbed before anybody sees them, and conversations go on as the server knows them."""

from __future__ import annotations

import asyncio
import json
from base64 import b64encode
from types import SimpleNamespace

from toolwire.model.exchange import Request, Response
from toolwire.transport.live.scrubbing import Originals, Scrubbing

_HEAD = b64encode(b'{"alg":"HS256","typ":"JWT"}').decode().rstrip("=")
#: A signature of a provider's reasoning that happens to have the form of a token.
SIGNATURE = f"{_HEAD}.{'Ab3' * 12}.{'zX9' * 12}"


def conversation(stage: SimpleNamespace, *answers: bytes) -> tuple[list[Response], list[bytes]]:
    """Ask twice, the second time with what the first answer says; return answers and what came."""

    async def go() -> tuple[list[Response], list[bytes]]:
        async with stage.serving(stage.saying(*answers)) as server, stage.client() as client:
            asking = Scrubbing(stage.live(client, server))
            first = await asking.send(server.request(b'{"n":1}'))
            said = json.loads(first.body)["signature"] if first.status == 200 else ""
            second = await asking.send(server.request(json.dumps({"signature": said}).encode()))
            return [first, second], [one.body for one in server.received]

    return asyncio.run(go())


def test_what_only_the_server_knows_goes_back_as_it_came(stage: SimpleNamespace) -> None:
    """A signature that looks like a secret is a stand-in for us and itself for its server."""
    body = json.dumps({"signature": SIGNATURE, "text": "well"}).encode()
    (first, second), received = conversation(stage, stage.http(body))
    assert SIGNATURE.encode() not in first.body
    assert len(first.body) == len(body)
    assert first.stand_ins
    assert "key" in first.scrubbed
    assert json.loads(received[1]) == {"signature": SIGNATURE}
    assert SIGNATURE.encode() not in second.body


def test_the_key_is_never_put_back(stage: SimpleNamespace) -> None:
    """A server that says the key gets its stand-in back: no body of ours ever holds the key."""
    body = json.dumps({"signature": stage.KEY}).encode()
    (first, _), received = conversation(stage, stage.http(body))
    assert stage.KEY.encode() not in first.body
    assert all(stage.KEY.encode() not in one for one in received)


def test_headers_that_may_not_be_kept_are_not_seen(stage: SimpleNamespace) -> None:
    """What a live run is judged by is what its replay will be judged by."""
    answer = stage.http(b"{}", "401 Unauthorized", "X-Account: acme-9", "Server: acme/2")
    (first, _), _ = conversation(stage, answer)
    assert dict(first.headers) == {"server": "acme/2"}
    assert "header x-account" in first.scrubbed


def test_of_two_secrets_with_one_stand_in_none_is_put_back() -> None:
    """Which of them it was cannot be known: the wrong one would be worse than none."""
    known = Originals()
    known.learn([(b"XX00xx00XX", b"AB12cd34EF")])
    known.learn([(b"XX00xx00XX", b"GH56ij78KL")])
    request = Request("POST", "http://127.0.0.1/", (), b'"XX00xx00XX"')
    assert known.put_back(request) is request
