"""`toolwire audit`: run the suites against targets, from cassettes or live."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from toolwire.cli.folder import (
    RESULTS,
    claim_folder,
    files_of_earlier_run,
    move_into_place,
    remove,
    under_way,
    written_in,
)
from toolwire.cli.formats import wanted
from toolwire.cli.imported_traffic import traffic_of
from toolwire.cli.live import LiveOptions, observed, run_identity
from toolwire.cli.resumed import digests, tell_whole
from toolwire.cli.run_journal import run_in
from toolwire.cli.screen.audit import show
from toolwire.cli.screen.replaying import replaying
from toolwire.cli.screen.table import say_json
from toolwire.cli.screen.unlisted import note_unlisted
from toolwire.cli.writable import check_writable
from toolwire.jobs.audit.deviations import Watch
from toolwire.jobs.audit.replayed import replayed
from toolwire.jobs.audit.selection import Selection, select
from toolwire.model.conversation import JsonObject
from toolwire.model.errors import ToolwireError
from toolwire.model.observation import Observation
from toolwire.model.shard import SHARD, Shard
from toolwire.providers.deviations import KnownDeviation
from toolwire.results import EXCHANGES, Header, ModelList, header, read, write
from toolwire.results.cells import exit_code
from toolwire.rules import RULES
from toolwire.transport.cassette.file import shipped_cassettes

if TYPE_CHECKING:
    from toolwire.jobs.report import BuiltReport

#: Where cassettes are kept when --cassettes names no folder.
_RECORDED = Path("cassettes")


def run(
    *,
    providers: tuple[str, ...],
    models: tuple[str, ...],
    suites: tuple[str, ...],
    cassettes: Path | None,
    suites_dir: Path | None,
    providers_dir: Path | None,
    output: Path,
    overwrite: bool,
    fail_on: str,
    shard: Shard | None,
    shown: str,
    sarif: Path | None,
    junit: Path | None,
    as_json: bool,
    verbose: bool,
    quiet: bool,
    **live: Any,
) -> int:
    """Do what `toolwire audit` says; return the exit code."""
    options = LiveOptions(**live)
    options.check(providers)
    folder = _folder(cassettes, options)
    own = {"suites_dir": suites_dir, "providers_dir": providers_dir}
    replayed_from = None if options.asking else folder
    chosen = select(providers, suites, **own, cassettes=replayed_from, shard=shard, models=models)
    options.check_targets(chosen.items)
    note_unlisted(chosen.targets)
    claim_folder(output, _selection(chosen, options), overwrite=overwrite)
    files = {"sarif": sarif, "junit": junit}
    outputs = _OutputOptions(
        "json" if as_json else shown, files, fail_on, quiet=quiet, verbose=verbose
    )
    watch = Watch(chosen.listed, chosen.requested, whole=not suites)
    return _audit(chosen, options, output, folder, watch=watch, outputs=outputs)


@dataclass(frozen=True, slots=True)
class _OutputOptions:
    """What is told, and to whom: on the screen, in files, by the exit code."""

    shown: str
    files: Mapping[str, Path | None]
    fail_on: str
    quiet: bool = False
    verbose: bool = False

    @property
    def screen(self) -> bool:
        """Whether people read along."""
        return self.shown == "text" and not self.quiet


def _audit(
    chosen: Selection,
    options: LiveOptions,
    output: Path,
    folder: Path,
    *,
    watch: Watch,
    outputs: _OutputOptions,
) -> int:
    before, results = files_of_earlier_run(output), output / RESULTS
    files = tuple(filter(None, outputs.files.values()))
    check_writable(_folders(chosen, options, output, folder), (*written_in(output), *files))
    there = digests((*before, results, *files)) if options.resume else {}
    way = _AuditRun(chosen, options, output, folder, watch, outputs)
    with _answered(way) as (beside, requested):
        written = _report(results, output, chosen)
        if wanted(outputs.shown, outputs.files):
            proof = output / EXCHANGES if options.asking and not options.record else folder
            _outputs(written, proof, chosen.listed, outputs)
        remove(before.difference(beside, written.files, files))
    if not requested and not outputs.quiet:
        tell_whole(there, (*written.files, *files))
    code = _exit_code(written, chosen, outputs.fail_on)
    if not outputs.quiet:
        show(written, chosen, code, screen=outputs.screen, verbose=outputs.verbose)
    return code


@dataclass(frozen=True, slots=True)
class _AuditRun:
    """How a run comes to its results."""

    chosen: Selection
    options: LiveOptions
    output: Path
    folder: Path
    watch: Watch
    outputs: _OutputOptions

    @property
    def selection(self) -> JsonObject:
        """Return what the header of the results says is looked at."""
        return _selection(self.chosen, self.options)

    @property
    def quiet(self) -> bool:
        """Whether no progress is shown."""
        return not self.outputs.screen

    def progress(self, seen: Iterator[Observation]) -> Iterator[Observation]:
        """Tell of observations as they come how far the replay is, where people read along."""
        return seen if self.quiet else replaying(seen, self.chosen.items)

    def watched(self, seen: Iterable[Observation]) -> Iterator[Observation]:
        """Take note of observations as they come."""
        mine = (one for one in seen if one.suite in self.chosen.suites)
        return _watched(mine, self.watch, as_json=self.outputs.shown == "json")


def _folders(chosen: Selection, options: LiveOptions, output: Path, folder: Path) -> Iterator[Path]:
    """Yield the folders that a run writes files into."""
    yield from (output, output / "quirks")
    if not options.asking:
        return
    beside = (folder,) if options.record else ()
    for place in (*beside, under_way(output), output / EXCHANGES):
        yield from {place / item.cassette.parent for item in chosen.items}


@contextmanager
def _answered(way: _AuditRun) -> Iterator[tuple[frozenset[Path], bool]]:
    """Write the results; yield where what they tell of is kept, and whether anything was looked at.

    When the caller has written the rest the run is through.
    """
    results = way.output / RESULTS
    if not way.options.asking:
        every = replayed(way.chosen, way.folder, way.progress)
        _write(results, header(way.selection, RULES), way.watched(every), way.watch, ())
        yield frozenset(), True
        return
    identity = run_identity(way.chosen, way.options)
    items, options = way.chosen.items, way.options
    with run_in(way.output, items, way.selection, identity, resume=options.resume) as run:
        if run.written is None:
            lists: list[ModelList] = []
            live = observed(run, way.chosen, way.folder, options, quiet=way.quiet, lists=lists)
            _write(results, run.header(way.selection), way.watched(live), way.watch, lists)
        elif way.outputs.shown == "json":
            for one in run.written:
                say_json(replace(one, run="").as_json())  # as it was printed when it was made
        placed = move_into_place(way.output)
        counted = way.folder if options.record else way.output / EXCHANGES
        yield placed | run.files(counted, way.output / EXCHANGES), run.written is None


def _exit_code(written: BuiltReport, chosen: Selection, fail_on: str) -> int:
    if chosen.unasked:
        return 2
    return exit_code(written.table, fail_on, stale=bool(written.stale))


def _folder(named: Path | None, options: LiveOptions) -> Path:
    if named is not None and not options.asking and not named.is_dir():
        raise ToolwireError("no such folder of cassettes", where=str(named))
    return named or (_RECORDED if options.record else shipped_cassettes())


def _selection(chosen: Selection, options: LiveOptions) -> JsonObject:
    named: JsonObject = {"providers": list(chosen.providers), "suites": list(chosen.suites)}
    if not all(one.model in one.provider.models[:1] for one in chosen.targets):
        named["models"] = [one.name for one in chosen.targets]
    if chosen.unasked:
        named["unasked"] = list(chosen.unasked)
    if chosen.left_out:
        named["left_out"] = list(chosen.left_out)
    if chosen.shard is not None:
        named[SHARD] = chosen.shard.text
    if options.asking:
        # Parts of a live run and of a replay are no run.
        named |= {"live": True, "repeat": options.repeat}
    return named


def _write(
    results: Path,
    head: Header,
    seen: Iterable[Observation],
    watch: Watch,
    lists: Iterable[ModelList],
) -> None:
    if SHARD in head.selection:
        # What no longer shows is told where all parts are together: it may show in another.
        write(results, head, seen, looked=watch.looked(), models=lists)
    else:
        write(results, head, seen, stale=watch.stale(), models=lists)


def _watched(seen: Iterable[Observation], watch: Watch, *, as_json: bool) -> Iterator[Observation]:
    for observation in seen:
        watch.take(observation)
        if as_json:
            say_json(observation.as_json())
        yield observation


def _report(results: Path, output: Path, chosen: Selection) -> BuiltReport:
    # Lazy: the report brings jinja2, which takes longer than the audit of one case.
    from toolwire.cli.facts import facts  # noqa: PLC0415
    from toolwire.jobs.report import ReportPlan, build  # noqa: PLC0415

    known = facts(chosen.known, chosen.every_suite)
    plan = ReportPlan(output, _day(results), known, imported=traffic_of, packed=False)
    return build([results], plan)


def _day(results: Path) -> date:
    """Return the day on which results were written: the report of them is of that day."""
    return date.fromisoformat(read(results).finished_at[:10])


def _outputs(
    written: BuiltReport, proof: Path, listed: KnownDeviation, wanted_outputs: _OutputOptions
) -> None:
    from toolwire.cli.outputs import Outputs  # noqa: PLC0415 - lazy, as the report
    from toolwire.cli.places import places  # noqa: PLC0415 - as above

    outputs = Outputs(
        "audit",
        places(proof),
        shown=wanted_outputs.shown,
        files=wanted_outputs.files,
        fail_on=wanted_outputs.fail_on,
        listed=listed,
        today=written.content.today,
    )
    outputs.take_all(written.own, written.stale)
