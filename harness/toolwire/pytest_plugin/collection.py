"""Cases x targets as test items, run by the same engine as `toolwire audit`.

A case that could not be looked at is an error, not a skip, because a skip reads as green; only a
documented absence is skipped.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from toolwire.jobs.audit.compose import offline
from toolwire.jobs.audit.pairs import paired
from toolwire.jobs.audit.plan import Item, plan
from toolwire.jobs.audit.prompted import recorded_prompted
from toolwire.jobs.audit.selection import Choice, select_targets
from toolwire.model.errors import ToolwireError
from toolwire.model.observation import Observation
from toolwire.providers.deviations import KnownDeviation
from toolwire.pytest_plugin.outcome import came_to, set_up
from toolwire.pytest_plugin.settings import Settings
from toolwire.suites import Suite, load_suite, load_suites
from toolwire.suites.model import PAIRS

if TYPE_CHECKING:
    from toolwire.pytest_plugin.recording import Recording


def choice_of(settings: Settings) -> Choice:
    """Return the targets of a run.

    Raises:
        ToolwireError: a name is not known, or a provider file is not valid.
    """
    return select_targets(
        settings.names,
        providers_dir=settings.providers,
        # Who is to be asked need not have been asked before.
        cassettes=None if settings.recording else settings.cassettes,
        models=settings.models,
    )


def planned(settings: Settings, choice: Choice, suites: tuple[Suite, ...]) -> tuple[Item, ...]:
    """Return what is run of some suites.

    What that is, is known before it runs: a target in words is there where it was recorded.
    """
    prompted = recorded_prompted(choice.targets, settings.cassettes)
    return plan((*choice.targets, *prompted), suites)


class SuiteFile(pytest.File):
    """One suite file; it holds a collector for each target."""

    def __init__(self, *, settings: Settings, recording: Recording | None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._settings = settings
        self._recording = recording

    def collect(self) -> Iterator[TargetCollector]:
        """Yield the targets, in the order of `toolwire audit`.

        Raises:
            CollectError: a suite or provider file is not valid; one line.
        """
        try:
            choice = choice_of(self._settings)
            suite = load_suite(self.path)
            beside = load_suites((self.path.parent,), shipped=False) if suite.pairs else (suite,)
            items = planned(self._settings, choice, beside)
        except ToolwireError as error:
            raise self.CollectError(f"toolwire: {error}") from None
        for target, of_target in groupby(items, key=lambda item: item.target.name):
            collector: TargetCollector = TargetCollector.from_parent(
                self,
                name=target,
                items=tuple(of_target),
                pairs=suite.pairs,
                run=(self._settings, choice.listed, self._recording),
            )
            yield collector


class TargetCollector(pytest.Collector):
    """The cases of one suite for one target, named `provider/model`."""

    def __init__(
        self,
        *,
        items: tuple[Item, ...],
        pairs: bool,
        run: tuple[Settings, KnownDeviation, Recording | None],
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self._items = items
        self._pairs = pairs
        self._run = run

    def collect(self) -> Iterator[CaseItem]:
        """Yield the items, named `suite.case[mode]`."""
        prefix = f"{PAIRS}." if self._pairs else ""
        for items in self._runs():
            name = f"{prefix}{items[-1].case.name}[{items[-1].mode}]"
            # Given as text: since 9.2 pytest compares ids by parts, and only an id it has
            # parsed itself has the bracket apart, as `--lf` reads it from its cache.
            node = f"{self.nodeid}::{name}"
            yield CaseItem.from_parent(self, name=name, nodeid=node, items=items, run=self._run)

    def _runs(self) -> Iterator[tuple[Item, ...]]:
        """Yield what each test runs: an item, or both modes of a case to be compared."""
        if not self._pairs:
            yield from ((item,) for item in self._items)
            return
        for both in pairwise(self._items):
            if paired(*both) and any(item.absent is None for item in both):
                yield both


class CaseItem(pytest.Item):
    """One case of one target in one mode, or in both modes, which are then compared.

    The case runs in the set-up phase, so that pytest tells "could not look" (an error) from
    "looked, and it is wrong" (a failure).

    Attributes:
        items: what is run, one after the other.
        listed: known deviations of the providers.
        observation: what was seen last: of one item, or of the comparison of two; None before
            set-up.
    """

    def __init__(
        self,
        *,
        items: tuple[Item, ...],
        run: tuple[Settings, KnownDeviation, Recording | None],
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.items = items
        self._settings, self.listed, self._recording = run
        self.observation: Observation | None = None

    def setup(self) -> None:
        """Run the case; fail here when it could not be looked at."""
        seen = self._seen()
        if len(self.items) > 1 and seen.suite != PAIRS:
            set_up(seen, both=True)
        self.observation = seen
        set_up(seen, allow_not_run=self._settings.allow_not_run)

    def _seen(self) -> Observation:
        live = None
        if self._recording is not None:
            live = self._recording.look(self.items, self.listed)
        if live is not None:
            return live
        *_, seen = offline(self.items, self._settings.cassettes, (), self.listed)
        return seen

    def runtest(self) -> None:
        """Fail when the case failed; what is known is expected to."""
        assert self.observation is not None
        came_to(self, self.label, self.observation, self.listed)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Return file, first line and name, as the report's headings show them."""
        return self.path, 0, self.label

    @property
    def label(self) -> str:
        """Return the name of the target and of the case."""
        return f"{self.items[-1].target.name}::{self.name}"
