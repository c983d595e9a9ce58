"""Thoughts that go back with their own signature altered: who is asked, and what is said of who takes them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.support.targets import target
from toolwire.dialects import DIALECTS, load_dialect
from toolwire.io.json_text import dump, items_of, object_of, parse
from toolwire.jobs.audit.beside.altered_signatures import ALTERED_SIGNATURES
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.run import run
from toolwire.jobs.serve.server import Server
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Evidence, EvidenceLevel, Request, Response
from toolwire.model.observation import Observation, Verdict
from toolwire.suites import load_suites
from toolwire.suites.faults import altered

NAME = "anthropic-messages"
TAKEN = "A request that is wrong was answered: thoughts with their own signature, of which a letter is another."


def items(name: str = NAME) -> list[Item]:
    """Return what asks a dialect."""
    return list(ALTERED_SIGNATURES.items([target(name)], load_suites()))


class Answering:
    """The reference, whose requests or answers become something else."""

    evidence = Evidence(EvidenceLevel.LIVE, "test")

    def __init__(
        self, read: Callable[[JsonObject], None], told: Callable[[JsonObject], None]
    ) -> None:
        self._server, self._read, self._told = Server([NAME]), read, told
        self.bodies: list[JsonObject] = []

    async def send(self, request: Request) -> Response:
        """Answer."""
        body = object_of(parse(request.body))
        self.bodies.append(object_of(parse(request.body)))
        self._read(body)
        response = self._server.answer(replace(request, body=dump(body))).response
        whole = object_of(parse(response.body))
        self._told(whole)
        return replace(response, body=dump(whole))


def as_it_is(_: JsonObject) -> None:
    """Change nothing."""


def seen(
    read: Callable[[JsonObject], None] = as_it_is, told: Callable[[JsonObject], None] = as_it_is
) -> tuple[Observation, Answering]:
    """Return what is observed of a server, and the server."""
    server = Answering(read, told)
    (one,) = run(items(), lambda _: server)
    return one, server


def without_thoughts(body: JsonObject) -> None:
    """Leave out what the model thought, as a gateway before another's model does."""
    body["thinking"] = {"type": "disabled"}
    for message in map(object_of, items_of(body.get("messages"))):
        blocks = items_of(message.get("content"))
        if blocks:
            message["content"] = [one for one in blocks if object_of(one).get("type") != "thinking"]


def unsigned(answer: JsonObject) -> None:
    """Sign nothing."""
    for block in map(object_of, items_of(answer.get("content"))):
        if "signature" in block:
            block["signature"] = ""


@pytest.mark.parametrize("name", DIALECTS)
def test_only_formats_whose_vendor_refuses_it_are_asked(name: str) -> None:
    """In words that are recorded of the vendor."""
    form = load_dialect(name).wire.request
    known = form is not None and any(one.id == "altered_signature" for one in form.known_refusals)
    assert len(items(name)) == int(known)
    assert known == (name == NAME)


def signature_of(body: JsonObject) -> str:
    """Return the signature that stands in a history."""
    blocks = [
        object_of(block)
        for message in map(object_of, items_of(body["messages"]))
        for block in items_of(message["content"])
    ]
    (found,) = (one["signature"] for one in blocks if "signature" in one)
    assert isinstance(found, str)
    return found


def test_the_reference_refuses_its_own_signature_altered() -> None:
    """One letter alone is another, and what is asked behind the refusal has it as it was."""
    one, server = seen()
    assert (one.verdict, one.findings) == (Verdict.CONFORMANT, ())
    _, wrong, right = server.bodies
    pairs = zip(signature_of(wrong), signature_of(right), strict=True)
    assert sum(mine != theirs for mine, theirs in pairs) == 1


def test_a_server_that_takes_it_is_told_of() -> None:
    """Though it may refuse one of nobody's."""
    one, _ = seen(without_thoughts)
    assert [(found.rule, found.message) for found in one.findings] == [("TC747", TAKEN)]
    assert one.verdict is Verdict.NON_STRICT


def test_a_server_that_signs_nothing_is_asked_no_more() -> None:
    """The same request with nothing altered would be right."""
    one, server = seen(without_thoughts, unsigned)
    assert (one.verdict, one.findings) == (Verdict.UNSUPPORTED, ())
    assert len(server.bodies) == 1


@pytest.mark.parametrize(
    ("echo", "other"),
    [
        (b'[{"signature":"AAAA"}]', b'[{"signature":"AAAB"}]'),
        (b'[{"signature" : "claude#ab=="}]', b'[{"signature" : "claude#aA=="}]'),
        (b'[{"signature":""}]', b'[{"signature":""}]'),
        (b'[{"text":"\\"signature\\":\\"AAAA\\""}]', b'[{"text":"\\"signature\\":\\"AAAA\\""}]'),
    ],
)
def test_a_letter_of_the_last_third_becomes_another(echo: bytes, other: bytes) -> None:
    """Nothing else does, words of a text that look like one neither."""
    assert altered(echo) == other
