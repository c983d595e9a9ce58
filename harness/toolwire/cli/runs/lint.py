"""`toolwire lint`: judge traffic that somebody else recorded."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from toolwire.cli.folder import claim
from toolwire.cli.formats import wanted
from toolwire.cli.screen.disputes import show_disputes
from toolwire.cli.screen.summary import show_summary
from toolwire.cli.screen.table import finding_lines, plain, say, say_json
from toolwire.cli.screen.terminal import tell
from toolwire.io.files import write_atomically
from toolwire.io.garbage import seldom_looked_for
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
from toolwire.rules import RULES
from toolwire.suites import load_suites
from toolwire.traffic import Unreadable

if TYPE_CHECKING:
    from toolwire.cli.outputs import Outputs


def run(
    paths: tuple[str, ...],
    *,
    output: Path | None,
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
    """Do what `toolwire lint` says; return the exit code."""
    if contradictions:
        if as_json or sarif or junit or shown != "text":
            raise click.UsageError("--contradictions prints a table; -o writes it as JSON lines")
        known = load_attributions(attributions) if attributions else shipped_attributions()
        return _contradictions(paths, output, known, overwrite=overwrite, quiet=quiet)
    if output is not None:
        claim(output, _selection(paths), overwrite=overwrite)
    summary = Summary()
    shown = "json" if as_json else shown
    known = load_attributions(attributions) if attributions else shipped_attributions()
    printed = FAIL_ON[: FAIL_ON.index(min_severity) + 1]
    listed = known_in(known)
    screen = _Screen(shown, printed, listed, quiet=quiet)
    files = {"sarif": sarif, "junit": junit}
    outputs = _outputs(shown, files, min_severity, fail_on) if wanted(shown, files) else None

    # Only JSON and observations tell them.
    facets = shown == "json" or output is not None
    judged = _judged(paths, _Run(summary, screen, outputs, listed, known, facets))
    if output is None:
        for _ in judged:
            pass
    else:
        _write(output, _counted(judged, summary, known), paths, known)
    if outputs:
        outputs.finish()
    code = summary.exit_code(fail_on)
    show_summary(summary, code, err=shown != "text", results=output is not None)
    return code


def _contradictions(
    paths: tuple[str, ...],
    results: Path | None,
    known: tuple[Attribution, ...],
    *,
    overwrite: bool,
    quiet: bool,
) -> int:
    """List what vendors' own answers speak against; 2, 1 or 0 as `--contradictions` says."""
    if results is not None and results.exists() and not overwrite:
        raise ToolwireError("exists already", where=str(results), hint="--overwrite replaces it")
    summary, disputes, fixtures = Summary(), Disputes(sdk_outcomes(paths)), 0
    for item in _judged(paths, _Run(summary, None, None, known_in(known), known, facets=False)):
        if item.contradictions and fixture_of(item.exchange, known):
            fixtures += 1
        else:
            disputes.take(item)
    rows = disputes.rows()
    show_disputes(rows, fixtures, quiet=quiet)
    if results is not None:
        write_atomically(results, b"".join(dump(row.as_json()) + b"\n" for row in rows))
    undecided = any(not row.decided for row in rows)
    return 2 if summary.exit_code("never") else int(undecided)


class _Run(NamedTuple):
    """What takes part in a run: who counts, who prints, who writes, what is known and needed."""

    summary: Summary
    screen: _Screen | None
    outputs: Outputs | None
    listed: Known
    known: tuple[Attribution, ...]
    facets: bool


def _judged(paths: tuple[str, ...], run: _Run) -> Iterator[Judged]:
    with seldom_looked_for():
        for item in lint(paths, sys.stdin.buffer, facets=run.facets):
            if isinstance(item, Unreadable):
                _tell_unread(item)
                run.summary.miss(item)
                if run.outputs and not item.foreign:
                    run.outputs.take(unread(item))
                continue
            learn(credentials(item.exchange))
            _tell_missed(item)
            run.summary.take(item, run.listed)
            if item.contradictions and not fixture_of(item.exchange, run.known):
                run.summary.disputes.take(item)
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
        self._echo = {"json": self._echo_json, "text": self._echo_findings}.get(shown)
        if quiet and shown == "text":
            self._echo = None

    def show(self, item: Judged) -> None:
        if self._echo:
            self._echo(item)

    def _echo_json(self, item: Judged) -> None:
        line = printable(item).as_json()
        known = {
            rule
            for findings, reading in item.by_reading
            if findings
            for rule in self._known(reading).intersection(one.rule for one in findings)
        }
        if known:
            line["known"] = [*sorted(known)]
        say_json(line)

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
        tell(where)
        known = self._known(reading)
        for finding in shown:
            mark = "known " if finding.rule in known else ""
            for line in finding_lines(finding):
                tell(f"{mark}{line}", indent="  ")
                mark = ""


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
    judged: Iterable[Judged], summary: Summary, known: tuple[Attribution, ...]
) -> Iterator[Judged]:
    """Pass on what was judged and count what of it is no evidence."""
    for item in judged:
        reason = fixture_of(item.exchange, known) if item.reading is not None else ""
        if reason:
            summary.fixtures[reason] += 1
        yield item


def _selection(paths: tuple[str, ...]) -> JsonObject:
    return {"lint": [name_as_text(path) for path in paths]}
