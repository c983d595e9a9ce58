"""Who breaks a rule, as lines."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tests.support.small_sites import CITED, read, seen, site, written
from toolwire.jobs.report.labels import link
from toolwire.jobs.site import rules
from toolwire.jobs.site.rules.breaches import RuleBreaches, breaches
from toolwire.model.exchange import EvidenceLevel
from toolwire.model.observation import Observation, Severity, Verdict
from toolwire.results.cells import Row

BROKEN = Verdict.FAILED


def breaches_of(tmp_path: Path, *observations: Observation) -> RuleBreaches:
    """Return the breaches of TC304 in a report."""
    made = site(tmp_path, [written(tmp_path, "2026-11-23", observations)])
    return breaches(made).get("TC304", RuleBreaches())


def page_of(tmp_path: Path, *observations: Observation) -> tuple[str, list[str]]:
    """Return text and links of the rule's page in a report."""
    made = site(tmp_path, [written(tmp_path, "2026-11-23", observations)])
    files = {file.path: file for file in rules.files(made)}
    found = read(files["rules/TC304.html"].data)
    return found.text, found.links


def test_a_line_has_what_was_counted(tmp_path: Path) -> None:
    """How many of how many, in which mode, by which models, and since when."""
    every = (seen(BROKEN, rules=["TC304"]), seen(case="two"), seen(suite="round_trip"))
    told, links = page_of(tmp_path / "page", *every)
    assert (
        "acme openai-chat error stands 1 of 3, blocking It is not so. small-1 1/3 2026-11-20"
        " recorded; cell single_call"
    ) in told
    assert not [link for link in links if "/blob/" in link]
    found = breaches_of(tmp_path, *every)
    (line,) = found.now
    assert (line.row, line.found.severity) == (Row("acme", "openai-chat"), Severity.ERROR)
    assert list(line.suites) == ["single_call"]
    assert found.text == "1 provider format (1 error)"


def test_of_traffic_the_citation_is_the_link(tmp_path: Path) -> None:
    """The address of the cited file, at its commit."""
    level = EvidenceLevel.IMPORTED
    told, links = page_of(tmp_path, seen(BROKEN, level=level, rules=["TC304"]))
    cited = link(CITED)
    assert cited is not None
    assert cited.startswith("https://github.com/octo/spoon/blob/0123456789abcdef/")
    assert cited in links
    assert "imported, one of them" in told


def test_failed_cells_stand_first_and_few_are_named(tmp_path: Path) -> None:
    """Of five suites three are linked, and two are counted."""
    suites = ("e", "d", "c", "b", "a")
    every = [seen(BROKEN, suite=one, rules=["TC304"]) for one in suites]
    assert "; cell a , b , c and 2 more" in page_of(tmp_path / "page", *every)[0]
    (line,) = breaches_of(tmp_path, *every, seen(suite="round_trip")).now
    assert list(line.suites) == ["a", "b", "c", "d", "e"]


def test_those_that_hold_are_told_apart_from_those_that_held(tmp_path: Path) -> None:
    """What an older run showed and the newest does not is past."""
    found = breaches_of(
        tmp_path,
        seen(BROKEN, day="2026-10-01", provider="mended", rules=["TC304"]),
        seen(day="2026-11-20", provider="mended"),
        seen(BROKEN, provider="broken", rules=["TC304"]),
    )
    assert [line.row.provider for line in found.now] == ["broken"]
    assert [line.row.provider for line in found.once] == ["mended"]
    assert found.worst == 0
    assert (RuleBreaches().text, RuleBreaches().worst) == ("", 9)


def test_what_a_model_can_explain_leads_to_no_cell(tmp_path: Path) -> None:
    """A finding of the client's doing is nobody's deviation, either."""
    made = seen(BROKEN, rules=["TC304"])
    (finding,) = made.findings
    explained = replace(made, findings=(replace(finding, variance=True),))
    asked = replace(made, findings=(replace(finding, pointer="request/tools/0"),))
    assert breaches_of(tmp_path / "a", explained) == RuleBreaches()
    assert breaches_of(tmp_path / "b", asked) == RuleBreaches()
