"""What providers came to in a suite."""

from __future__ import annotations

from pathlib import Path

from tests.support.small_sites import read, seen, site, written
from toolwire.jobs.site.model import Site
from toolwire.jobs.site.suites import files
from toolwire.jobs.site.suites.results import case_tallies, result_lines, suite_tally, tint, words
from toolwire.model.exchange import EvidenceLevel
from toolwire.model.observation import Observation, Verdict
from toolwire.results.cells.marks import counts_text, mark


def one_of(tmp_path: Path, *observations: Observation) -> Site:
    """Return the site of one report."""
    return site(tmp_path, [written(tmp_path, "2026-11-23", observations)])


def test_seen_is_told_apart_from_asked_and_documented(tmp_path: Path) -> None:
    """By mark and word; only what somebody's server did has a tint."""
    made = one_of(
        tmp_path,
        seen(provider="a"),
        seen(provider="b", level=EvidenceLevel.IMPORTED),
        seen(provider="c", level=EvidenceLevel.DOCUMENTED),
    )
    asked, traffic, composed = (cell for _, cell in result_lines(made, "single_call"))
    assert (mark(asked), words(asked), tint(asked)) == ("●", "asked: conformant", "conformant")
    assert (mark(traffic), words(traffic)) == ("◇", "seen in traffic: rules held")
    assert (mark(composed), words(composed)) == ("○", "documented only: conformant")
    assert (tint(composed), composed.hollow, asked.hollow) == ("", True, False)
    assert counts_text(traffic) == "seen 1, rules held, thin"


def test_what_decided_nothing_has_no_tint(tmp_path: Path) -> None:
    """An inconclusive cell is neither good nor bad, and says why."""
    made = one_of(tmp_path, seen(Verdict.INCONCLUSIVE, reason="the model called nothing"))
    ((_, cell),) = result_lines(made, "single_call")
    assert (mark(cell), words(cell), tint(cell)) == ("?", "asked: inconclusive", "")
    page = next(one for one in files(made) if one.path == "suites/single_call.html")
    assert "the model called nothing" in read(page.data).text


def test_formats_are_counted_by_verdict(tmp_path: Path) -> None:
    """Documentation is counted by itself, and of no other suite anything."""
    tally = suite_tally(
        one_of(
            tmp_path,
            seen(provider="a"),
            seen(Verdict.FAILED, provider="b", rules=["TC304"]),
            seen(Verdict.INCONCLUSIVE, provider="c"),
            seen(provider="d", level=EvidenceLevel.DOCUMENTED),
            seen(provider="e", suite="round_trip"),
        ),
        "single_call",
    )
    assert (tally.observed, tally.failed, tally.warned, tally.conformant) == (3, 1, 0, 1)
    assert (tally.others, tally.documented) == (1, 1)


def test_cases_count_those_that_were_asked(tmp_path: Path) -> None:
    """Traffic and documentation are no case; more than six that failed are counted."""
    failed = (
        seen(Verdict.FAILED, provider=f"p{n}", case="auto", rules=["TC304"]) for n in range(8)
    )
    made = one_of(
        tmp_path,
        *failed,
        seen(provider="t", level=EvidenceLevel.IMPORTED),
        seen(provider="d", case="auto", level=EvidenceLevel.DOCUMENTED),
    )
    tallies = case_tallies(made, "single_call")
    assert tallies.keys() == {"auto"}
    assert tallies["auto"].words == "8 provider formats: 8 failed"
    page = next(one for one in files(made) if one.path == "suites/single_call.html")
    assert "p5 openai-chat and 2 more." in read(page.data).text
