"""The packed form of observations of traffic: one line an exchange, not one a suite.

An exchange is evidence for several suites, and all its observations share provider, model,
citation and facets. A line is a JSON array with those once, the exchange's findings once, and a
row for each suite that names its findings by number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

import msgspec

from harness.errors import ToolwireError
from harness.exchange import Evidence, EvidenceLevel, Mode
from harness.observation import Finding, Observation, Severity, Verdict

__all__ = ["pack", "unpack"]


class _Finding(msgspec.Struct, array_like=True, frozen=True):
    rule: str
    severity: Severity
    pointer: str
    message: str
    expected: Any
    actual: Any


class _Row(msgspec.Struct, array_like=True, frozen=True):
    suite: str
    case: str
    verdict: Verdict
    reason: str
    findings: tuple[int, ...]
    known: tuple[str, ...]
    otherwise: Verdict | None


class _Exchange(msgspec.Struct, array_like=True, frozen=True):
    dialect: str
    model: str
    mode: Mode
    source: str
    sha256: str | None
    recorded_at: str | None
    facets: dict[str, str]
    findings: tuple[_Finding, ...]
    rows: tuple[_Row, ...]


_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(_Exchange)


def pack(observations: Iterable[Observation]) -> bytes:
    """Return the lines of observations of one provider; those of one exchange stand together.

    Raises:
        ToolwireError: one of them is not of imported traffic; the form has no place for a
            run, its times and its trials.
    """
    lines = [_ENCODER.encode(_line(list(group))) for _, group in groupby(observations, key=_shared)]
    return b"".join(line + b"\n" for line in lines)


def unpack(lines: bytes, provider: str) -> Iterator[Observation]:
    """Yield the observations of packed lines, in the order in which they were packed.

    Raises:
        ToolwireError: a line is not of the form.
    """
    try:
        exchanges = _DECODER.decode_lines(lines)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise ToolwireError(f"not packed observations: {error}", where=provider) from None
    for exchange in exchanges:
        yield from _observations(exchange, provider)


def _shared(seen: Observation) -> tuple[object, ...]:
    """Return what the observations of one exchange have in common."""
    evidence = seen.evidence
    if seen.asked or seen.run or seen.timing or seen.trials is not None:
        raise ToolwireError("an observation of a run is no traffic", where=evidence.source)
    if evidence.level is not EvidenceLevel.IMPORTED:
        raise ToolwireError(f"evidence is {evidence.level}, not imported", where=evidence.source)
    facets = tuple(seen.facets.items())
    return (seen.provider, seen.dialect, seen.model, seen.mode, evidence, facets)


def _line(group: list[Observation]) -> _Exchange:
    first = group[0]
    evidence = first.evidence
    findings = list(dict.fromkeys(map(_packed, (f for seen in group for f in seen.findings))))
    numbers = {finding: number for number, finding in enumerate(findings)}
    rows = tuple(
        _Row(
            seen.suite,
            seen.case,
            seen.verdict,
            seen.reason,
            tuple(numbers[_packed(finding)] for finding in seen.findings),
            seen.known,
            seen.otherwise,
        )
        for seen in group
    )
    return _Exchange(
        first.dialect,
        first.model,
        first.mode,
        evidence.source,
        evidence.sha256,
        evidence.recorded_at,
        dict(first.facets),
        tuple(_finding(packed) for packed in findings),
        rows,
    )


def _packed(finding: Finding) -> bytes:
    # Values may be lists and objects, so findings are told apart by their bytes.
    told = (finding.rule, finding.severity, finding.pointer, finding.message)
    return _ENCODER.encode((*told, finding.expected, finding.actual))


def _finding(packed: bytes) -> _Finding:
    return msgspec.json.decode(packed, type=_Finding)


def _observations(exchange: _Exchange, provider: str) -> Iterator[Observation]:
    level = EvidenceLevel.IMPORTED
    evidence = Evidence(level, exchange.source, exchange.recorded_at, exchange.sha256)
    findings = [
        Finding(f.rule, f.severity, f.pointer, f.message, f.expected, f.actual)
        for f in exchange.findings
    ]
    dialect, model, mode, facets = exchange.dialect, exchange.model, exchange.mode, exchange.facets
    for row in exchange.rows:
        yield Observation(
            provider,
            dialect,
            model,
            row.suite,
            row.case,
            mode,
            row.verdict,
            evidence,
            row.reason,
            tuple([findings[number] for number in row.findings]),
            facets,
            {},
            row.known,
            row.otherwise,
            asked=False,
        )
