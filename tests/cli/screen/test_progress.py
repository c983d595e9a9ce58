"""Progress of a live run: what is done, what is amiss, what it costs, how long it takes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolwire.cli.screen.progress import Progress
from toolwire.model.exchange import Evidence, EvidenceLevel, Mode
from toolwire.model.observation import Observation, Verdict


def unit(*verdicts: Verdict, suite: str = "single_call") -> tuple[Observation, ...]:
    """Return a unit of acme with these verdicts."""
    evidence = Evidence(EvidenceLevel.LIVE, "a.yaml", "2026-11-21")
    return tuple(
        Observation("acme", "openai-chat", "m", suite, "c", mode, verdict, evidence)
        for mode, verdict in zip(Mode, verdicts, strict=False)
    )


def lines(
    capsys: pytest.CaptureFixture[str],
    *units: tuple[Observation, ...],
    retries: int = 0,
    spent: Callable[[str], float | None] = lambda _: None,
) -> list[str]:
    """Return what a run of six items prints without a terminal; each unit takes six seconds."""
    now = [0.0]
    with Progress({"acme": 6}, lambda _: retries, spent, clock=lambda: now[0]) as progress:
        for one in units:
            now[0] += 6
            progress.take("acme", one)
    return capsys.readouterr().err.splitlines()


GOOD = unit(Verdict.CONFORMANT, Verdict.NON_STRICT)


def test_a_line_tells_how_far_a_provider_is(capsys: pytest.CaptureFixture[str]) -> None:
    """Every five seconds or more: done of all, failed, the time left; the last has no time."""
    bad = unit(Verdict.FAILED, Verdict.UNSUPPORTED)
    assert lines(capsys, GOOD, bad, GOOD) == [
        "acme: 2/6 done, 0 failed, 12 s left",
        "acme: 4/6 done, 1 failed, 6 s left",
        "acme: 6/6 done, 1 failed",
        "acme: 6/6 done, 1 failed",
    ]


def test_what_could_not_be_looked_at_did_not_fail(capsys: pytest.CaptureFixture[str]) -> None:
    """It is counted apart, and the comparison of both modes is no item."""
    moody = unit(Verdict.INCONCLUSIVE, Verdict.NOT_RUN)
    both = unit(Verdict.NOT_RUN, suite="streaming_equals_blocking")
    told = lines(capsys, (*moody, *both), retries=3)
    assert told[0] == "acme: 2/6 done, 0 failed, 2 inconclusive or not run, 3 retries, 12 s left"


def test_money_is_told_where_there_is_a_price(capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is said to cost nothing because nobody knows its price."""
    assert "0.0120 USD" in lines(capsys, GOOD, spent=lambda _: 0.012)[0]
    assert "USD" not in lines(capsys, GOOD)[0]
