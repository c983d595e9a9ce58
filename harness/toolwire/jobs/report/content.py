"""Everything a report says, as one value: pages and exports read nothing else."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import partial

from toolwire.jobs.report.baseline import changes
from toolwire.jobs.report.checklist import Checklist, checklist
from toolwire.jobs.report.deviations import deviations
from toolwire.jobs.report.drift import drift
from toolwire.jobs.report.matrix import matrix
from toolwire.jobs.report.model import Findings, GuideClaim, Matrix, Watched
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


@dataclass(frozen=True, slots=True)
class ReportContent:
    """What a report says on a day; `exchanges` are the sources whose bytes lie beside its pages."""

    today: date
    observations: tuple[Observation, ...]
    matrix: Matrix
    findings: Findings
    changes: tuple[GuideClaim, ...]
    models: tuple[ModelRow, ...]
    news: Mapping[str, News]
    checklist: Checklist
    watched: tuple[Watched, ...]
    rules: tuple[RuleFacts, ...] = ()
    comparison: str = ""
    missing: tuple[str, ...] = ()
    exchanges: frozenset[str] = frozenset()


def content(
    observations: Iterable[Observation],
    today: date,
    facts: Facts,
    *,
    stale: tuple[Stale, ...] = (),
    before: Previous | None = None,
    comparison: str = "",
    lists: Iterable[ModelList] = (),
    missing: tuple[str, ...] = (),
) -> ReportContent:
    """Make everything a report says of some observations.

    Args:
        observations: of all results.
        today: day of the report.
        facts: rules, providers and suites.
        stale: listed deviations that no longer show.
        before: what the last report had; None where there is none.
        comparison: what changed since the last report, as Markdown; "" where there is none.
        lists: which models the providers' own APIs list.
        missing: parts of divided runs that are not here, as `2/3`.
    """
    every = tuple(observations)
    folded, watched = matrix(every), watch(every)
    providers = {one.id: one for one in facts.providers}
    findings = Findings(deviations(selections(every), watched), drift(every, watched), stale)
    last, reported = (before.models, before.listing) if before else (None, ())
    known = models(every, providers, today, last, lists=lists, reported=reported)
    compared = changes(folded)
    new = news(findings.deviations, findings.drift, known, today, before)
    boxes = partial(checklist, folded, compared, known, today, missing=missing)
    return ReportContent(
        today=today,
        observations=every,
        matrix=folded,
        findings=findings,
        changes=compared,
        models=known,
        news=new,
        checklist=boxes(providers=providers, suites=facts.suites, news=new),
        watched=tuple(watched.values()),
        rules=facts.rules,
        comparison=comparison,
        missing=missing,
    )


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
