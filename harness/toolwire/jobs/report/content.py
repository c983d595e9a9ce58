"""Everything a report says, as one value: pages and exports read nothing else."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from toolwire.jobs.report.baseline import changes
from toolwire.jobs.report.checklist import Checklist, checklist
from toolwire.jobs.report.deviations import deviations
from toolwire.jobs.report.drift import drift
from toolwire.jobs.report.matrix import Matrix, matrix
from toolwire.jobs.report.model import Findings, GuideClaim, Watched
from toolwire.jobs.report.models import ModelRow, models
from toolwire.jobs.report.news import News, Previous, news
from toolwire.jobs.report.provider_facts import ProviderFacts
from toolwire.jobs.report.seen_exchanges import watch
from toolwire.model.observation import Observation, Stale
from toolwire.model.rule_facts import RuleFacts, Shim
from toolwire.results import ModelList
from toolwire.results.cells import selections


@dataclass(frozen=True, slots=True)
class Facts:
    """What the command line knows and results do not say.

    Attributes:
        rules: of the table; one that is missing is shown by its id.
        shims: rule id -> what an adapter can do about it.
        providers: what their files say.
        suites: ids of all suites there are.
    """

    rules: tuple[RuleFacts, ...] = ()
    shims: Mapping[str, Shim] | None = None
    providers: tuple[ProviderFacts, ...] = ()
    suites: Collection[str] = ()


@dataclass(frozen=True)
class LastReport:
    """What the report before had; each part is made when it is first asked for, and kept.

    Attributes:
        had: returns what it had, for what is new since.
        changed: returns what changed since then, as Markdown.
    """

    had: Callable[[], Previous]
    changed: Callable[[], str] = lambda: ""

    @cached_property
    def previous(self) -> Previous:
        """Return what it had."""
        return self.had()

    @cached_property
    def comparison(self) -> str:
        """Return what changed since then, as Markdown."""
        return self.changed()


@dataclass(frozen=True)
class ReportContent:
    """What a report says on a day; each part is made when it is first asked for, and kept.

    Attributes:
        today: day of the report.
        observations: of all results.
        facts: rules, providers and suites.
        stale: listed deviations that no longer show.
        last: the report before; None where there is none.
        lists: which models the providers' own APIs list.
        missing: parts of divided runs that are not here, as `2/3`.
        exchanges: the sources whose bytes lie beside the pages.
    """

    today: date
    observations: tuple[Observation, ...]
    facts: Facts
    stale: tuple[Stale, ...] = ()
    last: LastReport | None = None
    lists: tuple[ModelList, ...] = ()
    missing: tuple[str, ...] = ()
    exchanges: frozenset[str] = frozenset()

    @property
    def rules(self) -> tuple[RuleFacts, ...]:
        """Return the rules of the table."""
        return self.facts.rules

    @cached_property
    def matrix(self) -> Matrix:
        """Return the cells."""
        return matrix(self.observations)

    @cached_property
    def findings(self) -> Findings:
        """Return what was found wrong or new in real answers."""
        watched = self._watched
        found = deviations(self.matrix.table.chosen, watched)
        return Findings(found, drift(self.observations, watched), self.stale)

    @cached_property
    def changes(self) -> tuple[GuideClaim, ...]:
        """Return the claims of the format guide against what is observed now."""
        return changes(self.matrix)

    @cached_property
    def models(self) -> tuple[ModelRow, ...]:
        """Return the models that were seen or are listed."""
        before = self._before
        known, listing = (before.models, before.listing) if before else (None, ())
        return models(
            self.observations, self._providers, self.today, known, lists=self.lists, listing=listing
        )

    @cached_property
    def news(self) -> Mapping[str, News]:
        """Return provider -> what is new of it since the last report."""
        found = self.findings
        return news(found.deviations, found.drift, self.models, self.today, self._before)

    @cached_property
    def checklist(self) -> Checklist:
        """Return the boxes of the monthly review, filled."""
        return checklist(
            self.matrix,
            self.changes,
            self.models,
            self.today,
            providers=self._providers,
            suites=self.facts.suites,
            news=self.news,
            missing=self.missing,
        )

    @property
    def watched(self) -> tuple[Watched, ...]:
        """Return what was really seen of each provider and dialect."""
        return tuple(self._watched.values())

    @property
    def comparison(self) -> str:
        """Return what changed since the last report, as Markdown; "" where there is none."""
        return self.last.comparison if self.last else ""

    @property
    def _before(self) -> Previous | None:
        return self.last.previous if self.last else None

    @property
    def _providers(self) -> Mapping[str, ProviderFacts]:
        return {one.id: one for one in self.facts.providers}

    @cached_property
    def _watched(self) -> Mapping[tuple[str, str], Watched]:
        return watch(self.observations)


def previous(
    observations: Iterable[Observation],
    listed: Collection[tuple[str, str]] = (),
    lists: Iterable[ModelList] = (),
) -> Previous:
    """Return what another report had.

    Args:
        observations: its observations.
        listed: (provider, model) of its list of models.
        lists: which models the providers' own APIs listed then.
    """
    known = {one.provider: one.models for one in lists if one.known}
    every = tuple(observations)
    watched = watch(every)
    found = deviations(selections(every), watched)
    seen = {(one.provider, model) for one in watched.values() for model in one.models}
    return Previous(
        date=max((one.last or "" for one in watched.values()), default=""),
        deviations={(d.watched.provider, d.watched.dialect, d.rule) for d in found if d.stands},
        drift={(d.watched.provider, d.watched.dialect, d.member) for d in drift(every, watched)},
        models=seen.union(listed, ((name, model) for name in known for model in known[name])),
        listing=known.keys(),
    )
