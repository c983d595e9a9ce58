"""Which exchanges a page shows in full."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tests.support.cell import finding, observation
from toolwire.jobs.site.cells.choice import MOST, by_worst, example_of, hits_of, shown_in_full
from toolwire.model.exchange import Evidence, EvidenceLevel
from toolwire.model.observation import Observation, Severity, Verdict

ANY: Callable[[Observation], bool] = lambda _: True  # noqa: E731


def seen(day: int, verdict: Verdict, *rules: tuple[str, Severity]) -> Observation:
    """Return an observation of a day that breaks some rules."""
    evidence = Evidence(EvidenceLevel.RECORDED, f"{day:02}", f"2026-11-{day:02}")
    broken = (finding("/a", rule, severity) for rule, severity in rules)
    return replace(observation(evidence, *broken, verdict=verdict), case=f"{day:02}")


ERROR, WARNING, INFO = Severity.ERROR, Severity.WARNING, Severity.INFO


def test_each_rule_is_shown_once_by_the_newest_of_the_most_severe() -> None:
    """An exchange that shows two rules is enough for both."""
    both = seen(3, Verdict.FAILED, ("A", ERROR), ("B", WARNING))
    old = seen(1, Verdict.FAILED, ("A", ERROR))
    mild = seen(9, Verdict.NON_STRICT, ("A", WARNING), ("C", WARNING))
    assert shown_in_full([old, mild, both], ANY) == (both, mild)
    assert example_of(hits_of([old, mild, both])["A"])[0] is both


def test_what_failed_without_a_rule_is_shown_first() -> None:
    """A case whose answer is not what it requires has no finding that says so."""
    failed = seen(1, Verdict.FAILED, ("N", INFO))
    warned = seen(2, Verdict.NON_STRICT, ("W", WARNING))
    assert shown_in_full([warned, failed], ANY) == (failed, warned)


def test_green_is_shown_by_the_newest() -> None:
    """Where nothing is wrong, drift alone makes nothing worth more than another."""
    old = seen(1, Verdict.CONFORMANT, ("N", INFO))
    new = seen(2, Verdict.CONFORMANT)
    assert shown_in_full([new, old], ANY) == (new,)


def test_only_what_has_bytes_is_shown() -> None:
    """The worst of what is here, and nothing of what is not."""
    here = seen(1, Verdict.NON_STRICT, ("W", WARNING))
    gone = seen(2, Verdict.FAILED, ("A", ERROR))
    assert shown_in_full([here, gone], lambda one: one is here) == (here,)
    assert shown_in_full([gone], lambda _: False) == ()


SEEN = st.builds(
    seen,
    st.integers(1, 28),
    st.sampled_from([Verdict.FAILED, Verdict.NON_STRICT, Verdict.CONFORMANT]),
    st.tuples(st.sampled_from("ABCDE"), st.sampled_from([*Severity])),
)


@given(st.lists(SEEN, min_size=1, max_size=12))
def test_there_are_never_more_than_three_and_never_none(observations: list[Observation]) -> None:
    """Among them is one of the worst verdict, or one that breaks a rule as an error."""
    found = shown_in_full(observations, ANY)
    assert 1 <= len(found) <= MOST
    assert len({*map(id, found)}) == len(found)
    worst = by_worst(observations)[0].verdict
    errors = any(one.severity is ERROR for each in found for one in each.findings)
    assert errors or any(one.verdict is worst for one in found)
