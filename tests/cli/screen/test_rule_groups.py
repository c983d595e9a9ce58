"""Findings on the screen: one group a rule, what is not known first, with an example."""

from __future__ import annotations

from dataclasses import replace

from toolwire.cli.screen.rule_groups import groups, lines
from toolwire.model.exchange import Evidence, EvidenceLevel, Mode
from toolwire.model.observation import Finding, Observation, Severity, Verdict
from toolwire.model.rule_facts import RuleFacts


def seen(*findings: Finding, case: str = "auto", provider: str = "acme") -> Observation:
    """Return an observation with findings."""
    return Observation(
        *(provider, "openai-chat", "m", "single_call", case, Mode.BLOCKING, Verdict.FAILED),
        Evidence(EvidenceLevel.LIVE, "x"),
        findings=findings,
    )


def finding(rule: str, severity: Severity = Severity.ERROR, pointer: str = "/x") -> Finding:
    """Return a finding with a value that is hostile to a terminal."""
    return Finding(rule, severity, pointer, "It is not so.", "a", "\x1b[31mred")


def test_findings_of_one_rule_are_one_group() -> None:
    """A rule counts each observation once, by provider, and names the first as an example."""
    twice = seen(finding("TC401"), finding("TC401", Severity.WARNING, "/y"), case="b")
    other = seen(finding("TC401"), provider="zeta")
    (group,) = groups([other, twice, seen(finding("TC401"))], Severity.WARNING)
    assert (group.count, dict(group.providers)) == (3, {"acme": 2, "zeta": 1})
    text = "\n".join(lines(group, RuleFacts("TC401", "finish", "s", "w", breaks="openai-python")))
    assert text.splitlines()[0] == "error TC401 finish: 3 (acme 2, zeta 1)"
    assert "breaks openai-python" in text
    assert "e.g. acme/m single_call.auto[blocking] at /x" in text
    assert text.endswith("toolwire explain TC401")
    assert "\x1b" not in text


def test_known_and_mild_ones_stand_behind() -> None:
    """What nobody listed comes first, errors before warnings; info is left out."""
    known = replace(seen(finding("TC118")), known=("TC118",))
    warned = seen(finding("TC747", Severity.WARNING), finding("TC190", Severity.INFO))
    found = groups([known, warned, seen(finding("TC401"))], Severity.WARNING)
    assert [group.rule for group in found] == ["TC401", "TC747", "TC118"]
    assert "1 known" in next(iter(lines(found[-1], None)))


def test_what_a_client_sent_is_no_finding_of_the_provider() -> None:
    """Findings about requests are left out."""
    assert groups([seen(finding("TC741", pointer="request/messages/1"))], Severity.WARNING) == ()


def test_what_a_model_can_explain_is_no_finding_of_a_rule() -> None:
    """It is counted over the run instead, and stands in no group of its own."""
    varied = replace(finding("TC651", Severity.WARNING), variance=True)
    assert groups([seen(varied)], Severity.WARNING) == ()
