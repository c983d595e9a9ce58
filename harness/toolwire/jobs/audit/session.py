"""A live run that can be killed: every answer is on disk before it is used.

The journal holds each exchange and, when a case is done in its modes, what was observed. A
run that goes on after it was interrupted takes observations of finished cases from there,
and answers cases that were in flight from their exchanges as far as these go: nothing that
was answered is asked, or paid for, again.
"""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import takewhile
from pathlib import Path
from urllib.parse import urlsplit

from toolwire.dialects import load_dialect
from toolwire.io.json_text import dump, items_of, object_of, parse
from toolwire.jobs.audit.budget import Budget, Metered, price_of
from toolwire.jobs.audit.controls.meaning import NOT_ANSWERED
from toolwire.jobs.audit.live import LiveRun, UnitResult, units
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.run import dialect_of, evidence_of
from toolwire.model.conversation import JsonObject
from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange
from toolwire.model.observation import Observation, Verdict
from toolwire.providers.deviations import KnownDeviation
from toolwire.providers.model import Target
from toolwire.results import observation
from toolwire.transport import Transport
from toolwire.transport.cassette.file import run_path
from toolwire.transport.journal.entry import ExchangeEntry
from toolwire.transport.journal.file import Journal
from toolwire.transport.journal.recovery import Recovered, entries
from toolwire.transport.journal.restore import RUNS, restore
from toolwire.transport.live.client import Client
from toolwire.transport.record import Recorder, RecorderConfig

_BEFORE = Evidence(EvidenceLevel.LIVE, "an interrupted run")


def digest(items: Iterable[Item]) -> str:
    """Return the hex SHA-256 of what is asked of whom: equal means the same run."""
    sum_ = hashlib.sha256()
    for item in items:
        sum_.update(repr((item.id, item.case, item.target.endpoint)).encode())
    return sum_.hexdigest()


@dataclass(slots=True)
class _Unit:
    """The recorders of one unit, by item, in the order of the runs."""

    runs: int = 0
    recorders: dict[str, list[Recorder]] = field(default_factory=dict)


@dataclass(slots=True)
class Session:
    """One live run.

    Attributes:
        client: asks.
        journal: keeps.
        budget: limits.
        listed: known deviations.
        folder: where what the verdicts tell of is kept, a cassette for each case and mode.
        others: where other runs of a case are kept beside the one that counts (attempts,
            repetitions), see `run_path`; None when they are in the journal alone.
        recovered: what an interrupted run left; None for a new run.
    """

    client: Client
    journal: Journal
    budget: Budget
    listed: KnownDeviation
    folder: Path
    others: Path | None = None
    recovered: Recovered | None = None
    _units: dict[str, _Unit] = field(default_factory=dict)

    async def run(
        self, items: Iterable[Item], concurrency: int, repeat: int = 1
    ) -> AsyncIterator[tuple[Observation, ...]]:
        """Yield the observations of each unit: of finished ones first, then as they are done.

        Raises:
            ToolwireError: the journal or a cassette cannot be written.
        """
        finished: Mapping[str, bytes] = {} if self.recovered is None else self.recovered.finished
        due: list[Item] = []
        for unit in units(items):
            line = finished.get(unit[0].unit)
            if line is None:
                due.extend(unit)
            else:
                yield tuple(_observations(line, self.journal.path))
        live = LiveRun(self._transport, self.listed, concurrency, repeat)
        async for seen in live.run(due):
            yield await self._finish(seen)

    def take_up(self, items: Iterable[Item]) -> None:
        """Count what an interrupted run has spent, and make files again that it lost.

        Raises:
            ToolwireError: a cassette cannot be written.
        """
        restore(self.journal.path, self.folder, self.client.place, self.others)
        by_unit = {item.unit: item for item in items}
        for entry in entries(self.journal.path):
            item = by_unit.get(entry.item) if isinstance(entry, ExchangeEntry) else None
            if isinstance(entry, ExchangeEntry) and item is not None:
                exchange = Exchange(*entry.pair, _BEFORE)
                spent = price_of(exchange, item.target.model, load_dialect(dialect_of(item)).decode)
                self.budget.requests += 1
                self.budget.settle(item.target.provider.id, 0.0, spent)

    def _transport(self, item: Item) -> Transport:
        unit = self._units.setdefault(item.unit, _Unit())
        live = self.client.live(item.target, self.budget.permit)
        unit.runs += 1
        kept = {} if self.recovered is None else self.recovered.in_flight
        config = RecorderConfig(
            self.journal,
            item.unit,
            unit.runs,
            live.access.known,
            _answers(kept.get(item.unit, ())),
            str(item.cassette),
        )
        if unit.runs == 1:
            self.journal.start(item.unit)
        recorder = Recorder(self._metered(item, live), config)
        unit.recorders.setdefault(item.id, []).append(recorder)
        return recorder

    def _metered(self, item: Item, inner: Transport) -> Metered:
        provider, model = item.target.provider.id, item.target.model
        return Metered(inner, self.budget, provider, model, load_dialect(dialect_of(item)).decode)

    async def _finish(self, unit_seen: UnitResult) -> tuple[Observation, ...]:
        """Keep what a unit was answered, and return its observations with digests of the files."""
        unit = self._units.pop(unit_seen.items[0].unit, _Unit())
        digests: dict[str, str | None] = {}
        runs: JsonObject = {}
        for item, run in zip(unit_seen.items, unit_seen.runs, strict=True):
            host = _host(item.target, self.client.place)
            for number, recorder in enumerate(unit.recorders.get(item.id, []), start=1):
                if number == run:
                    source = str(item.cassette)
                    digests[source] = await recorder.save(self.folder / source, host)
                    runs[source] = recorder.run
                elif self.others is not None:
                    await recorder.save(self.others / run_path(item.cassette, number), host)
        first = unit_seen.items[0]
        seen = tuple(
            _proven(first, one, digests, self.client.place) for one in unit_seen.observations
        )
        if all(one.verdict is not Verdict.NOT_RUN for one in seen):
            lines: JsonObject = {"observations": [one.as_json() for one in seen], RUNS: runs}
            self.journal.finish(unit_seen.items[0].unit, lines)
        # Else it may be looked at when the run goes on: with a key, or a larger budget.
        return seen


def _proven(
    item: Item, seen: Observation, digests: Mapping[str, str | None], place: str
) -> Observation:
    """Return an observation whose evidence has digest and host, as a replay has them."""
    digest = digests.get(seen.evidence.source)
    if digest is None:
        return seen
    evidence = evidence_of(item, seen.evidence, urlsplit(place).hostname or "")
    return replace(seen, evidence=replace(evidence, sha256=digest))


def _host(target: Target, place: str) -> str:
    return urlsplit(place or target.endpoint.base_url).hostname or ""


def _observations(line: bytes, path: Path) -> Iterator[Observation]:
    found = items_of(object_of(parse(line)).get("observations"))
    if not found:
        raise ToolwireError("a finished case without observations", where=str(path))
    for value in found:
        yield observation(dump(value), str(path))


def _answers(entries: tuple[ExchangeEntry, ...]) -> tuple[ExchangeEntry, ...]:
    """Return what was answered before the first response that is worth asking again.

    A conversation whose server has to be told again what only it knows is had anew: what stands
    for a secret was kept, and the secret was not.
    """
    answers = tuple(takewhile(lambda old: old.response.status not in NOT_ANSWERED, entries))
    return () if any(old.stand_ins for old in answers) else answers
