"""Deviations of providers: real, counted by exchange, the most frequent first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

from toolwire import results
from toolwire.jobs.report import Facts, ReportPlan, build
from toolwire.jobs.report.deviations import deviations, most_frequent
from toolwire.jobs.report.labels import known_text, severities_text
from toolwire.jobs.report.model import DeviationState, SeenDeviation
from toolwire.jobs.report.seen_exchanges import watch
from toolwire.model.exchange import EvidenceLevel, Mode
from toolwire.model.observation import WHOLE, Finding, Observation, Severity, Stale, Verdict
from toolwire.model.rule_facts import RuleFacts
from toolwire.results.cells import selections

Make = Callable[..., Observation]
ERROR = (("TC401", Severity.ERROR),)


def found_in(*observations: Observation) -> tuple[SeenDeviation, ...]:
    """Count the deviations of some observations."""
    return deviations(selections(observations), watch(observations))


def test_exchanges_count_and_not_suites(observe: Make) -> None:
    """One exchange that shows two suites is one exchange with the deviation."""
    (found,) = found_in(
        observe(Verdict.FAILED, rules=ERROR, suite="single_call", date="2026-01-02"),
        observe(Verdict.FAILED, rules=ERROR, suite="round_trip", date="2026-01-02"),
        observe(Verdict.FAILED, rules=ERROR, suite=WHOLE, date="2026-01-02"),
        observe(Verdict.FAILED, rules=ERROR, source="other", date="2026-02-03"),
        observe(source="clean", date="2026-02-03"),
    )
    assert (found.count, found.exchanges) == (2, 3)
    assert (found.first, found.last, found.source) == ("2026-01-02", "2026-02-03", "other")
    assert (found.modes, found.models, found.level) == (
        ("blocking",),
        ("some-model",),
        EvidenceLevel.IMPORTED,
    )


def test_traffic_that_shows_no_suite_stands_beside_what_was_asked(observe: Make) -> None:
    """Exchanges of others are not among those that were asked, nor do their faults stand now."""
    asked = observe(Verdict.FAILED, EvidenceLevel.LIVE, rules=ERROR, source="a")
    others = observe(
        Verdict.FAILED, rules=(("TC402", Severity.ERROR),), suite=WHOLE, source="b", model="old"
    )
    one, other = found_in(asked, others)
    assert (one.rule, one.state, one.count, one.exchanges) == ("TC401", DeviationState.STANDS, 1, 1)
    assert [share.model for share in one.by_model] == ["some-model"]
    assert (other.rule, other.state) == ("TC402", DeviationState.BESIDE)


def test_documented_exchanges_and_what_was_not_looked_at_never_count(observe: Make) -> None:
    """Our own responder's bytes say nothing of a provider, not even as one of the exchanges."""
    found = found_in(
        observe(Verdict.FAILED, EvidenceLevel.DOCUMENTED, rules=ERROR, source="a"),
        observe(Verdict.NOT_RUN, rules=ERROR, source="b"),
        observe(Verdict.FAILED, EvidenceLevel.LIVE, rules=ERROR, source="c"),
    )
    assert [(d.count, d.watched.exchanges, d.level) for d in found] == [(1, 1, EvidenceLevel.LIVE)]


def test_what_clients_sent_and_drift_are_no_deviations(observe: Make) -> None:
    """A finding about the request is the client's doing, and drift is reported by itself."""
    sent = Finding("TC741", Severity.ERROR, "request/messages/1", "The result answers no call.")
    seen = replace(observe(rules=(("TC190", Severity.INFO),)), findings=(sent,))
    assert found_in(seen, observe(rules=(("TC190", Severity.INFO),), source="b")) == ()


def test_the_gravest_breach_of_an_exchange_counts(observe: Make) -> None:
    """Severities add up to the exchanges, and the example is one of the most severe."""
    (found,) = found_in(
        observe(rules=(("TC405", Severity.WARNING), ("TC405", Severity.ERROR)), source="a"),
        observe(rules=(("TC405", Severity.WARNING),), source="b", date="2026-07-09"),
        observe(rules=(("TC405", Severity.WARNING),), source="c", mode=Mode.STREAMING),
    )
    assert found.severities == ((Severity.ERROR, 1), (Severity.WARNING, 2))
    assert (found.severity, found.source) == (Severity.ERROR, "a")
    assert severities_text(found) == "error (1), warning (2)"
    assert found.modes == ("blocking", "streaming")


def test_known_deviations_are_counted(observe: Make) -> None:
    """The table tells whether the provider's file lists it: always, never, or for some."""
    plain = observe(Verdict.FAILED, rules=ERROR, source="a")
    known = replace(plain, known=("TC401",), otherwise=Verdict.CONFORMANT)
    other = replace(known, evidence=replace(known.evidence, source="b"))
    told = [known_text(found_in(*seen)[0]) for seen in ([plain], [known], [plain, other])]
    assert told == ["no", "yes", "1 of 2"]


def test_ten_of_each_provider_are_shown_the_commonest_first(observe: Make) -> None:
    """A long tail of one provider does not crowd out another, and equal counts are in order."""
    seen = [
        observe(rules=((f"TC{400 + rule}", Severity.WARNING),), source=f"{rule}-{number}")
        for rule in range(12)
        for number in range(rule + 1)
    ]
    seen.append(observe(provider="xai", rules=ERROR, source="x"))
    shown = most_frequent(found_in(*seen))
    assert [d.count for d in shown] == [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 1]
    assert shown[-1].watched.provider == "xai"
    assert most_frequent(found_in(*reversed(seen))) == shown


def test_the_report_shows_counts_names_and_what_no_longer_shows(
    tmp_path: Path, observe: Make
) -> None:
    """The pages name the rule, say how often of how many, and list stale deviations."""
    seen = [observe(Verdict.FAILED, rules=ERROR), observe(source="clean")]
    stale = Stale("openai", "openai-chat", "TC911")
    path = tmp_path / "run.jsonl"
    results.write(path, results.header({}), seen, stale=[stale])
    rules = [RuleFacts("TC401", "finish-tool_calls", "It is so.", "It matters.")]
    build([path], ReportPlan(tmp_path / "out", date(2026, 11, 21), Facts(rules=tuple(rules))))
    text = (tmp_path / "out" / "report.md").read_text(encoding="utf-8")
    row = next(line for line in text.splitlines() if "TC401" in line)
    assert "TC401 finish-tool\\_calls" in row
    assert "| 1 of 2 |" in row
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    for told in (page, text, (tmp_path / "out" / "checklist.md").read_text(encoding="utf-8")):
        assert "stale deviation: TC911 of openai no longer shows" in told
    assert results.read(tmp_path / "out" / "results.jsonl.gz").stale == (stale,)
