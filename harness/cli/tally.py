"""What an audit prints: a table per target, what went wrong, and the exit code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from shutil import get_terminal_size

import click

from harness.cli.screen import finding_lines, plain
from harness.exchange import EvidenceLevel
from harness.observation import Finding, Observation, Severity, Stale, Verdict
from harness.shard import Shard
from harness.suites.model import PAIRS

__all__ = ["Tally", "print_left_out", "print_tables", "print_troubles", "target_name"]

_MOST_TROUBLES = 12
#: Columns for `warning TC304`: a rule is what a reader of a narrow screen looks for.
_RULE_WIDTH = 13
#: Columns where there is no terminal, as in CI.
_WIDTH = 110
#: Of findings: what the provider's file lists apart from the others, the gravest first.
_KNOWN = "known"
_KINDS = (
    *(str(severity) for severity in (Severity.ERROR, Severity.WARNING, Severity.INFO)),
    _KNOWN,
)
#: How much of an ISO 8601 time is its day.
_DAY = 10

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


def target_name(provider: str, model: str, dialect: str) -> str:
    """Return the name of a target above its table."""
    return f"{provider}/{model} ({dialect})"


@dataclass(slots=True)
class _Row:
    """One target and suite.

    `evidence` are (level, date) of what was tried, `absent` of what the target does not offer;
    `rules` are (severity or `known`, id).
    """

    verdicts: Counter[Verdict] = field(default_factory=Counter)
    evidence: Counter[tuple[str, str]] = field(default_factory=Counter)
    absent: Counter[tuple[str, str]] = field(default_factory=Counter)
    rules: set[tuple[str, str]] = field(default_factory=set)

    @property
    def documented(self) -> bool:
        """Whether some of what was tried was composed from documentation."""
        return any(level == EvidenceLevel.DOCUMENTED for level, _ in self.evidence)


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
        shard: the part of a run that this is; None for a whole one.
        suites, targets: their order on the screen; what is not named stands behind. A live run
            is done in no order.
    """

    rows: dict[tuple[str, str], _Row] = field(default_factory=dict)
    verdicts: Counter[Verdict] = field(default_factory=Counter)
    counted: Counter[Verdict] = field(default_factory=Counter)
    troubles: list[Observation] = field(default_factory=list)
    known: Counter[tuple[str, str]] = field(default_factory=Counter)
    stale: list[Stale] = field(default_factory=list)
    shard: Shard | None = None
    suites: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()

    def take(self, observation: Observation) -> None:
        """Count one observation."""
        target = target_name(observation.provider, observation.model, observation.dialect)
        row = self.rows.setdefault((target, observation.suite), _Row())
        row.verdicts[observation.verdict] += 1
        row.rules.update((_kind(found, observation), found.rule) for found in observation.findings)
        if observation.verdict is not Verdict.NOT_RUN:
            evidence = observation.evidence
            known = row.absent if observation.verdict is Verdict.UNSUPPORTED else row.evidence
            known[str(evidence.level), (evidence.recorded_at or "")[:_DAY]] += 1
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


def _kind(finding: Finding, observation: Observation) -> str:
    return _KNOWN if finding.rule in observation.known else str(finding.severity)


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

    console = Console(highlight=False, width=get_terminal_size((_WIDTH, 24)).columns)
    for target in _ordered((target for target, _ in tally.rows), tally.targets):
        suites = _ordered((suite for owner, suite in tally.rows if owner == target), tally.suites)
        mine = {suite: tally.rows[target, suite] for suite in suites}
        table = Table(
            box=box.SIMPLE_HEAD,
            title=plain(target),
            title_justify="left",
            padding=(0, 1, 0, 0),
            pad_edge=False,
        )
        table.add_column("", width=1)
        table.add_column("suite", no_wrap=True)
        table.add_column("verdicts")
        table.add_column("how we know", min_width=_DAY)
        if any(row.rules for row in mine.values()):
            table.add_column("rules", min_width=_RULE_WIDTH)
        # The comparison of both modes is about the suites above it.
        for suite, row in sorted(mine.items(), key=lambda entry: entry[0] == PAIRS):
            mark, style = _mark(row)
            cells = (plain(suite), _verdicts(row), _evidence(row), _rules(row))
            table.add_row(Text(mark, style), *map(Text, cells[: len(table.columns) - 1]))
        console.print(table)
    total = ", ".join(f"{count} {verdict}" for verdict, count in sorted(tally.verdicts.items()))
    part = f"part {tally.shard.text}, " if tally.shard else ""
    console.print(Text(f"{part}{sum(tally.verdicts.values())} observations: {total or 'none'}"))
    if any(row.documented for row in tally.rows.values()):
        console.print(
            Text("○ composed from documentation: shows that the harness works, not the provider")
        )


def _ordered(names: Iterable[str], order: tuple[str, ...]) -> list[str]:
    """Return names once each, in an order, and behind these the others as they come."""
    place = {name: number for number, name in enumerate(order)}
    return sorted(dict.fromkeys(names), key=lambda name: place.get(name, len(place)))


def _verdicts(row: _Row) -> str:
    return ", ".join(
        f"{row.verdicts[verdict]} {verdict}" for verdict in _MARKS if row.verdicts[verdict]
    )


def _evidence(row: _Row) -> str:
    """Return levels and days; of what is not offered only where nothing was tried."""
    known = sorted(row.evidence or row.absent)
    return ", ".join(plain(f"{level} {day}".strip()) for level, day in known)


def _rules(row: _Row) -> str:
    """Return `error TC401; known TC118, TC190`, the gravest first."""
    ids = {kind: sorted(rule for of, rule in row.rules if of == kind) for kind in _KINDS}
    return "; ".join(f"{kind} {', '.join(rules)}" for kind, rules in ids.items() if rules)


def print_troubles(tally: Tally) -> None:
    """Print what failed or could not be looked at, one block each, on standard error."""
    for observation in tally.troubles:
        name = (
            f"{observation.provider}/{observation.model}::"
            f"{observation.suite}.{observation.case}[{observation.mode}]"
        )
        click.echo(plain(f"{observation.verdict} {name}: {observation.reason}"), err=True)
        for finding, count in _alike(observation):
            for line in finding_lines(finding):
                click.echo(f"  {line}", err=True)
            if count > 1:
                click.echo(f"    and {count - 1} more like it in this reply", err=True)
    more = sum(tally.counted[verdict] for verdict in _TROUBLE) - len(tally.troubles)
    if more > 0:
        click.echo(f"and {more} more in results.jsonl", err=True)
    print_deviations(tally)


def _alike(observation: Observation) -> list[tuple[Finding, int]]:
    """Return the first of findings that say the same of other places, and how many they are."""
    first: dict[tuple[str, str], Finding] = {}
    counts: Counter[tuple[str, str]] = Counter()
    for finding in observation.findings:
        key = (finding.rule, finding.message)
        first.setdefault(key, finding)
        counts[key] += 1
    return [(finding, counts[key]) for key, finding in first.items()]


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
