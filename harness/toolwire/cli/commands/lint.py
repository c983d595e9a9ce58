"""`toolwire lint`: judge traffic that somebody else recorded."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from toolwire.cli.folder import claim, overwrite_option
from toolwire.cli.formats import FILE, format_option, junit_option, sarif_option, wanted
from toolwire.cli.screen.disputes import closing_lines, show_disputes
from toolwire.cli.screen.table import finding_lines, plain, say, say_json
from toolwire.io.files import write_atomically
from toolwire.io.guard import learn
from toolwire.io.json_text import dump
from toolwire.io.opening import name_as_text
from toolwire.jobs.lint.attribution import (
    Attribution,
    fixture_of,
    load_attributions,
    shipped_attributions,
)
from toolwire.jobs.lint.disputes import Disputes
from toolwire.jobs.lint.judging import Judged, lint, printable
from toolwire.jobs.lint.masking import credentials
from toolwire.jobs.lint.observed import observations, observed, observed_pair, unread
from toolwire.jobs.lint.order import in_order
from toolwire.jobs.lint.sdk_outcomes import sdk_outcomes
from toolwire.jobs.lint.summary import FAIL_ON, Known, Summary, known_in
from toolwire.model.conversation import JsonObject
from toolwire.model.errors import ToolwireError
from toolwire.model.observation import Finding, Observation
from toolwire.model.reply import Reading
from toolwire.results import header, write
from toolwire.rules import RULES, Subject
from toolwire.suites import load_suites
from toolwire.traffic import Unreadable

if TYPE_CHECKING:
    from toolwire.cli.outputs import Outputs


@click.command(name="lint")
@click.argument("paths", nargs=-1, required=True)
@format_option
@click.option("--json", "as_json", is_flag=True, help="One JSON line per exchange on stdout.")
@sarif_option
@junit_option
@click.option(
    "-o",
    "--results",
    type=FILE,
    help="Write observations to this results.jsonl, for `toolwire report`.",
)
@overwrite_option
@click.option(
    "--attributions",
    type=FILE,
    help="YAML that says whose bytes a recording holds and which are fixtures, instead of what "
    "is known of public repositories.",
)
@click.option(
    "--min-severity",
    type=click.Choice(FAIL_ON[:3]),
    default="warning",
    show_default=True,
    help="Findings below this are counted, not printed, and stay out of SARIF.",
)
@click.option(
    "--fail-on",
    type=click.Choice(FAIL_ON),
    default="error",
    show_default=True,
    help="Exit 1 when a finding is at or above this.",
)
@click.option("-q", "--quiet", is_flag=True, help="Only the closing lines.")
@click.option(
    "--contradictions",
    is_flag=True,
    help="List only the errors that vendors' own answers speak against (docs/how-rules-become-errors.md); "
    "-o then writes them as JSON lines. Exit 1 when a person has to decide one.",
)
def command(
    paths: tuple[str, ...],
    *,
    results: Path | None,
    overwrite: bool,
    attributions: Path | None,
    sarif: Path | None,
    junit: Path | None,
    min_severity: str,
    fail_on: str,
    shown: str,
    as_json: bool,
    quiet: bool,
    contradictions: bool,
) -> int:
    """Judge recorded traffic: vcrpy YAML, Ruby VCR YAML, HAR, exchange JSON Lines.

    PATHS are files, directories, globs, or - for stdin. Exit codes: 2 when something could
    not be read, is too large to be judged, or made toolwire itself raise (told on stderr; the
    rest is judged all the same), else 1 for findings at or above --fail-on, else 0.
    """
    if contradictions:
        return _contradictions(paths, results, attributions, overwrite=overwrite)
    if results is not None:
        claim(results, _selection(paths), overwrite=overwrite)
    tally = Summary()
    shown = "json" if as_json else shown
    known = load_attributions(attributions) if attributions else shipped_attributions()
    printed = FAIL_ON[: FAIL_ON.index(min_severity) + 1]
    listed = known_in(known)
    screen = _Screen(shown, printed, listed, quiet=quiet)
    files = {"sarif": sarif, "junit": junit}
    outputs = _outputs(shown, files, min_severity, fail_on) if wanted(shown, files) else None

    judged = _judged(paths, _Run(tally, screen, outputs, listed, known))
    if results is None:
        for _ in judged:
            pass
    else:
        _write(results, _counted(judged, tally, known), paths, known)
    if outputs:
        outputs.finish()
    _echo_tally(tally, to_stderr=shown != "text")
    return tally.exit_code(fail_on)


def _contradictions(
    paths: tuple[str, ...], results: Path | None, attributions: Path | None, *, overwrite: bool
) -> int:
    """List what vendors' own answers speak against; 2, 1 or 0 as `--contradictions` says."""
    if results is not None and results.exists() and not overwrite:
        raise ToolwireError("exists already", where=str(results), hint="--overwrite replaces it")
    known = load_attributions(attributions) if attributions else shipped_attributions()
    tally, disputes, fixtures = Summary(), Disputes(sdk_outcomes(paths)), 0
    for item in _judged(paths, _Run(tally, None, None, known_in(known), known)):
        fixture = fixture_of(item.exchange, known)
        fixtures += bool(fixture and item.contradictions)
        if not fixture:
            disputes.take(item)
    rows = disputes.rows()
    show_disputes(rows, fixtures)
    if results is not None:
        write_atomically(results, b"".join(dump(row.as_json()) + b"\n" for row in rows))
    undecided = any(not row.decided for row in rows)
    return 2 if tally.exit_code("never") else int(undecided)


class _Run(NamedTuple):
    """What takes part in a run: who counts, who prints, who writes, and what is known."""

    tally: Summary
    screen: _Screen | None
    outputs: Outputs | None
    listed: Known
    known: tuple[Attribution, ...]


