"""Results of one or several runs, read as what a report says of them on a day."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import partial
from pathlib import Path

from toolwire import results
from toolwire.io.garbage import not_looked_for
from toolwire.io.json_text import items_of, object_of
from toolwire.jobs.report.content import Facts, LastReport, ReportContent, previous
from toolwire.jobs.report.models import listed_in
from toolwire.model.conversation import JsonObject
from toolwire.model.errors import ToolwireError
from toolwire.model.observation import Observation
from toolwire.results.cells.age import day
from toolwire.results.comparison import compare, markdown
from toolwire.results.variance import settled_runs

_TOMORROW = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class ReportPlan:
    """How a report is made.

    Attributes:
        out: the folder.
        today: date of the report.
        facts: rules, providers and suites.
        imported: returns the traffic of others that stands beside the results, of some providers
            or of all (None).
        since: folder or results of the last report; None for none.
        language: of the checklist, `en` or `ko`.
        packed: write results.jsonl.gz; False where the folder already has results.jsonl.
    """

    out: Path
    today: date
    facts: Facts = field(default_factory=Facts)
    imported: Callable[[frozenset[str] | None], Iterable[Observation]] = lambda _: ()
    since: Path | None = None
    language: str = "en"
    packed: bool = True


@dataclass(frozen=True, slots=True)
class ReadReport:
    """What was read: the results as they are, what a report says of them, and what is their own.

    `own` are the observations of the results alone, without the traffic of others beside them.
    """

    merged: results.Merged
    own: tuple[Observation, ...]
    content: ReportContent


def read(paths: Iterable[Path], plan: ReportPlan) -> ReadReport:
    """Read results as the content of one report.

    Args:
        paths: results files, or folders that hold them.
        plan: the day, the facts, the traffic beside them and the last report.

    Raises:
        ToolwireError: a results file is missing, malformed, interrupted, of another version or
            from the future, or two claim to be one run.
    """
    with not_looked_for():
        return _read(paths, plan)


def _read(paths: Iterable[Path], plan: ReportPlan) -> ReadReport:
    merged = results.merge(*(results.read(path) for path in paths))
    known = settled_runs(merged)
    results.refuse_conflicts(known)
    traffic = tuple(plan.imported(_whose(merged, known)))
    own, every = _beside(known, traffic, linted=_linted(merged))
    _refuse_future(every, merged.header, plan.today)
    report = ReportContent(
        plan.today,
        every,
        plan.facts,
        stale=merged.stale,
        last=_last(plan, merged.header, every),
        lists=merged.models,
        missing=tuple(shard.text for run in merged.runs for shard in run.missing),
    )
    return ReadReport(merged, own, report)


def selected(merged: results.Merged) -> list[JsonObject]:
    """Return what each run looked at, then what those did that were merged before."""
    own = [part.header.selection for part in merged.parts]
    return [*own, *(object_of(one) for head in own for one in items_of(head.get("also")))]


def _whose(merged: results.Merged, observations: Iterable[Observation]) -> frozenset[str] | None:
    """Return the providers whose traffic stands beside results; None for that of all.

    A run that named nobody is about everybody there is.
    """
    if any("left_out" in part.header.selection for part in merged.parts):
        return None
    return frozenset(seen.provider for seen in observations)


def _linted(merged: results.Merged) -> bool:
    """Return whether some of the results are of traffic that was judged, and not asked."""
    return any("lint" in selection for selection in selected(merged))


def _beside(
    merged: tuple[Observation, ...], imported: tuple[Observation, ...], *, linted: bool
) -> tuple[tuple[Observation, ...], tuple[Observation, ...]]:
    """Return the observations that are of these results alone, and all of the report.

    Results of a report hold the traffic that stood beside it: that is no more its own the second
    time, unless it is what was judged.
    """
    shipped = {_place(seen) for seen in imported}
    own = tuple(seen for seen in merged if seen.asked or linted or _place(seen) not in shipped)
    there = {_place(seen) for seen in own if not seen.asked}
    return own, (*own, *(seen for seen in imported if _place(seen) not in there))


def _place(seen: Observation) -> tuple[str, str, str, str]:
    return (seen.evidence.source, seen.dialect, seen.suite, str(seen.mode))


def _last(
    plan: ReportPlan, head: results.Header, every: tuple[Observation, ...]
) -> LastReport | None:
    if plan.since is None:
        return None
    old = results.read(plan.since)
    observations = _as_reported(plan, old)
    folder = plan.since if plan.since.is_dir() else plan.since.parent
    listed = listed_in(folder)
    return LastReport(
        partial(previous, observations, listed, old.models),
        lambda: markdown(compare(observations, old.header, every, head)),
    )


def _as_reported(plan: ReportPlan, old: results.Results) -> tuple[Observation, ...]:
    """Return what the last report was of.

    A report keeps the traffic that stood beside its results, a run does not: without it all that
    traffic would be news.
    """
    own = tuple(old)
    if not all(seen.asked for seen in own):
        return own
    return (*own, *plan.imported(_whose(results.merge(old), own)))


def _refuse_future(every: Iterable[Observation], head: results.Header, today: date) -> None:
    """Refuse evidence that is newer than the report: its age would be nonsense."""
    last = (today + _TOMORROW).isoformat()
    for seen in every:
        if day(seen.evidence.recorded_at) > last:
            raise ToolwireError(
                f"recorded on {day(seen.evidence.recorded_at)}, after the date of the report "
                f"({today.isoformat()})",
                where=seen.evidence.source,
                hint="give the report a later --date, or mend the clock that recorded it",
            )
    if head.started_at[:10] > last:
        raise ToolwireError(
            f"a run that started on {head.started_at[:10]}, after the date of the report",
            hint="give the report a later --date",
        )
