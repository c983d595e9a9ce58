"""Whether the cassettes fit the suites: none missing, stale, broken or superfluous."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.run import run
from toolwire.model.errors import TrafficError
from toolwire.model.exchange import EvidenceLevel, Request, Response
from toolwire.model.observation import Verdict
from toolwire.transport.cassette.file import Cassette, MissingCassetteError, load, requests_digest
from toolwire.transport.cassette.replay import Replay
from toolwire.transport.record import Recorder


@dataclass(frozen=True, slots=True)
class CassetteProblem:
    """One cassette that does not fit.

    Attributes:
        kind: `missing`, `stale`, `broken` or `superfluous`.
        path: below the cassette folder, with forward slashes.
        reason: one line.
    """

    kind: str
    path: PurePosixPath
    reason: str


def check(
    items: Iterable[Item], folder: Path, *, everything: bool = True, sent: bool = False
) -> Iterator[CassetteProblem]:
    """Compare the cassettes of a folder with what the items would ask.

    A provider without any cassette has none missing: it was never recorded, and the audit
    says so.

    Args:
        items: what is planned.
        folder: the cassette folder.
        everything: the items are all there are, so that a file of no item is superfluous.
        sent: the folder holds only what servers sent, so that a composed file is superfluous.
    """
    items = tuple(items)
    wanted = {item.cassette: item for item in items if item.absent is None}
    there = {path.relative_to(folder) for path in folder.rglob("*.yaml")}
    found = {PurePosixPath(path.as_posix()) for path in there}
    recorded = {path.parts[0] for path in found}
    for path, item in wanted.items():
        if path in found:
            yield from _fits(item, folder, sent=sent)
        elif path.parts[0] in recorded and not item.checks_absence:
            yield CassetteProblem("missing", path, f"{item.id} was never recorded")
    providers = {item.cassette.parts[0] for item in items}
    for path in sorted(found - wanted.keys()):
        if everything or path.parts[0] in providers:
            yield CassetteProblem("superfluous", path, "no case of any suite asks for it")


def _fits(item: Item, folder: Path, *, sent: bool) -> Iterator[CassetteProblem]:
    path = item.cassette
    try:
        cassette = load(folder, path)
    except MissingCassetteError as error:
        yield CassetteProblem("missing", path, str(error))
        return
    except TrafficError as error:
        yield CassetteProblem("broken", path, str(error))
        return
    if sent and cassette.provenance.evidence is EvidenceLevel.DOCUMENTED:
        reason = "composed from documentation; what stands here was sent by a server"
        yield CassetteProblem("superfluous", path, reason)
        return
    recorder = Recorder(Replay(cassette))
    (seen,) = run((item,), lambda _: recorder)
    if seen.verdict is Verdict.NOT_RUN:
        yield CassetteProblem("stale", path, seen.reason)
    else:
        yield from _leftover(path, cassette, recorder.exchanges)


def _leftover(
    path: PurePosixPath, cassette: Cassette, exchanges: list[tuple[Request, Response]]
) -> Iterator[CassetteProblem]:
    if len(exchanges) < len(cassette.exchanges):
        reason = f"{len(cassette.exchanges)} exchanges recorded, the case asks {len(exchanges)}"
        yield CassetteProblem("stale", path, reason)
    digest = cassette.provenance.requests
    if digest and digest != requests_digest(request for request, _ in cassette.exchanges):
        yield CassetteProblem(
            "stale", path, "a request was edited: its digest in the header differs"
        )
