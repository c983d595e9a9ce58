"""Observations and headers that comparisons are tested with."""

from __future__ import annotations

from toolwire.model.exchange import Evidence, EvidenceLevel, Mode
from toolwire.model.observation import Finding, Observation, Severity, Verdict
from toolwire.results import Header

__all__ = ["RULES", "asked", "head", "seen", "verdict_of"]

#: Rule id -> its severity in these tests.
RULES = {
    "TC301": Severity.ERROR,
    "TC302": Severity.ERROR,
    "TC401": Severity.WARNING,
    "TC190": Severity.INFO,
}


def head(
    day: str = "2026-11-22", *, rules: tuple[str, ...] = (), toolwire: str = "0.1.0"
) -> Header:
    """Return the header of a run of a day."""
    run = f"{day.replace('-', '')}T000000Z-00000000"
    return Header(toolwire, f"{day}T00:00:00+00:00", {}, run=run, rules=rules)


def verdict_of(rules: tuple[str, ...]) -> Verdict:
    """Return the verdict that the findings of some rules come to."""
    severities = {RULES[rule] for rule in rules}
    if Severity.ERROR in severities:
        return Verdict.FAILED
    return Verdict.NON_STRICT if Severity.WARNING in severities else Verdict.CONFORMANT


def _findings(rules: tuple[str, ...]) -> tuple[Finding, ...]:
    return tuple(Finding(rule, RULES[rule], "/x", "It is wrong.") for rule in rules)


def asked(
    *rules: str,
    verdict: Verdict | None = None,
    case: str = "a",
    mode: Mode = Mode.BLOCKING,
    model: str = "m1",
    suite: str = "single_call",
    provider: str = "acme",
    day: str = "2026-11-22",
    sha: str | None = None,
    level: EvidenceLevel = EvidenceLevel.RECORDED,
    known: tuple[str, ...] = (),
    fact: str = "",
) -> Observation:
    """Return a case that was asked on a day and breaks some rules."""
    told = verdict or verdict_of(rules)
    left = tuple(rule for rule in rules if rule not in known)
    return Observation(
        *(provider, "openai-chat", model, suite, case, mode, told),
        Evidence(level, f"{provider}/{model}/{suite}.{case}.{mode}", day, sha or f"{day}-{rules}"),
        reason="" if told is Verdict.CONFORMANT else f"why {rules}",
        findings=_findings(rules),
        facets={"arguments": fact} if fact else {},
        known=known,
        otherwise=verdict_of(left) if known else None,
        run=f"{day.replace('-', '')}T000000Z-00000000",
    )


def seen(
    *rules: str,
    number: int = 0,
    day: str | None = "2026-10-01",
    suite: str = "single_call",
    provider: str = "acme",
    sha: str | None = None,
    fact: str = "",
) -> Observation:
    """Return traffic of a day, told apart by its number, that breaks some rules."""
    source = f"o/r p.yaml@0123456 #{number}"
    return Observation(
        *(provider, "openai-chat", "m1", suite, "traffic", Mode.BLOCKING, verdict_of(rules)),
        Evidence(EvidenceLevel.IMPORTED, source, day, sha or f"seen-{number}"),
        reason=", ".join(rules),
        findings=_findings(rules),
        facets={"arguments": fact} if fact else {},
        asked=False,
    )
