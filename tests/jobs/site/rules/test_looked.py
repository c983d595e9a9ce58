"""What rules were held against."""

from __future__ import annotations

from tests.support.small_sites import seen
from toolwire.jobs.site.rules.looked import looked_at
from toolwire.model.exchange import EvidenceLevel, Mode
from toolwire.model.observation import Verdict
from toolwire.rules import RULES
from toolwire.suites.model import PAIRS

NOBODY = "Not observed: this report has no exchange that it could be held against."


def test_exchanges_count_once_in_the_modes_and_formats_of_a_rule() -> None:
    """One that is evidence for two suites is one exchange; a format that is not judged is none."""
    source = "acme/small-1/x.yaml"
    found = looked_at(
        [
            seen(source=source),
            seen(suite="round_trip", source=source),
            seen(provider="other", mode=Mode.STREAMING),
            seen(provider="third", dialect="bedrock-converse"),
        ]
    )
    assert found.words(RULES["TC304"]).startswith(
        "In its formats, 2 exchanges of 2 provider formats were read."
    )
    assert found.words(RULES["TC901"]).startswith(
        "In its formats, 1 exchange of 1 provider format were read."
    )


def test_what_decided_nothing_is_not_counted() -> None:
    """Documentation, what was not run, and what was inconclusive are no exchanges that were read."""
    found = looked_at(
        [
            seen(level=EvidenceLevel.DOCUMENTED),
            seen(Verdict.NOT_RUN),
            seen(Verdict.INCONCLUSIVE),
            seen(Verdict.UNSUPPORTED),
        ]
    )
    assert found.words(RULES["TC304"]) == NOBODY


def test_a_probe_counts_where_its_question_was_asked() -> None:
    """Only the cases that ask it, and only where they were asked."""
    asked = seen(suite="history_forms", case="null_content")
    assert looked_at([asked]).words(RULES["TC702"]) == (
        "Its question was asked in 1 exchange of 1 provider format."
    )
    assert looked_at([seen()]).words(RULES["TC702"]) == NOBODY


def test_a_rule_about_both_modes_counts_compared_pairs() -> None:
    """An exchange by itself is no pair."""
    pair = seen(suite=PAIRS, case="single_call.auto", mode=Mode.STREAMING)
    assert looked_at([pair]).words(RULES["TC908"]) == (
        "Both modes of 1 exchange of 1 provider format were compared."
    )
    assert looked_at([seen()]).words(RULES["TC908"]) == NOBODY


def test_a_rule_about_requests_is_held_against_no_provider() -> None:
    """It says whose doing such a breach is."""
    assert "no provider breaks it" in looked_at([seen()]).words(RULES["TC742"])
