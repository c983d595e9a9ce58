"""Looking for a dialect at a server that answers one mode only, or both in no known form."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.jobs.verify.bench import tried
from toolwire.dialects import load_dialect
from toolwire.io.finish import finish
from toolwire.io.json_text import dump, object_of, parse
from toolwire.jobs.serve import Served, Server
from toolwire.jobs.verify.address import address_of
from toolwire.jobs.verify.probing import look_around
from toolwire.jobs.verify.server import ServerOptions
from toolwire.jobs.verify.sighting import Presence
from toolwire.model.exchange import Request, Response
from toolwire.providers.model import Target

SHOWN = ("single_call",)


class EmptyWhole(Server):
    """Streams as it should, and answers without a stream with nothing, as a gateway did that read the body twice."""

    def whole(self, _body: bytes) -> bytes:
        """Return what stands in the place of a whole answer."""
        return b""

    def answer(self, request: Request) -> Served:
        """Answer, and spoil what is no stream."""
        served = super().answer(request)
        asked = load_dialect(self.dialects[0]).read_request(request)
        if asked is None or asked.stream or served.response.status != 200:
            return served
        body = self.whole(served.response.body)
        return replace(served, response=replace(served.response, body=body))


class Wrapped(EmptyWhole):
    """Puts a whole answer into a member of its own."""

    def whole(self, body: bytes) -> bytes:
        """Wrap it."""
        return dump({"data": object_of(parse(body))})


class EmptyAlways(Server):
    """Answers everything with 200 and nothing."""

    def answer(self, request: Request) -> Served:
        """Answer with nothing."""
        served = super().answer(request)
        return replace(served, response=replace(served.response, status=200, body=b""))


@pytest.mark.parametrize("name", ["bedrock-converse", "gemini-generate", "openai-chat"])
@pytest.mark.parametrize(("kind", "rule"), [(EmptyWhole, "TC117"), (Wrapped, "TC002")])
def test_a_dialect_is_known_by_its_stream_where_its_whole_answers_cannot_be_read(
    name: str, kind: type[Server], rule: str
) -> None:
    """The server is judged in what it streams, and its whole answers are told of."""
    (verdict,) = finish(tried(name, kind=kind, only=SHOWN)).done.verdicts
    assert verdict.dialect == name
    assert verdict.deviations
    if name == "bedrock-converse":
        assert rule in {one.rule for one in verdict.deviations}


def test_what_answers_with_nothing_in_both_modes_is_no_dialect() -> None:
    """Neither mode tells of one."""
    assert not finish(tried("bedrock-converse", kind=EmptyAlways, only=SHOWN)).done.verdicts


class Particular(Server):
    """Refuses each request with tools, in words of its own."""

    said = ""

    def answer(self, request: Request) -> Served:
        """Refuse, or answer."""
        served = super().answer(request)
        if "tools" not in object_of(parse(request.body)):
            return served
        return replace(
            served, response=replace(served.response, status=400, body=self.said.encode())
        )


@pytest.mark.parametrize(
    ("said", "takes"),
    [
        ('{"error": {"message": "tools.0.strict: Field required"}}', True),
        ('{"error": {"message": "Missing.", "param": "tools[0].strict"}}', True),
        ('{"detail": [{"loc": ["body", "tools", 0, "strict"], "msg": "Field required"}]}', True),
        ('{"detail": [{"loc": ["body", "tools"], "msg": "Extra inputs"}]}', False),
        ('{"error": {"message": "Not supported.", "param": "tools[0].type"}}', False),
        ('{"error": {"message": "This model has no tools."}}', False),
    ],
)
def test_a_refused_member_of_a_tool_is_no_refusal_of_tools(said: str, *, takes: bool) -> None:
    """The server reads tools, so its refusals of the dialect's own are deviations that say why."""
    kind = type("Kind", (Particular,), {"said": said})
    (verdict,) = finish(tried("openai-responses", kind=kind, only=SHOWN)).done.verdicts
    assert verdict.sighting is not None
    assert verdict.sighting.tools is takes
    assert ("native tools refused" in verdict.words) is not takes


async def _undecoded(_: Target, request: Request) -> Response:
    """Answer as a server does that looks for a model by the path as it came."""
    served = Server(("bedrock-converse",)).answer(request).response
    return replace(served, status=404, body=b"{}") if "%3A" in request.url else served


@pytest.mark.parametrize(("model", "told"), [("claude-v1:0", True), ("claude-v1", False)])
def test_a_path_that_is_there_unescaped_alone_is_said(model: str, *, told: bool) -> None:
    """SDKs escape the colon of a model's name: for them the model is not there."""
    address = address_of("http://127.0.0.1:1")
    server = ServerOptions(address.base, model)
    (seen,) = finish(look_around(server, address, ("bedrock-converse",), _undecoded))
    assert (seen.presence is Presence.ABSENT) is told
    said = any("%3A is not decoded" in fact.text for fact in seen.facts)
    assert said is told
