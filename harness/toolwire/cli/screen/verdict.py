"""The verdict on a server, on one screen for each dialect; wire values are shown as escapes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import median
from typing import Final

from toolwire.cli.screen.table import many, plain, say
from toolwire.cli.screen.terminal import Terminal, fitted
from toolwire.cli.verdict_document import Curls
from toolwire.io.lists import listed
from toolwire.jobs.audit.timing import TOTAL
from toolwire.jobs.verify.deviation import ServerDeviation
from toolwire.jobs.verify.run import Verified
from toolwire.jobs.verify.sighting import DialectSighting, Presence
from toolwire.jobs.verify.verdict import Remark, ServerVerdict
from toolwire.model.finding_text import shown_value
from toolwire.model.observation import Observation, Verdict
from toolwire.results.cells.marks import MARKS
from toolwire.results.cells.model import Basis

_LEGEND: Final = (
    (Verdict.CONFORMANT, "conformant"),
    (Verdict.NON_STRICT, "only warnings"),
    (Verdict.FAILED, "failed"),
    (Verdict.UNSUPPORTED, "not offered"),
    (Verdict.INCONCLUSIVE, "inconclusive"),
    (Verdict.NOT_RUN, "not run"),
)
#: A screen where there is no terminal, as in CI; what does not fit its rows is only named.
USUAL: Final = Terminal(100, 44)
#: A terminal of fewer rows is shown less of what is as it should be.
_LOW: Final = 40
#: Characters of why it is that dialect, on such a terminal.
_BRIEF: Final = 140
_FINE: Final = frozenset({Verdict.CONFORMANT, Verdict.UNSUPPORTED})
_MOST_REASONS = 3
_MOST_CASES = 3
_MOST_CHARS = 160
_MOST_VALUE = 30
#: A run that takes longer says what it waited for.
_LONG = 20.0


def verdict_lines(
    done: Verified, curls: Curls, rest: str = "", screen: Terminal = USUAL
) -> Iterator[str]:
    """Yield the lines of each verdict: what it is, why, what deviates and how to see it.

    Args:
        done: what is told.
        curls: the lines that show the deviations.
        rest: where the deviations are for which there is no room.
        screen: columns, and rows that there are for one verdict.
    """
    for verdict, target in zip(done.verdicts, done.found.targets, strict=True):
        seen = [one for one in done.observations if one.dialect == verdict.dialect]
        head = [
            plain(verdict.words),
            *_why(verdict.sighting, target.endpoint.base_url, screen),
            *_counts(verdict, done.seconds, seen, screen),
        ]
        foot = list(_row(verdict, screen))
        yield from head
        room = screen.rows - _height([*head, *foot], screen) - bool(verdict.remarks)
        shown = list(_deviations(verdict, curls, rest, Terminal(screen.columns, room)))
        yield from shown
        room += bool(verdict.remarks) - _height(shown, screen)
        yield from _remarks(verdict.remarks, Terminal(screen.columns, room))
        yield from foot
        yield ""
    yield from _others(done, screen)


def closing_lines(done: Verified) -> Iterator[str]:
    """Yield a line for each of several verdicts, and the command that goes on from here."""
    if len(done.verdicts) > 1:
        yield from (f"{one.dialect}: {plain(one.words)}" for one in done.verdicts)
    rules = [one.rule for verdict in done.verdicts for one in verdict.deviations if one.rule]
    if rules:
        yield f"next: toolwire explain {rules[0]}"
    else:
        yield "next: the same line with --name ID --add-to DIR keeps the server for audits"


def print_unknown(done: Verified, base: str) -> None:
    """Print what was seen of a server that speaks no format of ours."""
    say("unique format", bold=True)
    say(f"  {plain(base)} answers, but in no format that this version knows")
    for one in done.found.seen:
        facts = "; ".join(fact.text for fact in one.facts)
        said = f"it said: {one.refusal}" if facts and one.refusal else one.refusal
        say(f"  {one.dialect}: {_short('; '.join(filter(None, (facts, said))) or 'no answer')}")


def _why(sighting: DialectSighting | None, base: str, screen: Terminal) -> Iterator[str]:
    if sighting is None:
        yield f"  asked in words at {plain(base)}, because native tools are refused"
        return
    yield f"  {sighting.dialect} at {plain(base)}, confidence {sighting.confidence:.2f}"
    most = 2 * _MOST_CHARS if screen.rows >= _LOW else _BRIEF
    facts = _short("; ".join(fact.text for fact in sighting.facts), most)
    yield from fitted(f"because: {facts}", screen.columns, "  ")
    if sighting.refusal:
        yield from fitted(f"it said: {_short(sighting.refusal)}", screen.columns, "  ")


def _counts(
    verdict: ServerVerdict, seconds: float, seen: Sequence[Observation], screen: Terminal
) -> Iterator[str]:
    total = sum(count for _, count in verdict.counts)
    counts = ", ".join(f"{count} {kind}" for kind, count in verdict.counts)
    yield f"  {total} observations: {counts}"
    if seconds > _LONG:
        yield from fitted(f"took {seconds:.0f} s in all{_waited(seen)}", screen.columns, "  ")
    for reason, count in verdict.open_reasons[:_MOST_REASONS]:
        yield from fitted(f"{count} x {_short(reason)}", screen.columns, "  ")


def _remarks(remarks: Sequence[Remark], screen: Terminal) -> Iterator[str]:
    """Yield what is no deviation, and by name what there is no room for."""
    room, left = screen.rows, list(remarks)
    while left:
        text = f"remark {left[0].rule} x{left[0].count}: {'; '.join(_apart(left[0].messages))}"
        lines = fitted(_short(text), screen.columns, "  ")
        if len(lines) + (len(left) > 1) > room:
            break
        yield from lines
        room -= len(lines)
        left.pop(0)
    if left:
        text = ", ".join(f"{one.rule} ({one.count})" for one in left)
        yield from fitted(f"{'more ' * (left != [*remarks])}remarks: {text}", screen.columns, "  ")


def _apart(messages: Sequence[str]) -> Iterator[str]:
    """Yield messages, each without what the first begins with too, up to a colon."""
    begins = ""
    for message in messages:
        yield message.removeprefix(begins).rstrip(".") if begins else message.rstrip(".")
        begins = begins or "".join(message.partition(": ")[:2]) * (": " in message)


def _waited(seen: Sequence[Observation]) -> str:
    """Return how long the server took for a case, in the middle and at most."""
    waits = [(one.timing[TOTAL], f"{one.suite}.{one.case}") for one in seen if TOTAL in one.timing]
    if not waits:
        return ""
    slowest, name = max(waits)
    middle = median(wait for wait, _ in waits)
    return f"; the server had a case for {middle:.1f} s (median), {name} for {slowest:.1f} s"


def _deviations(verdict: ServerVerdict, curls: Curls, rest: str, screen: Terminal) -> Iterator[str]:
    """Yield the deviations that there is room for, and the others by name."""
    left, room = list(enumerate(verdict.deviations)), screen.rows
    while left:
        number, deviation = left[0]
        block = list(_deviation(deviation, curls.get((verdict.dialect, number), ()), screen))
        more = _height(_named([one for _, one in left[1:]], rest, screen), screen)
        if number and _height(block, screen) + more > room:
            break
        yield from block
        room -= _height(block, screen)
        left.pop(0)
    yield from _named([one for _, one in left], rest, screen)


def _named(left: Sequence[ServerDeviation], rest: str, screen: Terminal) -> list[str]:
    if not left:
        return []
    names = ", ".join(
        f"{one.severity} {one.rule or 'in ' + one.cases[0]} x{one.count}" for one in left
    )
    return fitted(f"{len(left)} more: {names}{rest and f'; {rest}'}", screen.columns, "  ")


def _deviation(found: ServerDeviation, lines: tuple[str, ...], screen: Terminal) -> Iterator[str]:
    name = found.rule or "in " + listed(found.cases, _MOST_CASES)
    head = f"{found.severity} {name} x{found.count}: {_short(found.message)}"
    yield from fitted(head, screen.columns, "  ")
    if found.others:
        _, *others = _apart((found.message, *found.others))
        yield _line(f"also: {'; '.join(others)}", screen)
    if found.said:
        yield _line(f"it said: {found.said}", screen)
    if found.breaks:
        yield _line(f"breaks: {found.breaks}", screen)
    yield _line(_place(found), screen)
    if found.again is False:
        yield _line(
            "it comes and goes: asked again it did not always show, so this asks 20 times", screen
        )
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


def _row(verdict: ServerVerdict, screen: Terminal) -> Iterator[str]:
    """Yield the row of suites; on a low screen only how many are as they should be."""
    brief = [mark for mark in verdict.row if mark.verdict in _FINE] if screen.rows < _LOW else []
    cells = [
        f"{MARKS[Basis.ASKED][mark.verdict]} {mark.suite} {mark.good}/{mark.total}"
        for mark in verdict.row
        if mark not in brief
    ]
    if brief:
        good, total = sum(mark.good for mark in brief), sum(mark.total for mark in brief)
        sign = MARKS[Basis.ASKED][Verdict.CONFORMANT]
        cells.append(f"{sign} {many(len(brief), 'suite')} {good}/{total}")
    line = " "
    for cell in cells:
        if line.strip() and len(line) + len(cell) + 2 > screen.columns:
            yield line
            line = " "
        line = f"{line}  {cell}" if line.strip() else f"  {cell}"
    if line.strip():
        yield line
    found = {mark.verdict for mark in verdict.row}
    told = [f"{MARKS[Basis.ASKED][one]} {words}" for one, words in _LEGEND if one in found]
    yield from fitted("  ".join(told), screen.columns, "  ")


def _others(done: Verified, screen: Terminal) -> Iterator[str]:
    audited = {one.dialect for one in done.found.audited}
    others = [one for one in done.found.seen if one.dialect not in audited and one.usable]
    if others:
        text = ", ".join(f"{one.dialect} ({one.confidence:.2f})" for one in others)
        yield from fitted(f"also answers: {text}; --dialect all audits each", screen.columns)
    locked = [one.dialect for one in done.found.seen if one.presence is Presence.LOCKED]
    if locked:
        yield from fitted(f"wants another key for: {', '.join(locked)}", screen.columns)


def _short(text: str, most: int = _MOST_CHARS) -> str:
    text = plain(" ".join(text.split()))
    return text if len(text) <= most else f"{text[:most]}..."


def _line(text: str, screen: Terminal) -> str:
    """Return one row below a deviation, cut where the screen ends."""
    return f"    {_short(text, screen.columns - len('    ...'))}"


def _height(lines: Sequence[str], screen: Terminal) -> int:
    return sum(1 + max(0, len(line) - 1) // screen.columns for line in lines)
