"""What documentation says that providers lack."""

from __future__ import annotations

from pathlib import Path

from tests.support.small_sites import seen, site, written
from toolwire.jobs.site.suites.absences import Absence, absences
from toolwire.model.observation import Observation, Verdict

REASON = "documented as absent: at most one call a reply (https://x.example/a, read 2026-11-21)"


def absences_of(tmp_path: Path, *observations: Observation) -> tuple[Absence, ...]:
    """Return the absences of a suite in a report."""
    made = site(tmp_path, [written(tmp_path, "2026-11-23", observations)])
    return absences(made).get("parallel_calls", ())


def absent(provider: str, case: str = "two", reason: str = REASON) -> Observation:
    """Return an observation that says that something is not offered."""
    return seen(
        Verdict.UNSUPPORTED, suite="parallel_calls", case=case, provider=provider, reason=reason
    )


def test_one_reason_is_told_once_with_whose_it_is(tmp_path: Path) -> None:
    """Providers, cases, the words, and the page with the day it was read."""
    (found,) = absences_of(tmp_path, absent("b", "one"), absent("a"), absent("a", "one"))
    assert found == Absence(
        "a openai-chat, b openai-chat", "one, two", "at most one call a reply",
        "https://x.example/a", "2026-11-21",
    )  # fmt: skip


def test_other_reasons_are_no_documentation(tmp_path: Path) -> None:
    """A refusal, or a format without the concept, is not what a vendor's page says."""
    refused = absent("a", reason="step 1: refused with HTTP 400 (no tools)")
    assert absences_of(tmp_path, refused) == ()


def test_a_reason_without_a_page_has_no_link(tmp_path: Path) -> None:
    """An address that is not at its end, with its day, is text."""
    odd = "documented as absent (javascript:alert(1), read 2026-11-21)"
    (found,) = absences_of(tmp_path, absent("a", reason=odd))
    assert (found.url, found.read) == ("", "")
    assert "javascript" in found.reason
