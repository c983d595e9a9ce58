"""What suites ask for beyond calls: refusals, kept state, a dialect of the case's own."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from types import SimpleNamespace

import pytest

from toolwire.dialects import load_dialect
from toolwire.io.json_text import dump, parse
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.run import run
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Mode, Request, Response
from toolwire.model.observation import Observation, Verdict
from toolwire.suites.model import Expectation, Step
from toolwire.transport.reference import Reference

REFUSED = Step(Expectation(refused=True), user="Hello.", fault="bad_name")


def _reference(item: Item) -> Reference:
    return Reference(load_dialect(item.target.provider.dialect))


def _seen(item: Item, transport: object) -> Observation:
    (observation,) = run([item], lambda _: transport)  # type: ignore[arg-type,return-value]
    return observation


def _error(status: int, message: str = "No.") -> object:
    body = dump({"error": {"message": message, "type": "x", "param": None, "code": None}})
    return lambda response: replace(response, status=status, body=body)


def test_a_fault_is_put_in_and_refused(
    lab: SimpleNamespace, every_dialect: str, every_mode: Mode
) -> None:
    """The wrong request reaches the provider, and its clean refusal is what was asked for."""
    item = lab.item(REFUSED, dialect=every_dialect, mode=every_mode)
    transport = lab.Changed(_reference(item))
    assert _seen(item, transport).verdict is Verdict.CONFORMANT
    assert b"get weather!" in transport.asked[0].body


def test_a_fault_that_is_answered_is_not_strict(lab: SimpleNamespace) -> None:
    """A provider that answers a wrong request hides the mistake."""
    item = lab.item(REFUSED)
    answered = _reference(lab.item(lab.ASK))

    class Lenient:
        evidence = answered.evidence

        async def send(self, request: Request) -> Response:
            body = parse(request.body)
            assert isinstance(body, dict)
            del body["tools"]
            return await answered.send(replace(request, body=dump(body)))

    observation = _seen(item, Lenient())
    assert observation.verdict is Verdict.NON_STRICT
    assert [finding.rule for finding in observation.findings] == ["TC747"]


@pytest.mark.parametrize(
    ("status", "message", "verdict", "told"),
    [
        (400, "No.", Verdict.CONFORMANT, ""),
        (422, "No.", Verdict.CONFORMANT, ""),
        (500, "No.", Verdict.NON_STRICT, "warning: TC747"),
        (200, "No.", Verdict.FAILED, "error: TC002"),
        (400, "", Verdict.FAILED, "refused with HTTP 400 and no message in its error"),
    ],
)
def test_a_refusal_has_its_manners(
    lab: SimpleNamespace, status: int, message: str, verdict: Verdict, told: str
) -> None:
    """It has a 4xx status and says what is wrong, in the provider's own error shape."""
    item = lab.item(REFUSED)
    observation = _seen(item, lab.Changed(_reference(item), _error(status, message)))
    assert observation.verdict is verdict
    assert told in observation.reason


@pytest.mark.parametrize(
    ("status", "verdict"),
    [
        (400, Verdict.UNSUPPORTED),
        (422, Verdict.UNSUPPORTED),
        (409, Verdict.FAILED),
        (500, Verdict.FAILED),
        (401, Verdict.NOT_RUN),
    ],
)
def test_a_refusal_may_be_allowed(lab: SimpleNamespace, status: int, verdict: Verdict) -> None:
    """Where the case allows it, 400 and 422 say that the feature is absent; nothing else does."""
    expect = replace(lab.ASK.expect, may_refuse=True)
    item = lab.item(replace(lab.ASK, expect=expect))
    assert _seen(item, _reference(item)).verdict is Verdict.CONFORMANT
    observation = _seen(item, lab.Changed(_reference(item), _error(status)))
    assert observation.verdict is verdict
    assert f"HTTP {status}" in observation.reason


def _thinking(lab: SimpleNamespace, spoken: str, mode: Mode) -> Item:
    expect = replace(lab.ASK.expect, echo=True)
    ask = replace(lab.ASK, user=f"Think first. {lab.ASK.user}", expect=expect)
    item: Item = lab.item(ask, lab.TELL, dialect=spoken, mode=mode)
    # Gemini tells thoughts to those who ask (TC155).
    asked: JsonObject = {"generationConfig": {"thinkingConfig": {"includeThoughts": True}}}
    return replace(item, case=replace(item.case, extra={"gemini-generate": asked}))


def test_reasoning_state_goes_back(
    lab: SimpleNamespace, every_dialect: str, every_mode: Mode
) -> None:
    """Signatures, thinking blocks and reasoning_content survive the round trip in both modes."""
    item = _thinking(lab, every_dialect, every_mode)
    observation = _seen(item, _reference(item))
    assert (observation.verdict, observation.reason) == (Verdict.CONFORMANT, "")


def test_a_reply_without_state_is_inconclusive(lab: SimpleNamespace) -> None:
    """A model that did not reason shows nothing about its state."""
    item = _thinking(lab, "openai-chat", Mode.BLOCKING)
    silent = replace(item.case.steps[0], user=lab.ASK.user)
    case = replace(item.case, steps=(silent, item.case.steps[1]))
    observation = _seen(replace(item, case=case), _reference(item))
    assert observation.verdict is Verdict.INCONCLUSIVE
    assert observation.reason == "step 1: the reply carries no reasoning state"


def test_state_that_we_lose_says_nothing_of_the_provider(
    lab: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When our own request drops the state, the case is not run, however it is answered."""
    item = _thinking(lab, "anthropic-messages", Mode.BLOCKING)
    spoken = load_dialect("anthropic-messages")

    def forgetful(exchange: object) -> object:
        reading = spoken.decode(exchange)  # type: ignore[arg-type]
        return replace(reading, reply=replace(reading.reply, echo=None))

    broken = replace(spoken, decode=forgetful)  # type: ignore[arg-type]
    # The package exports the function `run`, which hides the module of that name.
    monkeypatch.setattr(import_module("toolwire.jobs.audit.run"), "load_dialect", lambda _: broken)
    observation = _seen(item, _reference(item))
    assert observation.verdict is Verdict.NOT_RUN
    assert observation.reason == "step 1: 1 of 1 pieces of reasoning state did not go back"


def test_a_case_may_speak_another_dialect(lab: SimpleNamespace) -> None:
    """It is asked and read in that dialect, and the row keeps the provider's own facets."""
    item = lab.item(lab.ASK)
    other = replace(item, case=replace(item.case, dialect="anthropic-messages"))
    transport = lab.Changed(Reference(load_dialect("anthropic-messages")))
    observation = _seen(other, transport)
    assert observation.verdict is Verdict.CONFORMANT
    assert transport.asked[0].url.endswith("/v1/messages")
    assert observation.dialect == "openai-chat"
    assert observation.facets == {}
    assert _seen(item, _reference(item)).facets


def test_a_case_adds_members_to_its_bodies(lab: SimpleNamespace) -> None:
    """`extra` of the suite reaches the wire in its dialect, and only there."""
    item = lab.item(lab.ASK)
    case = replace(item.case, extra={"openai-chat": {"seed": 7}, "ollama-chat": {"think": True}})
    transport = lab.Changed(_reference(item))
    _seen(replace(item, case=case), transport)
    body = parse(transport.asked[0].body)
    assert isinstance(body, dict)
    assert body["seed"] == 7
    assert "think" not in body
