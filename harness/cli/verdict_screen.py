"""The verdict on a server, on one screen or as JSON; wire values are shown as escapes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import click

from harness.cli.screen import plain
from harness.conversation import Json, JsonObject
from harness.observation import Verdict as Kind
from harness.verify.run import Verified
from harness.verify.sighting import Presence, Sighting
from harness.verify.verdict import Deviation, Verdict

__all__ = ["document", "print_unknown", "print_verdicts"]

#: (dialect, number of the deviation) -> curl lines.
Curls = Mapping[tuple[str, int], tuple[str, ...]]

_MARKS: Mapping[Kind, str] = {
    Kind.CONFORMANT: "●",
    Kind.NON_STRICT: "◐",
    Kind.FAILED: "✕",
    Kind.UNSUPPORTED: "–",
    Kind.INCONCLUSIVE: "?",
    Kind.NOT_RUN: "!",
}
_LEGEND = "● conformant  ◐ only warnings  ✕ failed  – not offered  ? inconclusive  ! not run"
_WIDTH = 100
_MOST_REASONS = 3
_MOST_CASES = 3
_MOST_DEVIATIONS = 12
_MOST_CHARS = 160


def print_verdicts(done: Verified, curls: Curls) -> None:
    """Print each verdict: what it is, why, what deviates and how to see it."""
    for verdict, target in zip(done.verdicts, done.found.targets, strict=True):
        click.echo(click.style(plain(verdict.words), bold=True))
        for line in _why(verdict.sighting, target.endpoint.base_url):
            click.echo(f"  {line}")
        for line in _counts(verdict):
            click.echo(f"  {line}")
        for number, deviation in enumerate(verdict.deviations[:_MOST_DEVIATIONS]):
            for line in _deviation(deviation, curls.get((verdict.dialect, number), ())):
                click.echo(line)
        if len(verdict.deviations) > _MOST_DEVIATIONS:
            click.echo(f"  and {len(verdict.deviations) - _MOST_DEVIATIONS} more, see --json")
        for line in _row(verdict):
            click.echo(f"  {line}")
        click.echo()
    for line in _others(done):
        click.echo(line)


def print_unknown(done: Verified, base: str) -> None:
    """Print what was seen of a server that speaks no format of ours."""
    click.echo(click.style("unique format", bold=True))
    click.echo(f"  {plain(base)} answers, but in no format that this version knows")
    for one in done.found.seen:
        facts = "; ".join(fact.text for fact in one.facts) or one.said or "no answer"
        click.echo(f"  {one.dialect}: {_short(facts)}")


def _why(sighting: Sighting | None, base: str) -> Iterator[str]:
    if sighting is None:
        yield f"asked in words at {plain(base)}, because native tools are refused"
        return
    yield f"{sighting.dialect} at {plain(base)}, confidence {sighting.confidence:.2f}"
    yield "because: " + _short("; ".join(fact.text for fact in sighting.facts), 3 * _MOST_CHARS)
    if sighting.said:
        yield f"it said: {_short(sighting.said)}"


def _counts(verdict: Verdict) -> Iterator[str]:
    total = sum(count for _, count in verdict.counts)
    counts = ", ".join(f"{count} {kind}" for kind, count in verdict.counts)
    yield f"{total} observations: {counts}"
    for reason, count in verdict.open_reasons[:_MOST_REASONS]:
        yield f"{count} x {_short(reason)}"
    if verdict.remarks:
        said = ", ".join(f"{rule} ({count})" for rule, count in verdict.remarks)
        yield f"remarks: {said}"


def _deviation(found: Deviation, lines: tuple[str, ...]) -> Iterator[str]:
    where = "+".join(found.modes)
    name = found.rule or "in " + _few(found.cases)
    yield f"  {found.severity} {name} x{found.count} ({where}): {_short(found.message)}"
    if found.breaks:
        yield f"    breaks: {_short(found.breaks)}"
    if found.example.pointer and found.rule:
        yield f"    look at {plain(found.example.pointer)} in the answer to"
    for line in lines:
        yield f"    {line}"


def _few(cases: tuple[str, ...]) -> str:
    more = f" and {len(cases) - _MOST_CASES} more" if len(cases) > _MOST_CASES else ""
    return ", ".join(cases[:_MOST_CASES]) + more


def _row(verdict: Verdict) -> Iterator[str]:
    cells = [
        f"{_MARKS[mark.verdict]} {mark.suite} {mark.good}/{mark.total}" for mark in verdict.row
    ]
    line = ""
    for cell in cells:
        if line and len(line) + len(cell) + 2 > _WIDTH:
            yield line
            line = ""
        line = f"{line}  {cell}" if line else cell
    if line:
        yield line
    yield _LEGEND


def _others(done: Verified) -> Iterator[str]:
    audited = {one.dialect for one in done.found.audited}
    others = [one for one in done.found.seen if one.dialect not in audited and one.usable]
    if others:
        said = ", ".join(f"{one.dialect} ({one.confidence:.2f})" for one in others)
        yield f"also answers: {said}; --dialect all audits each"
    locked = [one.dialect for one in done.found.seen if one.presence is Presence.LOCKED]
    if locked:
        yield f"wants another key for: {', '.join(locked)}"


def _short(text: str, most: int = _MOST_CHARS) -> str:
    text = plain(" ".join(text.split()))
    return text if len(text) <= most else f"{text[:most]}..."


def document(done: Verified, curls: Curls) -> JsonObject:
    """Return everything the screen says, and all that it leaves out for want of room."""
    return {
        "schema": 1,
        "verdicts": [_verdict_json(verdict, curls) for verdict in done.verdicts],
        "seen": [_sighting_json(one) for one in done.found.seen],
    }


def _verdict_json(verdict: Verdict, curls: Curls) -> Json:
    return {
        "dialect": verdict.dialect,
        "verdict": verdict.words,
        "counts": {str(kind): count for kind, count in verdict.counts},
        "deviations": [
            _deviation_json(one, curls.get((verdict.dialect, number), ()))
            for number, one in enumerate(verdict.deviations)
        ],
        "row": {
            mark.suite: {"verdict": str(mark.verdict), "good": mark.good, "total": mark.total}
            for mark in verdict.row
        },
        "remarks": dict(verdict.remarks),
        "open": dict(verdict.open_reasons),
    }


def _deviation_json(one: Deviation, lines: tuple[str, ...]) -> Json:
    return {
        "rule": one.rule or None,
        "severity": str(one.severity),
        "message": one.message,
        "count": one.count,
        "modes": list(one.modes),
        "cases": list(one.cases) or [one.example.case],
        "case": one.example.case,
        "step": one.example.step,
        "pointer": one.example.pointer,
        "breaks": one.breaks,
        "curl": list(lines),
    }


def _sighting_json(one: Sighting) -> Json:
    return {
        "dialect": one.dialect,
        "base_url": one.base_url,
        "presence": str(one.presence),
        "confidence": one.confidence,
        "facts": [fact.text for fact in one.facts],
        "native_tools": one.tools,
        "said": one.said,
    }
