"""An audit of the vendor that defines a format turns nothing red that nobody has decided."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.jobs.audit.beside.test_alternatives import asked, usual
from tests.jobs.test_awaiting import ELSEWHERE, OWN, RULE, exchange
from toolwire.dialects import load_dialect
from toolwire.jobs.audit.judge import judge
from toolwire.jobs.awaiting import AWAITS, awaits
from toolwire.model.exchange import EvidenceLevel, Mode
from toolwire.model.observation import Severity, Verdict
from toolwire.rules.mutate.edit import body
from toolwire.rules.mutate.scenarios import clean
from toolwire.suites import load_suites


@pytest.mark.parametrize(
    ("base", "severity", "failed"),
    [(OWN, Severity.INFO, False), (ELSEWHERE, Severity.ERROR, True)],
    ids=["the vendor", "another server"],
)
def test_only_the_definers_errors_await_a_person(
    base: str,
    severity: Severity,
    failed: bool,  # noqa: FBT001
) -> None:
    """The same answer fails a server that speaks the format, and is told of its vendor."""
    (suite,) = [one for one in load_suites() if one.id == "single_call"]
    step = next(case.steps[0] for case in suite.cases if case.id == "auto")
    reading = load_dialect("openai-chat").decode(exchange(base, level=EvidenceLevel.LIVE))
    result = judge(step, reading)
    (found,) = [one for one in result.findings if one.rule == RULE]
    assert (found.severity, awaits(found)) == (severity, not failed)
    assert any(RULE in one.rules for one in result.outcomes) is failed
    assert any(one.verdict is Verdict.FAILED for one in result.outcomes) is failed
    told = [one for one in result.outcomes if one.reason.startswith(AWAITS)]
    assert [one.verdict for one in told] == ([] if failed else [Verdict.INCONCLUSIVE])


def test_of_the_usual_form_the_answer_is_judged_too() -> None:
    """What an answer says of its request is held to the usual form, and to no other."""
    dialect = load_dialect("openai-responses")
    exchange = clean(dialect, "single_call", Mode.BLOCKING)
    pirate = body(lambda told: told.update(instructions="Be a pirate."))(exchange)
    for items, found in ((usual, ["TC133"]), (asked, [])):
        (step,) = items("openai-responses")[0].case.steps
        assert not judge(step, dialect.decode(exchange)).findings
        result = judge(step, dialect.decode(pirate))
        assert [one.rule for one in result.findings] == found


@pytest.mark.parametrize("mode", Mode)
def test_of_half_an_answer_only_its_end_is_told(mode: Mode) -> None:
    """A call that was not yet there when the connection was closed is no call that the model left out."""
    (suite,) = [one for one in load_suites() if one.id == "single_call"]
    step = next(case.steps[0] for case in suite.cases if case.id == "auto")
    whole = clean(load_dialect("openai-chat"), "single_call", mode)
    half = replace(whole.response, body=whole.response.body[:300], chunks=(), broken_off=True)
    result = judge(step, load_dialect("openai-chat").decode(replace(whole, response=half)))
    assert [one.rule for one in result.findings] == ["TC010"]
    assert [(one.verdict, one.rules) for one in result.outcomes] == [(Verdict.FAILED, ("TC010",))]
    assert result.over
