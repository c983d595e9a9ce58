"""One verification from end to end: look around, choose, audit, fold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import monotonic

from toolwire.jobs.audit.beside.beside_suites import BESIDE_SUITES
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.plan import plan as planned
from toolwire.jobs.verify.address import Address
from toolwire.jobs.verify.choice import Wanted, chosen, wanted
from toolwire.jobs.verify.journal import VerifyJournal
from toolwire.jobs.verify.probing import look_around
from toolwire.jobs.verify.reproduce import reproduced
from toolwire.jobs.verify.server import ServerOptions
from toolwire.jobs.verify.session import observed, probe_client, sending, targets_of
from toolwire.jobs.verify.sighting import DialectSighting
from toolwire.jobs.verify.verdict import ServerVerdict, verdict_of
from toolwire.model.exchange import Request, Response
from toolwire.model.observation import Observation, Severity, Verdict
from toolwire.providers.model import Target
from toolwire.results.cells import exit_code, fold
from toolwire.results.variance import settled
from toolwire.suites import Suite
from toolwire.transport.live.client import Client
from toolwire.transport.live.destination import Permission
from toolwire.transport.live.user_headers import NO_HEADERS, UserHeaders

#: Called with the observations of each case as it is done.
Seen = Callable[[tuple[Observation, ...]], None]


@dataclass(frozen=True, slots=True)
class VerifyPlan:
    """What is to be verified.

    Attributes:
        server: whom to ask; address: where.
        dialect: a name, `auto` or `all`.
        suites: what to ask.
        environ: keys, proxies and certificate authorities.
        concurrency: cases side by side.
        permission: where the key may go.
        headers: what the user adds to every request.
    """

    server: ServerOptions
    address: Address
    dialect: Wanted
    suites: tuple[Suite, ...]
    environ: Mapping[str, str]
    concurrency: int = 8
    permission: Permission = field(default_factory=Permission)
    headers: UserHeaders = NO_HEADERS


@dataclass(frozen=True, slots=True)
class Discovery:
    """What looking around came to.

    Attributes:
        seen: a sighting of every dialect looked for.
        audited: those that are audited; none for a format that nobody knows.
        targets: of these, and of targets in words; items: what they are asked.
    """

    seen: tuple[DialectSighting, ...]
    audited: tuple[DialectSighting, ...]
    targets: tuple[Target, ...]
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Verified:
    """Everything a verification came to: one verdict for each target, in their order.

    `seconds` is how long the cases took.
    """

    found: Discovery
    observations: tuple[Observation, ...]
    verdicts: tuple[ServerVerdict, ...]
    seconds: float = 0.0

    def exit_code(self, fail_on: str = "error") -> int:
        """Return what `code_of` does; 2 where no dialect was found."""
        return code_of(self.observations, fail_on) if self.verdicts else 2


def code_of(observations: Iterable[Observation], fail_on: str) -> int:
    """Return the exit code of a verification.

    2 where something was not run, else 1 for findings at or above `fail_on`, else 2 where something
    stayed inconclusive, else 0.
    """
    seen = settled(tuple(observations))
    code = exit_code(fold(seen), fail_on, open_last=True)
    unasked = any(one.verdict is Verdict.NOT_RUN for one in seen)
    # What a model left open may have a warning all the same, and that stands.
    if code == 2 and fail_on == "warning" and not unasked and any(map(_warned, seen)):
        return 1
    return code


def _warned(seen: Observation) -> bool:
    return any(one.counted is Severity.WARNING for one in seen.findings)


async def find(plan: VerifyPlan, journal: VerifyJournal) -> Discovery:
    """Look for dialects and decide what to audit.

    Args:
        plan: what is verified.
        journal: what was answered before, and where it is kept.

    Raises:
        TrafficError: nothing can be asked.
        ToolwireError: the journal cannot be written.
    """
    async with probe_client(
        plan.environ, plan.concurrency, plan.permission, plan.headers
    ) as client:
        names = wanted(plan.dialect)
        seen = await look_around(plan.server, plan.address, names, sending(client, journal))
    audited = chosen(seen, plan.dialect, plan.address)
    targets = targets_of(plan.server, audited)
    items = (
        *planned(targets, plan.suites),
        *(item for beside in BESIDE_SUITES for item in beside.items(targets, plan.suites)),
    )
    return Discovery(seen, audited, targets, items)


async def verify(
    plan: VerifyPlan, found: Discovery, folder: Path, take: Seen, journal: VerifyJournal
) -> Verified:
    """Audit what was found, and ask again what showed a deviation.

    Args:
        plan: what is verified.
        found: see `find`.
        folder: gets cassettes; see `observed`.
        take: told of every case.
        journal: what was answered before, and where it is kept.

    Raises:
        ToolwireError: the folder or the journal cannot be written.
    """
    every: list[Observation] = []
    began = monotonic()
    client = Client(
        plan.environ,
        concurrency=plan.concurrency,
        permission=plan.permission,
        headers=plan.headers,
    )
    async with client:
        async for unit in observed(found.items, client, folder, plan.concurrency, journal):
            take(unit)
            every.extend(unit)
        seconds = journal.took(monotonic() - began)
        observations = _in_order(every, found)
        verdicts = [
            await _again(verdict, target, found, client, folder, journal)
            for target, verdict in zip(found.targets, _verdicts(found, observations), strict=True)
        ]
    return Verified(found, observations, tuple(verdicts), seconds)


async def _again(  # noqa: PLR0917 - all of one verification
    verdict: ServerVerdict,
    target: Target,
    found: Discovery,
    client: Client,
    folder: Path,
    journal: VerifyJournal,
) -> ServerVerdict:
    """Return a verdict whose deviations were asked for again."""

    async def ask(item: Item, request: Request) -> Response:
        return await journal.send(client.live(item.target), request, f"again {item.id}")

    items = [item for item in found.items if item.target == target]
    deviations = await reproduced(verdict.deviations, items, folder / "cassettes", ask)
    return replace(verdict, deviations=deviations)


def _in_order(every: Sequence[Observation], found: Discovery) -> tuple[Observation, ...]:
    """Return observations as they were planned: which is done first is chance."""
    suites = {item.suite.id: number for number, item in enumerate(found.items)}
    dialects = [target.provider.dialect for target in found.targets]
    cases = {item.case.name: number for number, item in enumerate(found.items)}

    def place(seen: Observation) -> tuple[int, int, int, str]:
        name = seen.case if seen.case in cases else f"{seen.suite}.{seen.case}"
        last = len(found.items)
        return (
            dialects.index(seen.dialect),
            suites.get(seen.suite, last),
            cases.get(name, last),
            str(seen.mode),
        )

    return tuple(sorted(every, key=place))


def _verdicts(found: Discovery, observations: Sequence[Observation]) -> tuple[ServerVerdict, ...]:
    sightings = {one.dialect: one for one in found.audited}
    return tuple(
        verdict_of(
            target.provider.dialect,
            sightings.get(target.provider.dialect),
            [seen for seen in observations if seen.dialect == target.provider.dialect],
        )
        for target in found.targets
    )
