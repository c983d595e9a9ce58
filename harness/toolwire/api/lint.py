"""Judging exchanges at hand, and traffic that somebody else recorded."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING

from toolwire import traffic
from toolwire.api.arguments import of_kind, one_of
from toolwire.api.results import frame
from toolwire.io.guard import learn
from toolwire.jobs.lint import judging
from toolwire.jobs.lint.attribution import Attribution, load_attributions, shipped_attributions
from toolwire.jobs.lint.judging import Judged, digested, masked, printable
from toolwire.jobs.lint.masking import credentials
from toolwire.jobs.lint.observed import observations
from toolwire.jobs.lint.order import in_order
from toolwire.jobs.lint.summary import FAIL_ON, Summary, known_in
from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import Exchange
from toolwire.model.observation import Observation
from toolwire.suites import load_suites
from toolwire.traffic import Unreadable

if TYPE_CHECKING:
    from toolwire.jobs.report.frame import Frame


def judge(exchange: Exchange) -> Judged:
    """Judge one exchange: find its dialect, decode it, hold it to the rules.

    Whatever bytes came: what cannot be judged is told in the `missed` of the result. Secrets of
    the exchange are masked in its findings and in its reply, as `toolwire lint --json` masks them.

    Raises:
        ToolwireError: it is no `Exchange`.
    """
    of_kind("exchange", exchange, Exchange)
    learn(credentials(exchange))
    return printable(masked(judging.judge(digested(exchange))))


def lint(*paths: str | PathLike[str], attributions: str | PathLike[str] | None = None) -> Linted:
    """Judge recorded traffic, as `toolwire lint` does.

    Args:
        paths: files, folders and patterns, at least one.
        attributions: YAML that says whose bytes a recording holds, instead of what is known of
            public repositories.

    Returns:
        What was found, to be iterated; nothing is read before, and memory stays flat.

    Raises:
        ToolwireError: no path is named, one does not exist, or the attributions are not valid.
    """
    if not paths:
        raise ToolwireError("no traffic is named", where="paths", hint="name a file or a folder")
    known = load_attributions(Path(attributions)) if attributions else shipped_attributions()
    named = tuple(fspath(path) for path in paths)
    traffic.read(named)  # which raises at once for what is not there
    return Linted(named, known)


@dataclass(frozen=True, slots=True)
class Linted:
    """Recorded traffic, judged anew each time it is gone through.

    Attributes:
        paths: where it is.
        attributions: whose bytes it holds, where it does not say so itself.
    """

    paths: tuple[str, ...]
    attributions: tuple[Attribution, ...] = ()

    def __iter__(self) -> Iterator[Judged | Unreadable]:
        """Yield each exchange, judged, and each piece that could not be read."""
        for item in self._items():
            yield item if isinstance(item, Unreadable) else printable(item)

    def observations(self) -> Iterator[Observation]:
        """Yield what `toolwire lint -o` writes: without values of the traffic, in one order."""
        suites = load_suites()
        return in_order(
            seen
            for item in self._items()
            if not isinstance(item, Unreadable)
            for seen in observations(item, suites, self.attributions)
        )

    def frame(self) -> Frame:
        """Return the observations as a pandas frame; see `toolwire.frame`."""
        return frame(self.observations())

    def exit_code(self, fail_on: str = "error") -> int:
        """Return what `toolwire lint` ends with: 2 where something could not be looked at, else 1
        for findings at or above `fail_on`, else 0.

        Raises:
            ToolwireError: `fail_on` is none of error, warning, info and never.
        """
        one_of("fail_on", fail_on, FAIL_ON)
        summary, known = Summary(), known_in(self.attributions)
        for item in self._items(facets=False):
            if isinstance(item, Unreadable):
                summary.miss(item)
            else:
                summary.take(item, known)
        return summary.exit_code(fail_on)

    def _items(self, *, facets: bool = True) -> Iterator[Judged | Unreadable]:
        for item in judging.lint(self.paths, facets=facets):
            if not isinstance(item, Unreadable):
                learn(credentials(item.exchange))
            yield item
