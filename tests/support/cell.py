"""Observations of one made-up cell."""

from __future__ import annotations

from toolwire.model.exchange import Evidence, EvidenceLevel, Mode
from toolwire.model.observation import Finding, Observation, Severity, Verdict

__all__ = ["CITED", "SOURCE", "finding", "observation"]
SOURCE = "made-up/m/single_call.one.blocking.yaml"
CITED = "octo/spoon tests/cassettes/one.yaml@0123456789abcdef #3"


def finding(pointer: str, rule: str = "TC304", severity: Severity = Severity.ERROR) -> Finding:
    """Return a finding at a pointer."""
    return Finding(rule, severity, pointer, "It is not so.", "{}", "absent")


def observation(
    evidence: Evidence, *findings: Finding, verdict: Verdict = Verdict.FAILED
) -> Observation:
    """Return what was asked of a made-up provider, or seen of it where others recorded it."""
    asked = evidence.level is not EvidenceLevel.IMPORTED
    return Observation(
        "made-up", "openai-chat", "m", "single_call", "one", Mode.BLOCKING, verdict, evidence,
        "error: TC304" if findings else "", findings, asked=asked,
        run="20261121T000000Z-1" if asked else "",
    )  # fmt: skip
