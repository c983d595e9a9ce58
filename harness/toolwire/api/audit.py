"""The suites against recorded targets, without a network."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from toolwire.api.arguments import FAIL_ON, as_arguments, names, one_of, outside_of_loops
from toolwire.api.results import frame
from toolwire.jobs.audit.deviations import Watch
from toolwire.jobs.audit.replayed import replayed
from toolwire.jobs.audit.selection import Selection, select
from toolwire.model.errors import ToolwireError
from toolwire.model.observation import Observation, Stale
from toolwire.results import header
from toolwire.results.cells import Table, exit_code, fold
from toolwire.results.variance import settled
from toolwire.transport.cassette.file import shipped_cassettes

if TYPE_CHECKING:
    from toolwire.jobs.report.frame import Frame


@dataclass(frozen=True, slots=True)
class Audited:
    """What an audit came to; iterating yields its observations.

    Attributes:
        observations: one of each case, mode and target, in order, and of each pair of modes.
        stale: listed deviations that no longer show.
        left_out: providers nobody named that have no cassette.
        unasked: targets that were named and of which there is nothing but documentation.
    """

    observations: tuple[Observation, ...]
    stale: tuple[Stale, ...] = ()
    left_out: tuple[str, ...] = ()
    unasked: tuple[str, ...] = ()

    def __iter__(self) -> Iterator[Observation]:
        """Yield the observations."""
        return iter(self.observations)

    @property
    def table(self) -> Table:
        """Return the cells of the matrix."""
        return fold(self.observations)

    def frame(self) -> Frame:
        """Return the observations as a pandas frame; see `toolwire.frame`."""
        return frame(self.observations)

    def exit_code(self, fail_on: str = "error") -> int:
        """Return what `toolwire audit` ends with: 2 where something could not be looked at, else 1
        for findings at or above `fail_on`, else 0.

        Raises:
            ToolwireError: `fail_on` is none of error, warning and never.
        """
        one_of("fail_on", fail_on, FAIL_ON)
        return 2 if self.unasked else exit_code(self.table, fail_on, stale=bool(self.stale))


def audit(
    providers: str | Iterable[str] = (),
    suites: str | Iterable[str] = (),
    *,
    models: str | Iterable[str] = (),
    cassettes: str | PathLike[str] | None = None,
    suites_dir: str | PathLike[str] | None = None,
    providers_dir: str | PathLike[str] | None = None,
) -> Audited:
    """Replay cassettes and judge every exchange, as `toolwire audit` does; nobody is asked.

    Args:
        providers: words such as `vllm` or `openai/gpt-6-luna`; none for every target that has a
            cassette.
        suites: suite ids; none for all.
        models: of each provider that is named.
        cassettes: folder of your own; None for the shipped one.
        suites_dir: folder of your own suites, which come first.
        providers_dir: the same for provider files.

    Raises:
        ToolwireError: a name is not known, a folder is not there, or a file is not valid.
    """
    folder = Path(cassettes) if cassettes is not None else shipped_cassettes()
    if not folder.is_dir():
        raise ToolwireError("no such folder of cassettes", where=str(folder))
    with as_arguments():
        chosen = select(
            names(providers),
            names(suites),
            suites_dir=None if suites_dir is None else Path(suites_dir),
            providers_dir=None if providers_dir is None else Path(providers_dir),
            cassettes=folder,
            models=names(models),
        )
    return outside_of_loops(lambda: _audited(chosen, folder, whole=not names(suites)))


def _audited(chosen: Selection, folder: Path, *, whole: bool) -> Audited:
    watch, run = Watch(chosen.listed, chosen.requested, whole=whole), header({}).run
    every: list[Observation] = []
    for seen in replayed(chosen, folder):
        if seen.suite in chosen.suites:
            watch.take(seen)
            every.append(replace(seen, run=run))
    return Audited(settled(every), tuple(watch.stale()), chosen.left_out, chosen.unasked)
