"""The verdict on a server as JSON: all that the screen leaves out for want of room."""

from __future__ import annotations

from collections.abc import Mapping

from toolwire.jobs.verify.deviation import ServerDeviation
from toolwire.jobs.verify.run import Verified
from toolwire.jobs.verify.sighting import DialectSighting
from toolwire.jobs.verify.verdict import ServerVerdict
from toolwire.model.conversation import Json, JsonObject

#: (dialect, number of the deviation) -> curl lines.
Curls = Mapping[tuple[str, int], tuple[str, ...]]


def document(done: Verified, curls: Curls) -> JsonObject:
    """Return everything a verification came to."""
    return {
        "schema": 1,
        "seconds": round(done.seconds, 1),
        "verdicts": [_verdict(verdict, curls) for verdict in done.verdicts],
        "seen": [_sighting(one) for one in done.found.seen],
    }


def _verdict(verdict: ServerVerdict, curls: Curls) -> Json:
    return {
        "dialect": verdict.dialect,
        "verdict": verdict.words,
        "counts": {str(kind): count for kind, count in verdict.counts},
        "deviations": [
            _deviation(one, curls.get((verdict.dialect, number), ()))
            for number, one in enumerate(verdict.deviations)
        ],
        "row": {
            mark.suite: {"verdict": str(mark.verdict), "good": mark.good, "total": mark.total}
            for mark in verdict.row
        },
        "remarks": {one.rule: one.count for one in verdict.remarks},
        "remark_messages": {one.rule: list(one.messages) for one in verdict.remarks},
        "open": dict(verdict.open_reasons),
    }


def _deviation(one: ServerDeviation, lines: tuple[str, ...]) -> Json:
    return {
        "rule": one.rule or None,
        "severity": str(one.severity),
        "message": one.message,
        "others": list(one.others),
        "said": one.said,
        "count": one.count,
        "modes": list(one.modes),
        "cases": list(one.cases) or [one.example.case],
        "case": one.example.case,
        "step": one.example.step,
        "mode": str(one.example.mode),
        "pointer": one.example.pointer,
        "expected": one.example.expected,
        "actual": one.example.actual,
        "breaks": one.breaks,
        "again": one.again,
        "curl": list(lines),
    }


def _sighting(one: DialectSighting) -> Json:
    return {
        "dialect": one.dialect,
        "base_url": one.base_url,
        "presence": str(one.presence),
        "confidence": one.confidence,
        "facts": [fact.text for fact in one.facts],
        "native_tools": one.tools,
        "said": one.refusal,
    }
