"""One line a target: what was asked of it, what its findings are, and how old the evidence is."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

import click

from toolwire.cli.screen.table import plain, say
from toolwire.cli.screen.terminal import terminal
from toolwire.io.lists import grouped
from toolwire.model.observation import WHOLE, Observation
from toolwire.results.cells import Table
from toolwire.results.cells.algebra import cell, deduplicated, select, worst
from toolwire.results.cells.marks import counts_text, known_text, mark
from toolwire.results.comparison.state import breaches

#: Characters of a reason.
_LONGEST = 240
#: From here on there is room for the rules.
_WIDE = 110
#: Columns that counts have at least, as `1234/1234` needs.
_LEAST_COUNTS = 12
_GAP = "  "
_STYLE = {"●": "green", "◐": "yellow", "✕": "red", "◆": "red", "◈": "yellow", "!": "magenta"}


@dataclass(frozen=True, slots=True)
class _TargetLine:
    sign: str
    name: str
    counts: str
    rules: str
    evidence: str


def print_targets(observations: Iterable[Observation], today: date, heading: str = "") -> None:
    """Print a line for each target: for what was asked each model, for traffic each format."""
    found = [*_lines(deduplicated(observations), today)]
    if not found:
        return
    if heading:
        say()
        say(heading)
    seen = terminal()
    for line in _fitted(found, seen.columns if seen else sys.maxsize):
        sign, _, rest = line.partition(" ")
        style = _STYLE.get(sign)
        say(rest, sign=click.style(sign, fg=style) if style else sign)


def _lines(observations: Iterable[Observation], today: date) -> Iterator[_TargetLine]:
    shown = (s for s in observations if s.suite != WHOLE and s.dialect != "unknown")
    groups = grouped(shown, lambda s: (s.provider, s.dialect, s.model if s.asked else ""))
    for (provider, dialect, model), mine in sorted(groups.items()):
        chosen = select(mine if model else _by_exchange(mine))
        whole = cell(chosen, beside=False)
        name = f"{provider}/{model} {dialect}" if model else f"{provider} {dialect}"
        yield _TargetLine(
            mark(whole),
            plain(name),
            counts_text(whole),
            _rules(chosen.current),
            known_text(whole, today),
        )


def _by_exchange(mine: Iterable[Observation]) -> list[Observation]:
    """Return one observation of each exchange of traffic, with all its findings and the worst."""
    return [_together(same) for same in grouped(mine, lambda s: s.evidence.source).values()]


def _together(same: list[Observation]) -> Observation:
    verdict = worst(seen.verdict for seen in same)
    first = next(seen for seen in same if seen.verdict is verdict)
    findings = [finding for seen in same for finding in seen.findings]
    return replace(first, findings=tuple(findings))


def _rules(mine: Sequence[Observation]) -> str:
    """Return how many rules are broken, by severity: `2 errors, 1 warning, 1 known`."""
    found: dict[str, set[str]] = {}
    for seen in mine:
        # What one answer of a model can explain is no finding by itself.
        for finding in breaches(seen):
            kind = "known" if finding.rule in seen.known else str(finding.counted)
            found.setdefault(kind, set()).add(finding.rule)
    parts = []
    for kind in ("error", "warning", "known"):
        count = len(found.get(kind, ()))
        if count:
            plural = "s" if count > 1 and kind != "known" else ""
            parts.append(f"{count} {kind}{plural}")
    return ", ".join(parts) or "no findings"


def _fitted(lines: list[_TargetLine], width: int) -> Iterator[str]:
    """Yield lines in columns; on a narrow screen rules, counts and then names give way."""
    evidence = max(len(line.evidence) for line in lines)
    rules = max(len(line.rules) for line in lines) if width >= _WIDE else 0
    left = width - len("● ") - evidence - len(_GAP) - (rules + len(_GAP) if rules else 0)
    name = min(max(len(line.name) for line in lines), left - len(_GAP) - _LEAST_COUNTS)
    counts = min(max(len(line.counts) for line in lines), left - len(_GAP) - name)
    for line in lines:
        named = line.name if len(line.name) <= name else f"{line.name[: name - 1]}…"
        cells = [named.ljust(name), _cut(line.counts, counts).ljust(counts)]
        cells += [line.rules.ljust(rules)] if rules else []
        yield f"{line.sign} {_GAP.join((*cells, line.evidence))}".rstrip()


def _cut(counts: str, size: int) -> str:
    """Return as many of the parts of counts as there is room for."""
    while len(counts) > size and ", " in counts:
        counts = counts.rpartition(", ")[0]
    return counts[:size]


def print_details(table: Table, today: date) -> None:
    """Print every suite of every row, in the order of their names."""
    suites = (one for one in table.suites.items() if one[0][1] != WHOLE)
    for row, mine in grouped(suites, lambda one: one[0][0]).items():
        say()
        say(f"{row.provider} ({row.dialect})")
        for (_, suite), found in mine:
            why = f": {found.reason}" if found.reason else ""
            text = f"{mark(found)} {suite}  {counts_text(found)}  {known_text(found, today)}{why}"
            say(f"  {plain(text)[:_LONGEST]}")
