"""Several results files taken as one."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from toolwire.model.conversation import Json, JsonObject
from toolwire.model.errors import ToolwireError
from toolwire.model.observation import Observation, Stale
from toolwire.model.shard import Looked, Parts, parts_of
from toolwire.results.file import Results
from toolwire.results.header import Header
from toolwire.results.model_list import ModelList, newest


@dataclass(frozen=True, slots=True)
class Merged:
    """Several runs taken as one; iterating chains their observations in the order given.

    Every observation then names its run; those of the parts of one divided run name the same.
    """

    parts: tuple[Results, ...]

    @property
    def runs(self) -> tuple[Parts, ...]:
        """Return the runs they are of; parts of one run are one, the first to start first."""
        return parts_of(
            (part.header.run, part.header.selection, part.shards, part.looked)
            for part in self._ordered
        )

    @property
    def _ordered(self) -> list[Results]:
        return sorted(self.parts, key=lambda part: (part.header.run, part.shards))

    @property
    def header(self) -> Header:
        """Return the header of the run that started first, with an id of all of them."""
        head = min((part.header for part in self.parts), key=lambda head: head.run)
        runs = sorted({run.run for run in self.runs})
        rules = sorted({rule for part in self.parts for rule in part.header.rules})
        first, *others = (run.header_selection for run in self.runs)
        also: JsonObject = {"also": list[Json](others)} if others else {}
        return replace(head, selection={**first, **also}, run=_together(runs), rules=tuple(rules))

    @property
    def count(self) -> int:
        """Return the number of observations of all parts."""
        return sum(part.count for part in self.parts)

    @property
    def stale(self) -> tuple[Stale, ...]:
        """Return the listed deviations that no longer showed in one of the runs."""
        whole = (one for part in self.parts for one in part.stale)
        divided = (one for run in self.runs for one in run.stale())
        return tuple(dict.fromkeys((*whole, *divided)))

    @property
    def models(self) -> tuple[ModelList, ...]:
        """Return what the APIs of providers list, of each as the last run was told."""
        return newest((part.header.run, part.models) for part in self.parts)

    @property
    def looked(self) -> tuple[Looked, ...] | None:
        """Return how far the parts of a run looked of which others are missing."""
        first, *more = self.runs
        return first.looked if first.missing and not more else None

    def __iter__(self) -> Iterator[Observation]:
        """Yield the observations of every part; raises as `Results` does."""
        whose: Mapping[str, str] = {part: run.run for run in self.runs for part in run.ids}
        for part in self.parts:
            for seen in part:
                run = whose.get(seen.run, seen.run)
                yield seen if run == seen.run else replace(seen, run=run)


def _together(runs: list[str]) -> str:
    """Return the id of runs taken as one: that of the only one, else the first with a digest."""
    if len(runs) == 1:
        return runs[0]
    digest = hashlib.sha256("\n".join(runs).encode()).hexdigest()[:8]
    return f"{runs[0].partition('-')[0]}-{digest}"


def merge(*results: Results) -> Merged:
    """Take several runs as one.

    Raises:
        ToolwireError: there is none, or they disagree on schema or toolwire version.
    """
    if not results:
        raise ToolwireError("no results to merge", hint="name at least one results.jsonl")
    first = results[0]
    for other in results[1:]:
        mine = (first.header.schema, first.header.toolwire)
        theirs = (other.header.schema, other.header.toolwire)
        if mine != theirs:
            raise ToolwireError(
                f"written by toolwire {theirs[1]} (schema {theirs[0]}), but {first.path} by "
                f"{mine[1]} (schema {mine[0]})",
                where=str(other.path),
                hint="runs merge only within one version; compare others with `toolwire diff`",
            )
    return Merged(results)


def refuse_conflicts(observations: Iterable[Observation]) -> None:
    """Refuse two accounts of one case of one run that differ: one of them is not of that run.

    Raises:
        ToolwireError: there are such; it names the run and the case.
    """
    found: dict[tuple[str, ...], Observation] = {}
    for seen in observations:
        if not seen.asked:
            continue
        whose = (seen.provider, seen.dialect, seen.model, seen.suite, seen.case, str(seen.mode))
        before = found.setdefault((seen.run, *whose), seen)
        if before is not seen and before != seen:
            same = before.verdict is seen.verdict
            how = "of other answers" if same else f"{before.verdict} and {seen.verdict}"
            raise ToolwireError(
                f"two results claim to be run {seen.run} and differ: {seen.provider}/{seen.model} "
                f"{seen.suite}.{seen.case}[{seen.mode}] is {how}",
                hint="leave one of them out, or run it again",
            )
