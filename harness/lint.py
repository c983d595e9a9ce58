"""Judging traffic that somebody else recorded."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO
from urllib.parse import urlsplit

from harness import detect as detection
from harness import rules, traffic
from harness.attribution import Attribution, provider_of
from harness.conversation import Json, JsonObject, ToolCall
from harness.dialects import dialect
from harness.exchange import EvidenceLevel, Exchange, Mode
from harness.features import features
from harness.observation import Finding, Observation, Severity, Verdict
from harness.providers import provider_of_host, provider_of_name
from harness.reply import Reading, Usage
from harness.suites import Suite
from harness.traffic import Unreadable

__all__ = ["Judged", "Unreadable", "judge", "lint", "observations"]

_WORD = re.compile(r"[A-Za-z_]{1,24}", re.ASCII)
# What a rule expects is mostly the rule's own phrase; ids and names of the wire have digits.
_PHRASE = re.compile(r"[A-Za-z_ ,.'\"()\[\]{}=-]{1,60}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Judged:
    """One exchange, looked at.

    `reading` is None when no dialect was recognised; then nothing was judged. `findings`
    are about the answer; those about the request are the client's doing and stand apart.
    """

    exchange: Exchange
    detected: detection.Detection
    reading: Reading | None
    findings: tuple[Finding, ...]
    facets: Mapping[str, str]
    request_findings: tuple[Finding, ...] = ()

    @property
    def all_findings(self) -> tuple[Finding, ...]:
        """Return the findings about the answer, then those about the request."""
        return (*self.findings, *self.request_findings)

    def as_json(self) -> JsonObject:
        """Return the line `lint --json` prints (design.md, section 6)."""
        reading = self.reading
        return {
            "source": self.exchange.evidence.source,
            "dialect": self.detected.dialect or "unknown",
            "dialect_confidence": self.detected.confidence,
            "stream": reading is not None and reading.mode is Mode.STREAMING,
            "reply": _reply_json(reading) if reading else None,
            "findings": [f.as_json() for f in self.all_findings],
            "facets": dict(self.facets),
        }


def _reply_json(reading: Reading) -> JsonObject:
    reply = reading.reply
    return {
        "text": reply.text,
        "tool_calls": [_call_json(call) for call in reply.tool_calls],
        "stop": reply.stop,
        "usage": _usage_json(reply.usage),
    }


def _call_json(call: ToolCall) -> JsonObject:
    return {
        "id": call.id,
        "name": call.name,
        "arguments": call.arguments,
        "arguments_raw": call.raw,
    }


def _usage_json(usage: Usage | None) -> JsonObject | None:
    if usage is None:
        return None
    return {"input": usage.input, "output": usage.output, "total": usage.total}


def judge(exchange: Exchange) -> Judged:
    """Detect, decode and judge one exchange."""
    detected = detection.detect(exchange)
    if detected.dialect is None:
        return Judged(exchange, detected, None, (), {})
    speaker = dialect(detected.dialect)
    reading = speaker.decode(exchange)
    return Judged(
        exchange,
        detected,
        reading,
        rules.judge(reading),
        speaker.facets(reading),
        rules.judge_request(reading),
    )


def lint(
    paths: Iterable[str | Path], stdin: BinaryIO | None = None
) -> Iterator[Judged | Unreadable]:
    """Judge every exchange of the given files; what cannot be read comes as `Unreadable`."""
    for item in traffic.read(paths, stdin):
        yield item if isinstance(item, Unreadable) else judge(item)


def observations(
    judged: Judged, suites: Iterable[Suite], attributions: tuple[Attribution, ...] = ()
) -> Iterator[Observation]:
    """Turn one judged exchange into observations of the suites whose features it shows.

    Values of other people's traffic do not go into results, which are published: findings
    keep their shape only.
    """
    reading = judged.reading
    if reading is None:
        return
    shown = features(reading)
    evidence = judged.exchange.evidence
    attributed = provider_of(evidence.source, attributions)
    digest = hashlib.sha256(judged.exchange.response.body).hexdigest()
    evidence = replace(evidence, sha256=evidence.sha256 or digest)
    for suite in suites:
        if shown.isdisjoint(suite.shown_by):
            continue
        if suite.dialects and reading.dialect not in suite.dialects:
            continue
        findings = tuple(
            _published(finding, judged.exchange)
            for finding in judged.findings
            if not suite.shown_rules or finding.rule in suite.shown_rules
        )
        yield Observation(
            provider=attributed or _provider(judged.exchange),
            dialect=reading.dialect,
            model=_model(reading),
            suite=suite.id,
            case=_case(suite, shown),
            mode=reading.mode,
            verdict=_verdict(findings),
            evidence=evidence,
            reason=_reason(findings),
            findings=findings,
            facets=judged.facets,
        )


def _case(suite: Suite, shown: frozenset[str]) -> str:
    """Return `traffic`, or `traffic.named` where the features tell cases of a suite apart."""
    prefix = f"{suite.id}_"
    told = sorted(f for f in shown.intersection(suite.shown_by) if f.startswith(prefix))
    return f"traffic.{told[0].removeprefix(prefix)}" if told else "traffic"


def _verdict(findings: tuple[Finding, ...]) -> Verdict:
    severities = {finding.severity for finding in findings}
    if Severity.ERROR in severities:
        return Verdict.FAILED
    return Verdict.NON_STRICT if Severity.WARNING in severities else Verdict.CONFORMANT


def _reason(findings: tuple[Finding, ...]) -> str:
    graves = sorted({f.rule for f in findings if f.severity is not Severity.INFO})
    return ", ".join(graves)


def _published(finding: Finding, exchange: Exchange) -> Finding:
    if exchange.evidence.level is not EvidenceLevel.IMPORTED:
        return finding
    return replace(
        finding,
        expected=_shape(finding.expected, _PHRASE),
        actual=_shape(finding.actual, _WORD),
    )


def _shape(value: Json, kept: re.Pattern[str]) -> Json:
    """Keep known words, numbers and emptiness; reduce everything else to its kind and size."""
    if isinstance(value, str):
        known = not value or kept.fullmatch(value)
        return value if known else f"string of {len(value)} characters"
    if isinstance(value, list):
        return f"array of {len(value)}" if value else value
    if isinstance(value, dict):
        return f"object of {len(value)} members" if value else value
    return value


def _provider(exchange: Exchange) -> str:
    if exchange.provider:
        return provider_of_name(exchange.provider) or exchange.provider
    host = urlsplit(exchange.request.url).hostname if exchange.request else None
    return (provider_of_host(host) or host) if host else "unknown"


def _model(reading: Reading) -> str:
    asked = reading.request.get("model") if isinstance(reading.request, dict) else None
    return reading.reply.model or (asked if isinstance(asked, str) else "") or "unknown"
