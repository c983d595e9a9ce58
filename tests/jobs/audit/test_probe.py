"""Steps that probe: the question goes into the request, and its rule judges the answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace

import pytest

from toolwire.dialects import Answer, load_dialect
from toolwire.io.json_text import dump, object_of, parse
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.run import run
from toolwire.model.exchange import Evidence, Mode, Request, Response
from toolwire.model.observation import Observation, Verdict
from toolwire.suites.model import Expectation, Step
from toolwire.transport.reference import Reference

NOTHING = Expectation()


def _reference(item: Item) -> Reference:
    return Reference(load_dialect(item.target.provider.dialect))


def _seen(item: Item, transport: object = None) -> Observation:
    asked = transport or _reference(item)
    (observation,) = run([item], lambda _: asked)  # type: ignore[arg-type,return-value]
    return observation


def _error(status: int, message: str = "No.") -> Callable[[Response], Response]:
    body = dump({"error": {"message": message, "type": "x", "param": None, "code": None}})
    return lambda response: replace(response, status=status, body=body)


class _Lenient:
    """A server that answers everything."""

    def __init__(self, evidence: Evidence) -> None:
        self.evidence = evidence

    async def send(self, request: Request) -> Response:
        return load_dialect("openai-chat").respond(request, Answer(text="Sure."))


def _probing(lab: SimpleNamespace, probe: str, expect: Expectation | None = None) -> Item:
    """Return a round trip whose second step probes."""
    tell = replace(lab.TELL, probe=probe, expect=lab.TELL.expect if expect is None else expect)
    item: Item = lab.item(lab.ASK, tell)
    return item


def test_the_question_goes_into_the_request(lab: SimpleNamespace) -> None:
    """The edit of the rule reaches the wire in its step, and the reference takes it."""
    item = _probing(lab, "TC704")
    transport = lab.Changed(_reference(item))
    assert _seen(item, transport).verdict is Verdict.CONFORMANT
    first, second = (object_of(parse(request.body)) for request in transport.asked)
    assert "content" not in second["messages"][1]  # type: ignore[index]
    assert first["messages"] == second["messages"][:1]  # type: ignore[index]


def test_a_question_without_an_edit_changes_no_byte(lab: SimpleNamespace) -> None:
    """What the request asks as it is goes out as it is."""
    plain, probing = lab.item(lab.ASK, lab.TELL), _probing(lab, "TC701")
    asked = []
    for item in (plain, probing):
        transport = lab.Changed(_reference(item))
        assert _seen(item, transport).verdict is Verdict.CONFORMANT
        asked.append(transport.asked)
    assert asked[0] == asked[1]


@pytest.mark.parametrize(
    ("probe", "verdict"), [("TC701", Verdict.FAILED), ("TC704", Verdict.NON_STRICT)]
)
@pytest.mark.parametrize("status", [400, 500])
def test_a_refusal_that_the_rule_judges_is_as_grave_as_the_rule(
    lab: SimpleNamespace, probe: str, verdict: Verdict, status: int
) -> None:
    """A finding at error fails the case, at warning it is non-strict, and the text is told."""
    item = _probing(lab, probe)
    transport = lab.Changed(_reference(item), None, _error(status, "field required"))
    observation = _seen(item, transport)
    assert observation.verdict is verdict
    assert f"{probe}; step 2: refused with HTTP {status} (field required)" in observation.reason
    assert [f.rule for f in observation.findings if f.rule == probe] == [probe]


def test_a_refusal_that_the_rule_passes_over_is_judged_by_the_step(lab: SimpleNamespace) -> None:
    """TC207 is about ids: another refusal is what it would be without the probe."""
    item = _probing(lab, "TC207")
    refused = lab.Changed(_reference(item), None, _error(400, "too long"))
    assert _seen(item, refused).verdict is Verdict.FAILED
    absent = lab.Changed(_reference(item), None, _error(400, "tools are not supported"))
    assert _seen(item, absent).verdict is Verdict.UNSUPPORTED


@pytest.mark.parametrize("probe", ["TC005", "TC707", "TC724"])
def test_a_refusal_that_the_rule_wants_is_conformant(lab: SimpleNamespace, probe: str) -> None:
    """Without expectations the verdict is the rule's; an answer is then the finding."""
    step = Step(NOTHING, user='Call get_weather({"location": "Paris"}).', probe=probe)
    item = lab.item(step)
    assert _seen(item).verdict is Verdict.CONFORMANT
    observation = _seen(item, _Lenient(_reference(item).evidence))
    assert observation.verdict is Verdict.NON_STRICT
    assert observation.reason == f"warning: {probe}"


def test_nobody_answered_a_probe_is_not_run(lab: SimpleNamespace) -> None:
    """A rate limit is no refusal of the question."""
    item = _probing(lab, "TC701")
    assert _seen(item, lab.Changed(_reference(item), None, _error(429))).verdict is Verdict.NOT_RUN


def test_a_model_that_does_not_call_leaves_a_probe_inconclusive(lab: SimpleNamespace) -> None:
    """The question of the second step is then never asked."""
    item = lab.item(replace(lab.ASK, user="Hello."), replace(lab.TELL, probe="TC704"))
    transport = lab.Changed(_reference(item))
    assert _seen(item, transport).verdict is Verdict.INCONCLUSIVE
    assert len(transport.asked) == 1


def test_a_dialect_without_the_question_is_unsupported(lab: SimpleNamespace) -> None:
    """Nothing is asked where the rule does not judge the dialect, or not this mode."""
    item = lab.item(lab.ASK, replace(lab.TELL, probe="TC704"), dialect="gemini-generate")
    observation = _seen(item, lab.Changed(_reference(item)))
    assert observation.verdict is Verdict.UNSUPPORTED
    assert observation.reason == "the dialect gemini-generate has no such question"
    streamed = lab.item(replace(lab.ASK, probe="TC916"))
    assert streamed.absent == "TC916 asks nothing of a blocking response"
    assert replace(streamed, mode=Mode.STREAMING).absent is None
