"""Observations to build reports from, all made up here."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date

import pytest

from tests.support.clock import stop_on
from toolwire.model.exchange import Evidence, EvidenceLevel, Mode
from toolwire.model.observation import Finding, Observation, Severity, Verdict

Make = Callable[..., Observation]
CITED = "octo/spoon tests/cassettes/one.yaml@0123456789abcdef #3"


@pytest.fixture(autouse=True, scope="module")
def _on_the_day_of_the_reports() -> Iterator[None]:
    """Let runs start on the day that these tests date their reports: none may be of a later run."""
    with pytest.MonkeyPatch.context() as patching:
        stop_on(patching, date(2026, 11, 21))
        yield


@pytest.fixture
def observe() -> Make:
    """Return a maker of observations with everything but the named members filled in."""

    def make(
        verdict: Verdict = Verdict.CONFORMANT,
        level: EvidenceLevel = EvidenceLevel.IMPORTED,
        *,
        provider: str = "openai",
        dialect: str = "openai-chat",
        suite: str = "single_call",
        case: str = "traffic",
        mode: Mode = Mode.BLOCKING,
        date: str | None = "2026-06-08T10:00:00",
        source: str = CITED,
        rules: tuple[tuple[str, Severity], ...] = (),
        facets: dict[str, str] | None = None,
        reason: str = "",
        model: str = "some-model",
        run: str = "20261101T000000Z-00000001",
    ) -> Observation:
        asked = level is not EvidenceLevel.IMPORTED
        findings = tuple(
            Finding(rule, severity, "/choices/0", "It is not so.") for rule, severity in rules
        )
        return Observation(
            provider, dialect, model, suite, case, mode, verdict,
            Evidence(level, source, date), reason, findings, facets or {},
            asked=asked, run=run if asked else "",
        )  # fmt: skip

    return make
