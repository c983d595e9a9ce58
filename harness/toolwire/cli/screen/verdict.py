"""The verdict on a server, on one screen for each dialect; wire values are shown as escapes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import median
from textwrap import wrap
from typing import Final

from toolwire.cli.screen.table import plain, say
from toolwire.cli.verdict_document import Curls
from toolwire.io.lists import listed
from toolwire.jobs.audit.timing import TOTAL
from toolwire.jobs.verify.run import Verified
from toolwire.jobs.verify.sighting import DialectSighting, Presence
from toolwire.jobs.verify.verdict import ServerDeviation, ServerVerdict
from toolwire.model.finding_text import shown_value
from toolwire.model.observation import Observation
from toolwire.results.cells.marks import MARKS
from toolwire.results.cells.model import Basis

_LEGEND = "● conformant  ◐ only warnings  ✕ failed  – not offered  ? inconclusive  ! not run"
_WIDTH: Final = 100
#: Rows of one verdict, as a terminal of that width shows them; what does not fit is only named.
_ROWS: Final = 44
_MOST_REASONS = 3
_MOST_CASES = 3
_MOST_CHARS = 160
_MOST_VALUE = 30
#: A run that takes longer says what it waited for.
_LONG = 20.0


def verdict_lines(done: Verified, curls: Curls, rest: str = "", rows: int = _ROWS) -> Iterator[str]:
    """Yield the lines of each verdict: what it is, why, what deviates and how to see it.

    Args:
        done: what is told.
        curls: the lines that show the deviations.
        rest: where the deviations are for which there is no room.
        rows: room of one verdict.
    """
    for verdict, target in zip(done.verdicts, done.found.targets, strict=True):
        seen = [one for one in done.observations if one.dialect == verdict.dialect]
        head = [
            plain(verdict.words),
            *_why(verdict.sighting, target.endpoint.base_url),
            *_counts(verdict, done.seconds, seen),
        ]
        foot = list(_row(verdict))
        yield from head
        yield from _deviations(verdict, curls, rest, rows - _height([*head, *foot]))
        yield from foot
        yield ""
    yield from _others(done)


def print_unknown(done: Verified, base: str) -> None:
    """Print what was seen of a server that speaks no format of ours."""
    say("unique format", bold=True)
    say(f"  {plain(base)} answers, but in no format that this version knows")
    for one in done.found.seen:
        facts = "; ".join(fact.text for fact in one.facts)
        said = f"it said: {one.refusal}" if facts and one.refusal else one.refusal
        say(f"  {one.dialect}: {_short('; '.join(filter(None, (facts, said))) or 'no answer')}")


def _why(sighting: DialectSighting | None, base: str) -> Iterator[str]:
    if sighting is None:
        yield f"  asked in words at {plain(base)}, because native tools are refused"
        return
    yield f"  {sighting.dialect} at {plain(base)}, confidence {sighting.confidence:.2f}"
    facts = _short("; ".join(fact.text for fact in sighting.facts), 2 * _MOST_CHARS)
    yield from _wrapped(f"because: {facts}")
    if sighting.refusal:
        yield from _wrapped(f"it said: {_short(sighting.refusal)}")


def _counts(verdict: ServerVerdict, seconds: float, seen: Sequence[Observation]) -> Iterator[str]:
    total = sum(count for _, count in verdict.counts)
    counts = ", ".join(f"{count} {kind}" for kind, count in verdict.counts)
    yield f"  {total} observations: {counts}"
    if seconds > _LONG:
        yield f"  took {seconds:.0f} s in all{_waited(seen)}"
    for reason, count in verdict.open_reasons[:_MOST_REASONS]:
        yield from _wrapped(f"{count} x {_short(reason)}")
    if verdict.remarks:
        text = ", ".join(f"{rule} ({count})" for rule, count in verdict.remarks)
        yield from _wrapped(f"remarks: {text}")


def _waited(seen: Sequence[Observation]) -> str:
    """Return how long the server took for a case, in the middle and at most."""
    waits = [(one.timing[TOTAL], f"{one.suite}.{one.case}") for one in seen if TOTAL in one.timing]
    if not waits:
        return ""
    slowest, name = max(waits)
    middle = median(wait for wait, _ in waits)
    return f"; the server had a case for {middle:.1f} s (median), {name} for {slowest:.1f} s"


def _deviations(verdict: ServerVerdict, curls: Curls, rest: str, room: int) -> Iterator[str]:
    """Yield the deviations that there is room for, and the others by name."""
    left = list(enumerate(verdict.deviations))
    while left:
        number, deviation = left[0]
        block = list(_deviation(deviation, curls.get((verdict.dialect, number), ())))
        more = _height(_named([one for _, one in left[1:]], rest))
        if number and _height(block) + more > room:
            break
        yield from block
        room -= _height(block)
        left.pop(0)
    yield from _named([one for _, one in left], rest)


def _named(left: Sequence[ServerDeviation], rest: str) -> list[str]:
    if not left:
        return []
    names = ", ".join(
        f"{one.severity} {one.rule or 'in ' + one.cases[0]} x{one.count}" for one in left
    )
    return _wrapped(f"{len(left)} more: {names}{rest and f'; {rest}'}")


def _deviation(found: ServerDeviation, lines: tuple[str, ...]) -> Iterator[str]:
    name = found.rule or "in " + listed(found.cases, _MOST_CASES)
    yield from _wrapped(f"{found.severity} {name} x{found.count}: {_short(found.message)}")
    if found.breaks:
        yield _line(f"breaks: {found.breaks}")
    yield _line(_place(found))
    if found.again is False:
        yield _line("it comes and goes: asked again it did not always show, so this asks 20 times")
    for line in lines:
        yield f"    {line}"


def _place(found: ServerDeviation) -> str:
    """Return in which modes it shows, and where in the answer of the example."""
    example = found.example
    modes = " and ".join(found.modes)
    if not found.rule or not example.pointer:
        return modes
    values = [
        f"{word} {_short(shown_value(value), _MOST_VALUE)}"
        for word, value in (("expected", example.expected), ("actual", example.actual))
        if value is not None or example.expected is not None
    ]
    return f"{modes}; at {plain(example.pointer)}{': ' if values else ''}{', '.join(values)}"


def _row(verdict: ServerVerdict) -> Iterator[str]:
    cells = [
        f"{MARKS[Basis.ASKED][mark.verdict]} {mark.suite} {mark.good}/{mark.total}"
        for mark in verdict.row
    ]
    line = " "
    for cell in cells:
        if line.strip() and len(line) + len(cell) + 2 > _WIDTH:
            yield line
            line = " "
        line = f"{line}  {cell}" if line.strip() else f"  {cell}"
    if line.strip():
        yield line
    yield f"  {_LEGEND}"


def _others(done: Verified) -> Iterator[str]:
    audited = {one.dialect for one in done.found.audited}
    others = [one for one in done.found.seen if one.dialect not in audited and one.usable]
    if others:
        text = ", ".join(f"{one.dialect} ({one.confidence:.2f})" for one in others)
        yield f"also answers: {text}; --dialect all audits each"
    locked = [one.dialect for one in done.found.seen if one.presence is Presence.LOCKED]
    if locked:
        yield f"wants another key for: {', '.join(locked)}"


def _short(text: str, most: int = _MOST_CHARS) -> str:
    text = plain(" ".join(text.split()))
    return text if len(text) <= most else f"{text[:most]}..."


def _line(text: str) -> str:
    """Return one row below a deviation, cut where the screen ends."""
    return f"    {_short(text, _WIDTH - len('    ...'))}"


def _wrapped(text: str, indent: str = "  ") -> list[str]:
    return wrap(
        text,
        _WIDTH,
        initial_indent=indent,
        subsequent_indent=f"{indent}  ",
        break_on_hyphens=False,
    )


def _height(lines: Sequence[str]) -> int:
    return sum(1 + max(0, len(line) - 1) // _WIDTH for line in lines)
