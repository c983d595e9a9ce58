"""The packed form of observations of traffic: one line an exchange, not one a suite.

An exchange is evidence for several suites, and all its observations share provider, model,
citation and facets. A line is a JSON array with those once, the exchange's findings once, and a
row for each suite that names its findings by number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import MISSING, fields
from itertools import groupby
from typing import Any, Final

import msgspec

from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import Evidence, EvidenceLevel, Mode
from toolwire.model.observation import Finding, Observation, Severity, Verdict


class _Row(msgspec.Struct, array_like=True, frozen=True):
    suite: str
    case: str
    verdict: Verdict
    reason: str
    findings: tuple[int, ...]
    known: tuple[str, ...]
    otherwise: Verdict | None


class _Exchange(msgspec.Struct, array_like=True, frozen=True):
    """`findings` are the members of `Finding` in their order, without the last ones at default."""

    dialect: str
    model: str
    mode: Mode
    source: str
    sha256: str | None
    recorded_at: str | None
    facets: dict[str, str]
    findings: tuple[tuple[Any, ...], ...]
    rows: tuple[_Row, ...]


_ENCODER: Final = msgspec.json.Encoder()
_DECODER: Final = msgspec.json.Decoder(_Exchange)
_FINDING: Final = fields(Finding)
#: Members of an observation for which the form has a place; others have to be at default.
_PLACED: Final = frozenset({"provider", "evidence", "facets", *_Exchange.__struct_fields__}) | {
    *_Row.__struct_fields__,
    "asked",
}
_OTHERS: Final = tuple(field for field in fields(Observation) if field.name not in _PLACED)


def pack(observations: Iterable[Observation]) -> bytes:
    """Return the lines of observations of one provider; those of one exchange stand together.

    Raises:
        ToolwireError: one of them is not of imported traffic, or says what the form has no
            place for, as the times and trials of a run.
    """
    lines = [_ENCODER.encode(_line(list(group))) for _, group in groupby(observations, key=_shared)]
    return b"".join(line + b"\n" for line in lines)


def unpack(lines: bytes, provider: str) -> Iterator[Observation]:
    """Yield the observations of packed lines, in the order in which they were packed.

    Raises:
        ToolwireError: a line is not of the form.
    """
    try:
        for exchange in _DECODER.decode_lines(lines):
            yield from _observations(exchange, provider)
    except (msgspec.MsgspecError, ValueError, TypeError, IndexError, RecursionError) as error:
        raise ToolwireError(f"not packed observations: {error}", where=provider) from None


def _shared(seen: Observation) -> tuple[object, ...]:
    """Return what the observations of one exchange have in common."""
    evidence = seen.evidence
    if seen.asked or evidence.level is not EvidenceLevel.IMPORTED:
        raise ToolwireError("not an observation of imported traffic", where=evidence.source)
    for member in _OTHERS:
        default = member.default if member.default_factory is MISSING else member.default_factory()
        if getattr(seen, member.name) != default:
            what = f"packed observations have no place for {member.name}"
            raise ToolwireError(what, where=evidence.source)
    facets = tuple(seen.facets.items())
    return (seen.provider, seen.dialect, seen.model, seen.mode, evidence, facets)


def _line(group: list[Observation]) -> _Exchange:
    first = group[0]
    evidence = first.evidence
    findings = list(dict.fromkeys(_packed(f) for seen in group for f in seen.findings))
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
        tuple(msgspec.json.decode(packed, type=tuple[Any, ...]) for packed in findings),
        rows,
    )


def _packed(finding: Finding) -> bytes:
    """Return a finding as JSON; values may be lists and objects, so bytes tell findings apart."""
    values = [getattr(finding, member.name) for member in _FINDING]
    while values and values[-1] == _FINDING[len(values) - 1].default:
        values.pop()
    return _ENCODER.encode(values)


def _observations(exchange: _Exchange, provider: str) -> Iterator[Observation]:
    level = EvidenceLevel.IMPORTED
    evidence = Evidence(level, exchange.source, exchange.recorded_at, exchange.sha256)
    findings = [Finding(f[0], Severity(f[1]), *f[2:]) for f in exchange.findings]
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
