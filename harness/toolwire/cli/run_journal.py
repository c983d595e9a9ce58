"""A live run whose journal is in a folder: begun or gone on with, and put aside when all is written.

The journal stays `journal.jsonl` until the last file that a run writes is there. So a run that was killed at
whatever moment goes on: with asking, or where its results are written with the report alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from toolwire.cli.folder import RESULTS, same
from toolwire.io.json_text import object_of
from toolwire.jobs.audit.plan import Item
from toolwire.model.conversation import JsonObject
from toolwire.model.errors import ToolwireError
from toolwire.results import Header, Results, header, read
from toolwire.rules import RULES

if TYPE_CHECKING:
    from toolwire.transport.journal.file import Journal
    from toolwire.transport.journal.recovery import Recovered

#: Name of the journal in the output folder, and of the one of the last whole run.
JOURNAL: Final = "journal.jsonl"
_DONE: Final = "journal.done.jsonl"
#: Member of what a journal knows of its run: id and start of the results it will be.
_RESULTS: Final = "results"
GO_ON: Final = "the same line with --resume goes on, and asks nothing again that was answered"


@dataclass(frozen=True, slots=True)
class RunInFolder:
    """A run of which nobody else writes the results.

    Attributes:
        output: the folder.
        journal: open; None where results are all that is left of the run.
        recovered: what an interrupted run left; None for a new run.
        identity: what the journal knows of its run.
        written: its results, where nothing is left to be asked and they are written.
    """

    output: Path
    journal: Journal | None
    recovered: Recovered | None
    identity: JsonObject
    written: Results | None = None

    def header(self, selection: JsonObject) -> Header:
        """Return the header of the results; of a run that goes on it is that of its beginning."""
        return run_of(self.identity, selection)

    def files(self, folder: Path, others: Path) -> frozenset[Path]:
        """Return what the run leaves beside its report; files of answers that are lost come back.

        Args:
            folder: of what the verdicts tell of, a file for each case and mode.
            others: of other runs of a case.

        Raises:
            ToolwireError: a file cannot be written.
        """
        done = frozenset({self.output / _DONE})
        if self.written is None:
            return done
        if self.journal is None:
            return done.union(others.glob("*/*/*.yaml"))
        from toolwire.transport.journal.restore import kept_in, restore  # noqa: PLC0415 - lazy, as below

        restore(self.journal.path, folder, str(self.identity.get("at") or ""), others)
        return done | kept_in(self.journal.path, folder, others)


def identity() -> JsonObject:
    """Return what a journal knows of the results of its run, which starts now: id and start."""
    new = header({})
    return {_RESULTS: {"run": new.run, "started_at": new.started_at}}


def run_of(reported: JsonObject, selection: JsonObject) -> Header:
    """Return the header of results, from what a journal knows of them; a new one if nothing."""
    new = header(selection, RULES)
    known = object_of(reported.get(_RESULTS))
    run, started = known.get("run"), known.get("started_at")
    if not (isinstance(run, str) and isinstance(started, str)):
        return new
    return Header(new.toolwire, started, selection, run=run, rules=new.rules)


@contextmanager
def run_in(
    output: Path,
    items: Iterable[Item],
    selection: JsonObject,
    reported: JsonObject,
    *,
    resume: bool,
) -> Iterator[RunInFolder]:
    """Begin a run or go on with one; when the caller has written everything, put its journal aside.

    Args:
        output: the folder.
        items: what is asked.
        selection: as the header of the results says it.
        reported: what makes it the same run: what is asked, how, and of which version.
        resume: go on; see `RunInFolder`.

    Raises:
        ToolwireError: there is a journal and no wish to go on, or a wish and nothing to go on
            with; the journal is of another run, in use or damaged, or cannot be written.
    """
    from toolwire.transport.journal.file import Journal  # noqa: PLC0415 - lazy: brings threads and codecs

    path = output / JOURNAL
    if resume:
        _reopen(output, reported)
        if not path.exists():
            yield RunInFolder(output, None, None, {}, _results_alone(output, selection))
            return
        journal, recovered = Journal.resume(path)
        with journal.held(), on_the_way(path):
            refuse_another(recovered, reported, path)
            yield _resumed(journal, recovered, output, tuple(items))
            _put_aside(output)
        return
    known = reported | identity()
    journal = Journal.create(path, known)
    with journal.held(), on_the_way(path):
        yield RunInFolder(output, journal, None, known)
        _put_aside(output)


@contextmanager
def on_the_way(journal: Path) -> Iterator[None]:
    """Say of what ends a run early how it goes on."""
    try:
        yield
    except KeyboardInterrupt as error:
        if error.args or not journal.exists():
            raise
        raise KeyboardInterrupt(f"{GO_ON} ({journal})") from error
    except ToolwireError as error:
        error.hint = error.hint or GO_ON
        raise


def _resumed(
    journal: Journal, recovered: Recovered, output: Path, items: Sequence[Item]
) -> RunInFolder:
    reported, there = recovered.run, results_in(output)
    run = object_of(reported.get(_RESULTS)).get("run")
    if there is None or there.header.run != run:
        return RunInFolder(output, journal, recovered, reported)
    # What was begun and not finished may also be of a target in words that only the run itself came upon.
    whole = recovered.finished.keys() >= {item.unit for item in items} and not recovered.in_flight
    # Results that are to be replaced had an id of their own: what now comes is another's.
    return RunInFolder(
        output, journal, recovered, reported if whole else {}, there if whole else None
    )


def results_in(output: Path) -> Results | None:
    """Return the results in a folder; None where there are no whole ones."""
    try:
        return read(output / RESULTS)
    except ToolwireError:
        return None


def _results_alone(output: Path, selection: JsonObject) -> Results:
    """Return the results of a run that came to its end and of which there is no journal.

    Raises:
        ToolwireError: there are none.
    """
    there = results_in(output)
    if there is None or not same(there.header.selection, selection):
        where = str(output / JOURNAL)
        raise ToolwireError("nothing to go on with", where=where, hint="leave out --resume")
    return there


def refuse_another(recovered: Recovered, reported: JsonObject, path: Path) -> None:
    """Refuse to go on with the journal of another run.

    Raises:
        ToolwireError: it is.
    """
    known = {name: value for name, value in recovered.run.items() if name != _RESULTS}
    if known != reported:
        hint = "go on with the same words and version, or move it away to begin anew"
        raise ToolwireError("the journal is of another run", where=str(path), hint=hint)


def _reopen(output: Path, reported: JsonObject) -> None:
    """Bring back the journal of a run that came to its end.

    Cases that were not run may be run now: with a key, a larger budget, or a provider that has come
    back. Where all were run, what the run has written is looked after.
    """
    from toolwire.transport.journal.recovery import recover  # noqa: PLC0415 - lazy, as above

    path, done = output / JOURNAL, output / _DONE
    if path.exists() or not done.exists():
        return
    refuse_another(recover(done), reported, done)
    _moved(done, path)


def _put_aside(output: Path) -> None:
    _moved(output / JOURNAL, output / _DONE)


def _moved(one: Path, other: Path) -> None:
    try:
        one.replace(other)
    except OSError as error:
        raise ToolwireError(f"cannot be moved: {error.strerror}", where=str(one)) from error
