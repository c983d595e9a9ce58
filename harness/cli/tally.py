"""What an audit prints: a table per target, what went wrong, and the exit code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

import click

from harness.cli.screen import finding_lines, plain
from harness.exchange import EvidenceLevel
from harness.observation import Finding, Observation, Stale, Verdict
from harness.suites.model import PAIRS

__all__ = ["Tally", "print_left_out", "print_tables", "print_troubles"]

_MOST_TROUBLES = 12

#: Verdict -> mark and colour; the gravest first, which is what stands for a whole suite.
_MARKS: Mapping[Verdict, tuple[str, str]] = {
    Verdict.FAILED: ("✗", "bold red"),
    Verdict.NOT_RUN: ("!", "bold magenta"),
    Verdict.INCONCLUSIVE: ("?", "magenta"),
    Verdict.NON_STRICT: ("◐", "yellow"),
    Verdict.CONFORMANT: ("●", "green"),
    Verdict.UNSUPPORTED: ("-", "dim"),
}
_HOLLOW = ("○", "dim")
_GREENISH = frozenset({Verdict.CONFORMANT, Verdict.NON_STRICT})


@dataclass(slots=True)
class _Row:
    """One target and suite."""

    verdicts: Counter[Verdict] = field(default_factory=Counter)
    evidence: Counter[tuple[str, str]] = field(default_factory=Counter)
    documented: bool = False
    rules: Counter[str] = field(default_factory=Counter)


@dataclass(slots=True)
class Tally:
    """What was seen so far; its size depends on targets and suites, not on cases.

    Attributes:
        rows: (target, suite) -> counts; a target is `provider/model (dialect)`.
        verdicts: how often each verdict came.
        counted: the same without known deviations, which is what the exit code counts.
        troubles: the first failed, not-run and inconclusive observations, known ones aside.
        known: (provider, rule) -> observations with that known deviation.
        stale: listed deviations that no longer show.
    """

    rows: dict[tuple[str, str], _Row] = field(default_factory=dict)
    verdicts: Counter[Verdict] = field(default_factory=Counter)
    counted: Counter[Verdict] = field(default_factory=Counter)
    troubles: list[Observation] = field(default_factory=list)
    known: Counter[tuple[str, str]] = field(default_factory=Counter)
    stale: list[Stale] = field(default_factory=list)

    def take(self, observation: Observation) -> None:
        """Count one observation."""
        target = f"{observation.provider}/{observation.model} ({observation.dialect})"
        row = self.rows.setdefault((target, observation.suite), _Row())
        row.verdicts[observation.verdict] += 1
        row.rules.update(_named(finding, observation) for finding in observation.findings)
        if observation.verdict is not Verdict.NOT_RUN:
            evidence = observation.evidence
            row.evidence[str(evidence.level), evidence.recorded_at or "no date"] += 1
            row.documented |= evidence.level is EvidenceLevel.DOCUMENTED
        self.verdicts[observation.verdict] += 1
        self.counted[observation.counted] += 1
        self.known.update((observation.provider, rule) for rule in observation.known)
        if observation.counted in _TROUBLE and len(self.troubles) < _MOST_TROUBLES:
            self.troubles.append(observation)

    def exit_code(self, fail_on: str) -> int:
        """Return 2 when something could not be looked at, else 1 for findings, else 0.

        Args:
            fail_on: `error`, `warning` or `never`; the mildest finding that counts.
        """
        if self.counted[Verdict.NOT_RUN] or self.counted[Verdict.INCONCLUSIVE]:
            return 2
        if self.stale and fail_on == "warning":
            return 1
        return int(any(self.counted[verdict] for verdict in _COUNTING[fail_on]))


def _named(finding: Finding, observation: Observation) -> str:
    known = " (known)" if finding.rule in observation.known else ""
    return f"{finding.severity} {finding.rule}{known}"


_TROUBLE = frozenset({Verdict.FAILED, Verdict.NOT_RUN, Verdict.INCONCLUSIVE})
_COUNTING: Mapping[str, tuple[Verdict, ...]] = {
    "error": (Verdict.FAILED,),
    "warning": (Verdict.FAILED, Verdict.NON_STRICT),
    "never": (),
}


def _mark(row: _Row) -> tuple[str, str]:
    worst = next(verdict for verdict in _MARKS if row.verdicts[verdict])
    # What was composed from documentation proves the harness, never the provider.
    return _HOLLOW if row.documented and worst in _GREENISH else _MARKS[worst]


def print_tables(tally: Tally) -> None:
    """Print suites by target with marks, counts and how we know, then the totals."""
    from rich import box  # noqa: PLC0415 - lazy: --json and --quiet need no terminal library
    from rich.console import Console  # noqa: PLC0415 - as above
    from rich.table import Table  # noqa: PLC0415 - as above
    from rich.text import Text  # noqa: PLC0415 - as above

    console = Console(highlight=False)
    for target in dict.fromkeys(target for target, _ in tally.rows):
        mine = {suite: row for (owner, suite), row in tally.rows.items() if owner == target}
        table = Table(
            box=box.SIMPLE_HEAD, title=plain(target), title_justify="left", padding=(0, 1, 0, 0)
        )
        table.add_column("", width=2)
        for heading in ("suite", "verdicts", "how we know"):
            table.add_column(heading, no_wrap=heading == "suite", min_width=20)
        if any(row.rules for row in mine.values()):
            table.add_column("rules")
        # The comparison of both modes is about the suites above it.
        for suite, row in sorted(mine.items(), key=lambda entry: entry[0] == PAIRS):
            mark, style = _mark(row)
            cells = (plain(suite), _verdicts(row), _evidence(row), _rules(row))
            table.add_row(Text(mark, style), *map(Text, cells[: len(table.columns) - 1]))
        console.print(table)
    total = ", ".join(f"{count} {verdict}" for verdict, count in sorted(tally.verdicts.items()))
    console.print(Text(f"{sum(tally.verdicts.values())} cases: {total or 'none'}"))
    if any(row.documented for row in tally.rows.values()):
        console.print(
            Text("○ composed from documentation: shows that the harness works, not the provider")
        )


def _verdicts(row: _Row) -> str:
    return ", ".join(
        f"{row.verdicts[verdict]} {verdict}" for verdict in _MARKS if row.verdicts[verdict]
    )


def _evidence(row: _Row) -> str:
    return ", ".join(plain(f"{level} {date}") for level, date in sorted(row.evidence))


def _rules(row: _Row) -> str:
    return ", ".join(sorted(row.rules))


def print_troubles(tally: Tally) -> None:
    """Print what failed or could not be looked at, one block each, on standard error."""
    for observation in tally.troubles:
        name = (
            f"{observation.provider}/{observation.model}::"
            f"{observation.suite}.{observation.case}[{observation.mode}]"
        )
        click.echo(plain(f"{observation.verdict} {name}: {observation.reason}"), err=True)
        for finding in observation.findings:
            for line in finding_lines(finding):
                click.echo(f"  {line}", err=True)
    more = sum(tally.counted[verdict] for verdict in _TROUBLE) - len(tally.troubles)
    if more > 0:
        click.echo(f"and {more} more in results.jsonl", err=True)
    print_deviations(tally)


def print_deviations(tally: Tally) -> None:
    """Tell on standard error what is known of the providers, and what no longer shows."""
    counts = [f"{provider} {rule} ({n})" for (provider, rule), n in sorted(tally.known.items())]
    if counts:
        told = f"known deviations, not counted: {', '.join(counts)}"
        click.echo(plain(told), err=True)
    for stale in tally.stale:
        click.echo(plain(f"warning: {stale.text}"), err=True)


def print_left_out(names: tuple[str, ...]) -> None:
    """Tell on standard error, in one line, what was left out for want of a cassette."""
    if names:
        told = f"left out, no cassette (name one with -p to look): {', '.join(names)}"
        click.echo(plain(told), err=True)
