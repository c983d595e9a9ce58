"""An error in a vendor's own answer in its own format awaits a person, unless one has decided."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.dialects import Answer, PlannedCall, load_dialect
from toolwire.jobs import awaiting
from toolwire.jobs.awaiting import AWAITS, awaits
from toolwire.jobs.lint.contradiction import Disputed
from toolwire.jobs.lint.judging import Judged, judge
from toolwire.jobs.lint.observed import observed
from toolwire.model.conversation import Conversation, Tool, UserTurn
from toolwire.model.exchange import Endpoint, Evidence, EvidenceLevel, Exchange
from toolwire.model.observation import Finding, Severity, Verdict
from toolwire.providers import Deviation, Link, load_providers
from toolwire.providers.deviations import KnownDeviation

WEATHER = Tool("get_weather", "Weather.", {"type": "object", "properties": {}})
OWN, ELSEWHERE = "https://api.openai.com/v1", "http://127.0.0.1:8000/v1"
RULE = "TC401"


def exchange(base: str, *, level: EvidenceLevel = EvidenceLevel.IMPORTED) -> Exchange:
    """Return an answer with a call that ends as one without (TC401)."""
    chat = load_dialect("openai-chat")
    conversation = Conversation((UserTurn("Weather?"),), (WEATHER,))
    request = chat.encode(conversation, Endpoint(base, "some-model"))
    response = chat.respond(request, Answer(calls=(PlannedCall("get_weather", {}),)))
    body = response.body.replace(b'"finish_reason":"tool_calls"', b'"finish_reason":"stop"')
    assert body != response.body
    return Exchange(request, replace(response, body=body), Evidence(level, "made up #0"))


def finding(judged: Judged) -> Finding:
    """Return the finding about how the answer ends."""
    (found,) = [one for one in judged.findings if one.rule == RULE]
    return found


def test_an_error_on_the_vendor_that_defines_the_format_is_put_before_a_person() -> None:
    """What is published is information that says so, and the verdict has no red in it."""
    judged = judge(exchange(OWN))
    assert finding(judged).severity is Severity.INFO
    assert finding(judged).message.startswith(AWAITS)
    assert awaits(finding(judged))
    assert (judged.undecided, judged.answered_by) == ((RULE,), "openai")
    assert judged.as_json()["undecided"] == {"rules": [RULE], "by": "openai"}
    (one,) = judged.contradictions
    assert (one.side, one.pointer, one.decided) == (
        Disputed.RESPONSE,
        "/choices/0/finish_reason",
        False,
    )
    seen = observed(judged)
    assert (seen.verdict, seen.reason) == (Verdict.CONFORMANT, "")
    assert any(awaits(one) for one in seen.findings)


@pytest.mark.parametrize(
    "one",
    [
        exchange(ELSEWHERE),
        exchange("https://api.openai.com.evil.example/v1"),
        exchange("https://api.mistral.ai/v1"),
        exchange(OWN, level=EvidenceLevel.DOCUMENTED),
        replace(exchange(OWN), evidence=Evidence(EvidenceLevel.LIVE, "made up", at="other.example")),
    ],
    ids=["a server", "a name alike", "who speaks another's", "composed", "sent elsewhere"],
)  # fmt: skip
def test_an_error_stays_with_everybody_else(one: Exchange) -> None:
    """Who borrows a format is held to it, and composed answers are nobody's word."""
    judged = judge(one)
    assert finding(judged).severity is Severity.ERROR
    assert not awaits(finding(judged))
    assert (judged.undecided, judged.contradictions) == ((), ())


@pytest.mark.parametrize(("name", "severity"), [("openai", "info"), ("groq", "error")])
def test_without_a_request_it_is_whom_the_recording_names(name: str, severity: str) -> None:
    """A stop word that no vocabulary has is put before a person where the vendor is named."""
    whole = exchange(OWN)
    body = whole.response.body.replace(b'"finish_reason":"stop"', b'"finish_reason":"over"')
    response = replace(whole.response, body=body)
    judged = judge(replace(whole, request=None, response=response, provider=name))
    (found,) = [one for one in judged.findings if one.rule == "TC405"]
    assert found.severity == severity
    assert awaits(found) is (severity == "info")


def test_an_answer_that_no_client_can_read_stays_an_error() -> None:
    """A body that was cut off is no matter of opinion."""
    whole = exchange(OWN)
    cut = replace(whole, response=replace(whole.response, body=whole.response.body[:-20]))
    judged = judge(cut)
    assert judged.undecided == ()
    assert any(found.severity is Severity.ERROR for found in judged.findings)


def test_what_a_person_decided_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    """A known deviation of the vendor is an error still, and a contradiction that is decided."""
    (openai,) = [provider for provider in load_providers() if provider.id == "openai"]
    listed = Deviation(
        RULE, "It does.", "2026-01", Link("https://a.example", "2026-01-01"), ("some-*",)
    )
    known = KnownDeviation([replace(openai, deviations=(listed,))])
    monkeypatch.setattr(awaiting, "shipped_deviations", lambda: known)
    judged = judge(exchange(OWN))
    assert finding(judged).severity is Severity.ERROR
    assert judged.undecided == ()
    assert [(one.rule, one.decided) for one in judged.contradictions] == [(RULE, True)]
