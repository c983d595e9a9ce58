"""Composing cassettes: the suites run against the reference responder, and are kept.

What comes out has evidence level `documented`: it shows that the harness does what the
documentation says, and never counts for a provider. No clock is read, so that composing
again gives the same bytes: `recorded_at` is the day the documentation was read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from harness.audit.plan import Item
from harness.audit.run import TransportFor, run, spoken_in
from harness.dialects import dialect
from harness.errors import TrafficError
from harness.exchange import EvidenceLevel
from harness.observation import Observation
from harness.providers.model import Target
from harness.transport import Transport
from harness.transport.cassette import MissingCassetteError, Provenance, load, save
from harness.transport.record import Recorder
from harness.transport.reference import Reference

__all__ = ["Composed", "compose"]


@dataclass(frozen=True, slots=True)
class Composed:
    """One item, composed.

    Attributes:
        item: what was asked.
        observation: what the harness says of its own responder; anything but `conformant`
            is a mistake in the suite, the dialect or a rule.
        written: the cassette was written; False where the target lacks the suite or a
            cassette of stronger evidence stands there, which is left alone.
    """

    item: Item
    observation: Observation
    written: bool


def compose(items: Iterable[Item], folder: Path) -> Iterator[Composed]:
    """Run items against the reference responder and write their cassettes.

    Raises:
        ToolwireError: a cassette cannot be written.
    """
    for item in items:
        # Nobody's documentation says what a server does with what it documents that it lacks.
        if item.absent is not None or item.hearing:
            (observation,) = run((item,), _nothing)
            yield Composed(item, observation, written=False)
            continue
        recorder = Recorder(Reference(dialect(spoken_in(item)), _read_on(item.target)))
        (observation,) = run((item,), _always(recorder))
        written = bool(recorder.exchanges) and not _stronger(folder, item)
        if written:
            provenance = Provenance(
                EvidenceLevel.DOCUMENTED,
                _read_on(item.target),
                urlsplit(item.target.endpoint.base_url).hostname or "",
            )
            save(folder / item.cassette, recorder.exchanges, provenance)
        yield Composed(item, observation, written)


def _nothing(item: Item) -> Transport:
    raise MissingCassetteError("not composed", where=str(item.cassette))


def _always(transport: Transport) -> TransportFor:
    return lambda _: transport


def _read_on(target: Target) -> str | None:
    link = target.provider.docs or target.model.source
    return link.read if link is not None else None


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
