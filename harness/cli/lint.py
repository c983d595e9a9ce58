"""`toolwire lint`: judge traffic that somebody else recorded."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import click

from harness.attribution import load_attributions
from harness.cli.screen import finding_lines, plain
from harness.json_text import dump
from harness.lint import Judged, Unreadable, lint, observations
from harness.observation import Finding, Observation
from harness.results import header, write
from harness.rules import RULES, Subject
from harness.suites import load_suites

__all__ = ["command"]

_FAIL_ON = ("error", "warning", "info", "never")


class _Tally:
    """What was seen so far, for the closing lines and the exit code."""

    def __init__(self) -> None:
        self.dialects: Counter[str] = Counter()
        self.rules: Counter[tuple[str, str]] = Counter()
        self.unreadable = 0
        self.passed_over: list[str] = []

    def miss(self, item: Unreadable) -> None:
        """Tell what could not be read; a file that is no traffic at all only counts."""
        if item.foreign:
            self.passed_over.append(item.source)
            return
        self.unreadable += 1
        click.echo(plain(f"{item.source}: {item.position}: {item.reason}"), err=True)

    def take(self, judged: Judged) -> None:
        self.dialects[judged.detected.dialect or "unknown"] += 1
        self.rules.update((str(f.severity), f.rule) for f in judged.all_findings)

    def exit_code(self, fail_on: str) -> int:
        """2 when something could not be read or nothing was there, else 1 for findings at or above `fail_on`."""
        if self.unreadable or not self.dialects:
            return 2
        grave = _FAIL_ON[: _FAIL_ON.index(fail_on) + 1] if fail_on != "never" else ()
        return int(any(severity in grave for severity, _ in self.rules))


@click.command(name="lint")
@click.argument("paths", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="One JSON line per exchange on stdout.")
@click.option(
    "-o",
    "--results",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write observations to this results.jsonl, for `toolwire report`.",
)
@click.option(
    "--attributions",
    type=click.Path(dir_okay=False, path_type=Path),
    help="YAML that says whose bytes a recording holds where its address does not.",
)
@click.option(
    "--min-severity",
    type=click.Choice(_FAIL_ON[:3]),
    default="warning",
    show_default=True,
    help="Findings below this are counted, not printed.",
)
@click.option(
    "--fail-on",
    type=click.Choice(_FAIL_ON),
    default="error",
    show_default=True,
    help="Exit 1 when a finding is at or above this.",
)
@click.option("-q", "--quiet", is_flag=True, help="Only the closing lines.")
def command(
    paths: tuple[str, ...],
    results: Path | None,
    attributions: Path | None,
    min_severity: str,
    fail_on: str,
    *,
    as_json: bool,
    quiet: bool,
) -> int:
    """Judge recorded traffic: vcrpy YAML, Ruby VCR YAML, HAR, exchange JSON Lines.

    PATHS are files, directories, globs, or - for stdin. Exit codes: 2 when something could
    not be read (told on stderr; the rest is judged all the same), else 1 for findings at or
    above --fail-on, else 0.
    """
    tally = _Tally()
    printed = _FAIL_ON[: _FAIL_ON.index(min_severity) + 1]

    def judged() -> Iterator[Judged]:
        for item in lint(paths, sys.stdin.buffer):
            if isinstance(item, Unreadable):
                tally.miss(item)
                continue
            tally.take(item)
            if as_json:
                _echo_json(item)
            elif not quiet:
                _echo_findings(item, printed)
            yield item

    if results is None:
        for _ in judged():
            pass
    else:
        _write(results, judged(), paths, attributions)
    _echo_tally(tally, to_stderr=as_json)
    return tally.exit_code(fail_on)


def _echo_json(item: Judged) -> None:
    click.echo(dump(item.as_json()).decode())


def _echo_findings(item: Judged, printed: tuple[str, ...]) -> None:
    shown: list[Finding] = [f for f in item.all_findings if f.severity in printed]
    if shown:
        click.echo(f"{plain(item.exchange.evidence.source)} ({item.detected.dialect})")
    for finding in shown:
        for line in finding_lines(finding):
            click.echo(f"  {line}")


def _write(
    results: Path, judged: Iterator[Judged], paths: tuple[str, ...], attributions: Path | None
) -> None:
    suites = load_suites()
    known = load_attributions(attributions) if attributions else ()

    def lines() -> Iterator[Observation]:
        for item in judged:
            yield from observations(item, suites, known)

    write(results, header({"lint": list(paths)}), lines())


def _echo_tally(tally: _Tally, *, to_stderr: bool) -> None:
    total = sum(tally.dialects.values())
    by_dialect = ", ".join(f"{name} {n}" for name, n in sorted(tally.dialects.items()))
    click.echo(f"{total} exchanges judged ({by_dialect or 'none'})", err=to_stderr)
    for (severity, rule), count in sorted(tally.rules.items()):
        client = RULES[rule].subject is Subject.REQUEST
        whose = " (in requests: the client's doing)" if client else ""
        click.echo(f"  {severity:7} {rule} {RULES[rule].name}: {count}{whose}", err=to_stderr)
    if tally.passed_over:
        names = ", ".join(map(plain, tally.passed_over[:5]))
        more = f" and {len(tally.passed_over) - 5} more" if len(tally.passed_over) > 5 else ""
        click.echo(f"passed over, no recorded traffic: {names}{more}", err=to_stderr)
    if tally.unreadable:
        click.echo(f"{tally.unreadable} could not be read", err=True)