def _judged(paths: tuple[str, ...], run: _Run) -> Iterator[Judged]:
    for item in lint(paths, sys.stdin.buffer):
        if isinstance(item, Unreadable):
            _tell_unread(item)
            run.tally.miss(item)
            if run.outputs and not item.foreign:
                run.outputs.take(unread(item))
            continue
        learn(credentials(item.exchange))
        _tell_missed(item)
        run.tally.take(item, run.listed)
        if not fixture_of(item.exchange, run.known):
            run.tally.disputes.take(item)
        if run.screen:
            run.screen.show(item)
        if run.outputs:
            for seen in _observed(item, run.known):
                run.outputs.take(seen)
        yield item


def _tell_unread(item: Unreadable) -> None:
    """Tell what could not be read; a file that is no traffic at all only counts."""
    if not item.foreign:
        say(f"{item.source}: {item.position}: {item.reason}", err=True)


def _tell_missed(judged: Judged) -> None:
    """Tell why an exchange was not judged to the end, where it was not."""
    source = judged.exchange.evidence.source
    for reason in judged.missed:
        click.echo(plain(f"{source}: {reason}"), err=True)


def _observed(item: Judged, known: tuple[Attribution, ...]) -> Iterator[Observation]:
    yield observed(item, known)
    for pair in item.pairs:
        seen = observed_pair(pair, known)
        if seen is not None:
            yield seen


def _outputs(shown: str, files: Mapping[str, Path | None], mildest: str, fail_on: str) -> Outputs:
    # Lazy: the report layer brings jinja2, which most runs do not need.
    from toolwire.cli.outputs import Outputs  # noqa: PLC0415
    from toolwire.cli.places import places  # noqa: PLC0415

    return Outputs(
        "lint",
        places(),
        shown=shown,
        files=files,
        mildest=mildest,
        annotated=mildest,
        fail_on=fail_on,
    )


class _Screen:
    """What is printed of an exchange as soon as it is judged."""

    def __init__(self, shown: str, printed: tuple[str, ...], known: Known, *, quiet: bool) -> None:
        self._printed = printed
        self._known = known
        self._echo = {"json": _echo_json, "text": self._echo_findings}.get(shown)
        if quiet and shown == "text":
            self._echo = None

    def show(self, item: Judged) -> None:
        if self._echo:
            self._echo(item)

    def _echo_findings(self, item: Judged) -> None:
        where = f"{plain(item.exchange.evidence.source)} ({item.detected.dialect})"
        self._echo_some(where, item.all_findings, item.reading)
        for pair in item.pairs:
            source = plain(pair.streamed.exchange.evidence.source)
            where = f"{source} ({pair.streamed.dialect}), streamed, against the same request not "
            self._echo_some(
                f"{where}streamed: {plain(pair.blocking_source)}", pair.findings, pair.streamed
            )

    def _echo_some(self, where: str, findings: Iterable[Finding], reading: Reading | None) -> None:
        shown = [f for f in findings if f.severity in self._printed]
        if not shown:
            return
        say(where)
        known = self._known(reading)
        for finding in shown:
            mark = "known " if finding.rule in known else ""
            for line in finding_lines(finding):
                say(f"  {mark}{line}")
                mark = ""


def _echo_json(item: Judged) -> None:
    say_json(printable(item).as_json())


def _write(
    results: Path,
    judged: Iterable[Judged],
    paths: tuple[str, ...],
    known: tuple[Attribution, ...],
) -> None:
    suites = load_suites()

    def lines() -> Iterator[Observation]:
        for item in judged:
            yield from observations(item, suites, known)

    write(results, header(_selection(paths), RULES), in_order(lines()))


def _counted(
    judged: Iterable[Judged], tally: Summary, known: tuple[Attribution, ...]
) -> Iterator[Judged]:
    """Pass on what was judged and count what of it is no evidence."""
    for item in judged:
        reason = fixture_of(item.exchange, known) if item.reading is not None else ""
        if reason:
            tally.fixtures[reason] += 1
        yield item


def _selection(paths: tuple[str, ...]) -> JsonObject:
    return {"lint": [name_as_text(path) for path in paths]}


def _echo_tally(tally: Summary, *, to_stderr: bool) -> None:
    total = sum(tally.dialects.values())
    by_dialect = ", ".join(f"{name} {n}" for name, n in sorted(tally.dialects.items()))
    say(f"{total} exchanges judged ({by_dialect or 'none'})", err=to_stderr)
    if tally.pairs:
        called = (
            f", {tally.otherwise} of them otherwise called by the model" if tally.otherwise else ""
        )
        text = f"{tally.pairs} requests answered in both modes compared{called}"
        say(text, err=to_stderr)
    for (severity, rule), count in sorted(tally.rules.items()):
        client = RULES[rule].subject is Subject.REQUEST
        whose = " (in requests: the client's doing)" if client else ""
        known = tally.known[severity, rule]
        whose += f" ({known} known of the provider)" if known else ""
        say(f"  {severity:7} {rule} {RULES[rule].name}: {count}{whose}", err=to_stderr)
    for text in closing_lines(tally.disputes.rows()):
        say(text, err=to_stderr)
    for reason, count in sorted(tally.fixtures.items()):
        text = f"{count} fixtures make no observations: {reason}"
        say(text, err=to_stderr)
    if tally.passed_over:
        names = ", ".join(map(plain, tally.passed_names))
        rest = tally.passed_over - len(tally.passed_names)
        more = f" and {rest} more" if rest else ""
        say(f"passed over, no recorded traffic: {names}{more}", err=to_stderr)
    if tally.unreadable:
        say(f"{tally.unreadable} could not be read", err=True)
    if tally.missed:
        say(f"{tally.missed} could not be judged to the end", err=True)
