"""What a run writes for other programs: SARIF, JUnit XML, GitHub annotations.

Importing this brings the report layer; commands do so when it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path

import click

from toolwire.cli.facts import rule_facts
from toolwire.io import clock
from toolwire.io.files import write_atomically
from toolwire.jobs.report import github, junit, sarif
from toolwire.jobs.report.location import PlaceOf
from toolwire.model.observation import Observation, Severity, Stale
from toolwire.providers.deviations import KnownDeviation, shipped_deviations


class Outputs:
    """Takes observations one by one, then writes the documents.

    Observations are kept only where a document is wanted at the end.
    """

    def __init__(
        self,
        category: str,
        place_of: PlaceOf,
        *,
        shown: str = "text",
        files: Mapping[str, Path | None] | None = None,
        mildest: str = "info",
        annotated: str = "warning",
        fail_on: str = "error",
        listed: KnownDeviation | None = None,
        today: date | None = None,
    ) -> None:
        """Say what is wanted.

        Args:
            category: name of the command, which names the SARIF run.
            place_of: where a finding stands.
            shown: what goes to stdout: `github`, `sarif` or `junit`; others print nothing.
            files: `sarif`, `junit` -> file to write; None for none.
            mildest: findings below this make no SARIF result.
            annotated: findings below this make no annotation.
            fail_on: the mildest finding that fails a JUnit test case; `never` as `error`.
            listed: known deviations; None for those of the shipped provider files.
            today: day by which evidence is ageing or old; None for the present one (UTC).
        """
        self._today = today or clock.today()
        self._category, self._place_of, self._shown = category, place_of, shown
        self._files = {name: path for name, path in (files or {}).items() if path is not None}
        self._mildest, self._annotated = Severity(mildest), Severity(annotated)
        self._fail_on = Severity("error" if fail_on == "never" else fail_on)
        self._rules = rule_facts()
        self._by_id = {rule.id: rule for rule in self._rules}
        self._listed = listed or shipped_deviations()
        self._seen: list[Observation] = []
        self._stale: tuple[Stale, ...] = ()

    def take(self, seen: Observation) -> None:
        """Print the annotations of one observation, or keep it for the documents."""
        if self._shown == "github":
            for line in github.commands(seen, self._by_id, self._place_of, self._annotated):
                click.echo(line)
        if self._files or self._shown in {"sarif", "junit"}:
            self._seen.append(seen)

    def take_stale(self, stale: Iterable[Stale]) -> None:
        """Print the annotations of listed deviations that no longer show, or keep them."""
        self._stale = tuple(stale)
        if self._shown == "github":
            for one in self._stale:
                click.echo(github.stale_command(one))

    def take_all(self, seen: Iterable[Observation], stale: Iterable[Stale]) -> None:
        """Take everything a report is of, and write it; raises as `finish`."""
        for one in seen:
            self.take(one)
        self.take_stale(stale)
        self.finish()

    def finish(self) -> None:
        """Write the files that were asked for, and print the document that was.

        Raises:
            ToolwireError: a file cannot be written.
        """
        for name, path in self._files.items():
            write_atomically(path, self._document(name))
        if self._shown in {"sarif", "junit"}:
            click.echo(self._document(self._shown), nl=False)

    def _document(self, name: str) -> bytes:
        if name == "junit":
            return junit.document(self._seen, self._fail_on, self._stale, self._today)
        grave = (self._graver(seen) for seen in self._seen)
        return sarif.log(
            grave,
            self._rules,
            self._place_of,
            self._category,
            reason_of=self._reason,
            stale=self._stale,
            today=self._today,
        )

    def _reason(self, seen: Observation, rule: str) -> str:
        """Return why a finding is known, and where that is shown."""
        listed = self._listed.by_dialect.get((seen.provider, seen.dialect), ())
        reported = (
            f"{one.reason} ({one.source.url}, read {one.source.read})"
            for one in listed
            if one.rule == rule and one.concerns(seen.model, seen.mode)
        )
        return next(reported, "The provider's file lists it as a known deviation.")

    def _graver(self, seen: Observation) -> Observation:
        findings = tuple(f for f in seen.findings if f.severity.rank <= self._mildest.rank)
        return replace(seen, findings=findings)
