"""How far a live run is: a line for each provider on a terminal, now and then one elsewhere."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import TracebackType
from typing import TYPE_CHECKING, Self

from toolwire.cli.screen.table import plain, say
from toolwire.model.observation import Observation, Verdict
from toolwire.suites.model import PAIRS

if TYPE_CHECKING:
    from rich.live import Live
    from rich.table import Table

#: Seconds between two lines where there is no terminal.
_EVERY = 5.0


@dataclass(slots=True)
class ProviderProgress:
    """One provider.

    Attributes:
        total: items there are; done: items that are through; failed: of these failed;
            unclear: of these inconclusive or not run; retries: attempts that were repeated;
            usd: spent; None where no price is known.
    """

    total: int
    done: int = 0
    failed: int = 0
    unclear: int = 0
    retries: int = 0
    usd: float | None = None

    def left(self, elapsed: float) -> float | None:
        """Return the seconds it will take at the pace so far; None before the first is done."""
        return elapsed / self.done * (self.total - self.done) if self.done else None


@dataclass(slots=True)
class Progress:
    """Shows standings while a run goes on; on standard error, so that output stays clean.

    Attributes:
        totals: provider -> items there are.
        retries: provider -> retries so far.
        spent: provider -> USD so far; None where no price is known.
        quiet: shows nothing.
        clock: seconds; for tests.
    """

    totals: Mapping[str, int]
    retries: Callable[[str], int]
    spent: Callable[[str], float | None]
    quiet: bool = False
    clock: Callable[[], float] = time.monotonic
    _standings: dict[str, ProviderProgress] = field(default_factory=dict)
    _started: float = 0.0
    _reported_at: float = 0.0
    _screen: Live | None = None

    def __enter__(self) -> Self:
        self._standings = {name: ProviderProgress(total) for name, total in self.totals.items()}
        self._started = self._reported_at = self.clock()
        if not self.quiet and sys.stderr.isatty():
            from rich.console import Console  # noqa: PLC0415 - lazy: only terminals need it
            from rich.live import Live  # noqa: PLC0415 - as above

            console = Console(stderr=True, highlight=False)
            self._screen = Live(console=console, get_renderable=self._table, refresh_per_second=4)
            self._screen.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._screen is not None:
            self._screen.__exit__(kind, error, trace)
        elif not self.quiet:
            self._lines()

    def expect(self, name: str, more: int) -> None:
        """Count items that nobody knew of before: those of a target in words."""
        self._standings[name].total += more

    def take(self, name: str, observations: tuple[Observation, ...]) -> None:
        """Count the observations of one unit of a provider; comparisons are not items."""
        standing = self._standings[name]
        items = Counter(o.verdict for o in observations if o.suite != PAIRS)
        standing.done += items.total()
        standing.failed += items[Verdict.FAILED]
        standing.unclear += items[Verdict.NOT_RUN] + items[Verdict.INCONCLUSIVE]
        standing.retries, standing.usd = self.retries(name), self.spent(name)
        now = self.clock()
        if self._screen is None and not self.quiet and now - self._reported_at >= _EVERY:
            self._reported_at = now
            self._lines()

    def _lines(self) -> None:
        elapsed = self.clock() - self._started
        for name, standing in self._standings.items():
            say(f"{name}: {_words(standing, elapsed)}", err=True)

    def _table(self) -> Table:
        from rich.table import Table  # noqa: PLC0415 - lazy, as above
        from rich.text import Text  # noqa: PLC0415 - as above

        table = Table.grid(padding=(0, 2))
        elapsed = self.clock() - self._started
        for name, standing in self._standings.items():
            table.add_row(Text(plain(name)), _words(standing, elapsed))
        return table


def _words(standing: ProviderProgress, elapsed: float) -> str:
    left = standing.left(elapsed)
    parts = [f"{standing.done}/{standing.total} done", f"{standing.failed} failed"]
    if standing.unclear:
        parts.append(f"{standing.unclear} inconclusive or not run")
    if standing.retries:
        parts.append(f"{standing.retries} retries")
    if standing.usd is not None:
        parts.append(f"{standing.usd:.4f} USD")
    if standing.done < standing.total:
        parts.append("-" if left is None else f"{_span(left)} left")
    return ", ".join(parts)


def _span(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
