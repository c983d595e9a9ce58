"""`toolwire cassettes`: compose them from documentation, and check what is there."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import click

from toolwire.cli.screen.table import say
from toolwire.cli.selection import own_files_options, provider_option, suite_option
from toolwire.jobs.audit.check import check
from toolwire.jobs.audit.compose import Composed, compose
from toolwire.jobs.audit.plan import plan
from toolwire.jobs.audit.prompted import recorded_prompted
from toolwire.jobs.audit.selection import select
from toolwire.model.errors import TrafficError
from toolwire.model.observation import Verdict
from toolwire.transport.cassette.file import rewrite, shipped_cassettes
from toolwire.transport.cassette.inspection import files_below, inspect

_FOLDER = click.Path(file_okay=False, path_type=Path)
_WRITTEN = "written"
_KEPT = "left alone (stronger evidence or not readable)"
_SILENT = "without an answer in the provider's file"
_ABSENT = "not supported by the target"
#: What a vendor documents may break a rule; that our own model did not do as asked may not be.
_OURS = Verdict.INCONCLUSIVE
_BREAKS = frozenset({Verdict.FAILED, Verdict.NON_STRICT})


@click.group(name="cassettes")
def command() -> None:
    """Compose cassettes from documentation, and check what is there."""


@command.command(name="compose")
@click.argument("folder", metavar="DIR", type=_FOLDER)
@provider_option(
    "Provider, or provider/model, whose own documentation the reference responder follows;"
    " all if none."
)
@suite_option
@own_files_options(exists=False)
def _compose(
    *,
    folder: Path,
    providers: tuple[str, ...],
    suites: tuple[str, ...],
    suites_dir: Path | None,
    providers_dir: Path | None,
) -> int:
    """Write `documented` cassettes below DIR: every case that the provider's file can answer.

    The answers follow the provider's own file: its ids, stop words and error bodies. What the
    file says nothing of has no answer. Composing again gives the same bytes; a cassette of
    stronger evidence is left alone. DIR is a folder of your own: the folders of toolwire itself
    hold nothing but what servers sent. Nobody needs these files to audit: `toolwire audit`
    composes what it needs in memory.
    """
    chosen = select(providers, suites, suites_dir=suites_dir, providers_dir=providers_dir)
    counts: Counter[str] = Counter()
    for composed in compose(chosen.items, folder):
        counts[_became(composed)] += 1
        seen = composed.observation
        if seen is not None and seen.verdict in _BREAKS:
            counts["break a rule as documented"] += 1
        if seen is not None and seen.verdict is _OURS:
            counts[str(_OURS)] += 1
            say(f"{seen.verdict} {composed.item.id}: {seen.reason}", err=True)
    say(", ".join(f"{count} {what}" for what, count in counts.items()) or "nothing to do")
    return 1 if counts[str(_OURS)] else 0


def _became(composed: Composed) -> str:
    """Return what became of an item, as the closing line counts it."""
    if composed.observation is None:
        return _SILENT
    if composed.written:
        return _WRITTEN
    return _ABSENT if composed.observation.verdict is Verdict.UNSUPPORTED else _KEPT


@command.command(name="check")
@provider_option("Provider; all if none.")
@own_files_options(exists=False)
@click.option("--cassettes", type=_FOLDER, help="Folder of cassettes; the shipped ones if none.")
def _check(
    *,
    providers: tuple[str, ...],
    suites_dir: Path | None,
    providers_dir: Path | None,
    cassettes: Path | None,
) -> int:
    """List cassettes that are missing, stale, broken or superfluous, each with the reason.

    Among the shipped ones a cassette that was composed from documentation is superfluous.
    """
    folder = cassettes or shipped_cassettes()
    chosen = select(providers, suites_dir=suites_dir, providers_dir=providers_dir, cassettes=folder)
    counts: Counter[str] = Counter()
    targets = {item.target.name: item.target for item in chosen.items}
    prompted = recorded_prompted(targets.values(), folder)
    items = (*chosen.items, *plan(prompted, chosen.requested))
    sent = folder.resolve() == shipped_cassettes().resolve()
    for problem in check(items, folder, everything=not providers, sent=sent):
        counts[problem.kind] += 1
        say(f"{problem.kind} {problem.path}: {problem.reason}")
    reported = ", ".join(f"{count} {kind}" for kind, count in sorted(counts.items()))
    say(reported or f"every cassette answers its case: {len(items)} cases looked at")
    return 1 if counts else 0


@command.command(name="scrub")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--check", "only_check", is_flag=True, help="Change nothing; list what is there.")
def _scrub(*, paths: tuple[Path, ...], only_check: bool) -> int:
    """Look for secrets in cassettes, journals, reports and any other file below PATHS.

    One line for each: file, place and kind, never the secret itself. Exit code 1 when there are
    any, 2 when a file could not be looked at. Without --check, cassettes that toolwire wrote are
    written again with stand-ins; other files are only listed.
    """
    counts: Counter[str] = Counter()
    for path in files_below(paths):
        counts["files"] += 1
        try:
            seen = list(inspect(path))
            if seen and not only_check and rewrite(path):
                counts["written again"] += 1
                seen = list(inspect(path))
        except TrafficError as error:
            counts["unreadable"] += 1
            say(str(error), err=True)
            continue
        counts["secrets"] += len(seen)
        for sight in seen:
            say(f"{sight.path}: {sight.place}: {sight.kind}")
    reported = ", ".join(
        f"{counts[word]} {word}" for word in ("secrets", "written again") if counts[word]
    )
    say(f"{reported or 'no secrets'} in {counts['files']} files", err=bool(counts["secrets"]))
    if counts["unreadable"]:
        return 2
    return 1 if counts["secrets"] else 0
