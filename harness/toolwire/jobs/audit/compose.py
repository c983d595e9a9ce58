"""Composing answers: the suites run against the reference responder, in a provider's own words.

What comes out has evidence level `documented`: it shows that the harness does what the
documentation says, and never counts for a provider. No clock is read, so that composing
again gives the same bytes: `recorded_at` is the day the documentation was read.
"""

from __future__ import annotations

import asyncio
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from urllib.parse import urlsplit

from toolwire.dialects import load_dialect
from toolwire.dialects.voice import USUAL
from toolwire.io.shipped import PACKAGE
from toolwire.jobs.audit.deviations import marked
from toolwire.jobs.audit.documented import (
    as_documented,
    documented_capability,
    evidence_of,
    own_words,
    shown_in_calls,
    unsaid,
    voice_of,
)
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.run import dialect_of, look, replay_from, run
from toolwire.model.errors import ToolwireError, TrafficError
from toolwire.model.exchange import EvidenceLevel
from toolwire.model.observation import Observation, Verdict
from toolwire.providers.deviations import KnownDeviation, shipped_deviations
from toolwire.transport import Transport
from toolwire.transport.cassette.file import (
    MissingCassetteError,
    Provenance,
    load,
    save,
    shipped_cassettes,
)
from toolwire.transport.cassette.vcr_format import Pair
from toolwire.transport.record import Recorder
from toolwire.transport.reference import Reference


@dataclass(frozen=True, slots=True)
class Composed:
    """One item, composed.

    Attributes:
        item: what was asked.
        observation: what the harness says of the documented answer; None where there is no such
            answer, because the provider's file does not say how it would be.
        reason: why there is none; "" where there is one.
        exchanges: the answer's bytes; empty where there is none, or the target lacks the suite.
        written: the cassette was written; False where there is nothing to write or a cassette of
            stronger evidence stands there, which is left alone.
    """

    item: Item
    observation: Observation | None
    reason: str = ""
    exchanges: tuple[Pair, ...] = ()
    written: bool = False


def documented(
    items: Iterable[Item], listed: KnownDeviation | None = None
) -> Iterator[Observation]:
    """Yield the observations of items that nothing but documentation can answer.

    No file is written. Items that the provider's own file says nothing of have none; those it
    says no to are `unsupported`.

    Args:
        items: consumed one at a time.
        listed: known deviations; None for those of the shipped provider files.
    """
    for one in composed(items, listed):
        if one.observation is not None:
            yield one.observation


def offline(
    items: Iterable[Item],
    folder: Path,
    unasked: Container[str],
    listed: KnownDeviation | None = None,
) -> Iterator[Observation]:
    """Yield the observations of items without a network, target by target.

    Args:
        items: by target.
        folder: cassettes; what is missing there is `not-run`.
        unasked: names of the targets of which nothing is there: they are answered from
            documentation, as far as it goes.
        listed: known deviations; None for those of the shipped provider files.
    """
    for target, mine in groupby(items, key=lambda item: item.target):
        if target.name in unasked:
            yield from documented(mine, listed)
            continue
        # A folder of one's own may hold composed cassettes.
        for seen in run(mine, replay_from(folder), listed):
            yield as_documented(seen, target.provider)


def composed(items: Iterable[Item], listed: KnownDeviation | None = None) -> Iterator[Composed]:
    """Run items against the reference responder in each provider's own words, in memory."""
    listed = listed or shipped_deviations()
    with asyncio.Runner() as runner:
        # Not `runner.run`: see `toolwire.jobs.audit.run.run`.
        loop = runner.get_loop()
        for item in items:
            yield loop.run_until_complete(_composed(item, listed))


async def _composed(item: Item, listed: KnownDeviation) -> Composed:
    provider = item.target.provider
    absent = item.documented_absence
    if absent is not None and not absent.own:
        return Composed(item, None, f"only {absent.inherited} documents it as absent")
    if item.checks_absence:
        # Documentation says no; what a server does with it all the same, nobody's says.
        result = await look(item, _unanswered)
        return Composed(item, result.observation)
    if item.absent is None and not _affirmed(item):
        return Composed(item, None, f"the provider's file says nothing of {item.case.name}")
    dialect = dialect_of(item)
    voice = voice_of(provider) if dialect == provider.dialect else USUAL
    reference = Reference(load_dialect(dialect), voice, evidence_of(item))
    recorder = Recorder(reference)
    result = await look(item, lambda _: recorder)
    seen = result.observation
    if seen.verdict is Verdict.NOT_RUN:
        return Composed(item, None, seen.reason)
    # In another format than the provider's own its file has no words. What was asked beside a
    # refusal makes it mean something and is shown to nobody: its calls need no documented words.
    own = (reading for reading in result.readings if reading.dialect == provider.dialect)
    shown = {**seen.facets, **shown_in_calls(own)}
    why = unsaid(provider, shown, thought=reference.thought)
    if why is not None:
        return Composed(item, None, why)
    seen = replace(seen, facets=own_words(provider, seen.facets))
    return Composed(item, marked(seen, result.outcomes, listed), "", tuple(recorder.exchanges))


def _affirmed(item: Item) -> bool:
    """Return whether the provider's own file says that there is such an answer."""
    found = documented_capability(item)
    return found is not None and not found.lacking(item.target.model.id)


def _unanswered(item: Item) -> Transport:
    raise MissingCassetteError("not composed", where=str(item.cassette))


def compose(items: Iterable[Item], folder: Path) -> Iterator[Composed]:
    """Compose items and write what they came to as cassettes.

    Raises:
        ToolwireError: the folder is one that keeps only what servers sent, or a cassette cannot
            be written.
    """
    _refuse_shipped(folder)
    for one in composed(items):
        written = bool(one.exchanges) and not _stronger(folder, one.item)
        if written:
            endpoint = urlsplit(one.item.target.endpoint.base_url).hostname or ""
            read_on = evidence_of(one.item).recorded_at
            provenance = Provenance(EvidenceLevel.DOCUMENTED, read_on, endpoint)
            save(folder / one.item.cassette, one.exchanges, provenance)
        yield replace(one, written=written)


def _refuse_shipped(folder: Path) -> None:
    """Refuse to put documentation beside evidence, or into an installed package."""
    kept = (shipped_cassettes().resolve(), PACKAGE)
    if any(folder.resolve().is_relative_to(place) for place in kept):
        what = "composed cassettes are no evidence, and do not go into toolwire's own folders"
        raise ToolwireError(what, where=str(folder), hint="name a folder of your own")


def _stronger(folder: Path, item: Item) -> bool:
    try:
        there = load(folder, item.cassette)
    except MissingCassetteError:
        return False
    except TrafficError:
        # A broken file is replaced only when it is one of ours to begin with; we cannot
        # tell, so it stays and `toolwire cassettes check` names it.
        return True
    return there.provenance.evidence is not EvidenceLevel.DOCUMENTED
