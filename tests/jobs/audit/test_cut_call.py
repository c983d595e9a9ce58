"""A call that a limit cut does not go back: what it became in a request would be ours."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

from toolwire.dialects import Answer, PlannedCall, load_dialect
from toolwire.jobs.audit.cut_call import cut_call
from toolwire.jobs.audit.run import run
from toolwire.model.conversation import Conversation, Tool, UserTurn
from toolwire.model.exchange import Endpoint, Evidence, EvidenceLevel, Exchange, Mode, Response
from toolwire.model.observation import Verdict
from toolwire.model.reply import Reading
from toolwire.transport.reference import Reference

pytestmark = pytest.mark.fast
#: Dialect -> how a stream ends, and how it ends at its limit.
_ENDS = {
    "anthropic-messages": (b'"tool_use","stop_sequence"', b'"max_tokens","stop_sequence"'),
    "openai-chat": (b'"finish_reason":"tool_calls"', b'"finish_reason":"length"'),
}


def cut(dialect: str, response: Response) -> Response:
    """Return a stream whose call lacks its last brace and which ended at its limit."""
    usual, at_limit = _ENDS[dialect]
    body = response.body
    assert usual in body
    body = body.replace(usual, at_limit)
    # The last fragment of the arguments has their end.
    place = max(body.rfind(b'}","'), body.rfind(b'}"}}'), body.rfind(b'}"}'))
    assert place > 0
    return replace(response, body=body[:place] + body[place + 1 :], chunks=())


@pytest.mark.parametrize("dialect", sorted(_ENDS))
def test_it_is_asked_nothing_more(lab: SimpleNamespace, dialect: str) -> None:
    """Not the server is at fault, and neither is it told so: its next step is not asked."""
    inner = Reference(load_dialect(dialect))
    transport = lab.Changed(inner, lambda response: cut(dialect, response))
    item = lab.item(lab.ASK, lab.TELL, dialect=dialect, mode=Mode.STREAMING)
    (seen,) = run([item], lambda _: transport)
    assert len(transport.asked) == 1
    assert seen.verdict is Verdict.INCONCLUSIVE
    assert "broken off inside a call" in seen.reason


def read(dialect: str, *, whole: bool, limited: bool) -> Reading:
    """Return a stream with a call, cut or whole, that ended at its limit or by itself."""
    tool = Tool("f", "F.", {"type": "object"})
    one = load_dialect(dialect)
    asked = Conversation((UserTurn("Call f()."),), (tool,), stream=True)
    request = one.encode(asked, Endpoint("https://api.example.invalid", "m"))
    response = one.respond(request, Answer(calls=(PlannedCall("f", {"a": 1}),)))
    if not whole:
        response = cut(dialect, response)
    if whole or not limited:
        usual, at_limit = _ENDS[dialect]
        body = response.body.replace(*((usual, at_limit) if limited else (at_limit, usual)))
        response = replace(response, body=body, chunks=())
    return one.decode(Exchange(request, response, Evidence(EvidenceLevel.DOCUMENTED, "")))


@pytest.mark.parametrize("dialect", sorted(_ENDS))
def test_only_a_call_that_the_limit_cut_is_one(dialect: str) -> None:
    """A whole one goes back, and broken arguments without a limit are what rules judge."""
    assert cut_call(read(dialect, whole=False, limited=True)) is not None
    assert cut_call(read(dialect, whole=True, limited=True)) is None
    assert cut_call(read(dialect, whole=False, limited=False)) is None
