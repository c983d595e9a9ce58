"""All faults tried on one client."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from case import Case
from clients.job import Job
from roster import Client
from server import Server
from verdict import Got, Verdict, verdict

from toolwire.model.exchange import Response


@dataclass(frozen=True, slots=True)
class Try:
    """What one fault did to one client, doing one thing."""

    client: str
    doing: str
    case: Case
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class _Pair:
    case: Case
    doing: str
    clean: str
    faulty: str


def tried(client: Client, folder: Path, server: Server, cases: Sequence[Case]) -> Iterator[Try]:
    """Try every fault a client can meet; a clean answer is tried once, however often it is met."""
    _, tries = client.tries(folder)
    jobs: list[Job] = []
    pairs: list[_Pair] = []
    known: dict[tuple[str, str, str, str, tuple[Response, ...]], str] = {}

    def job(case: Case, doing: str, answers: tuple[Response, ...]) -> str:
        key = (doing, case.dialect, case.mode, case.choice, answers)
        if key not in known:
            known[key] = f"{client.module}-{len(known)}"
            url = server.offer(known[key], answers)
            jobs.append(Job(known[key], doing, case.dialect, case.mode, case.choice, url))
        return known[key]

    for case in cases:
        for doing, dialect in tries:
            if dialect == case.dialect and _fits(doing, case):
                clean, faulty = job(case, doing, case.clean), job(case, doing, case.faulty)
                pairs.append(_Pair(case, doing, clean, faulty))
    got = {
        told["id"]: Got.of(told, server.requests[told["id"]])
        for told in client.run(folder, jobs)
        if not told.get("not_tried")
    }
    for pair in pairs:
        if pair.clean in got and pair.faulty in got:
            runs = pair.doing.startswith(("loop", "typed"))
            found = verdict(got[pair.clean], got[pair.faulty], runs=runs)
            if found is not None:
                yield Try(client.name, pair.doing, pair.case, found)


def _fits(doing: str, case: Case) -> bool:
    """Return whether a thing that clients do comes to the faulty exchange at all."""
    if (doing == "legacy") is not case.legacy:
        return False
    if doing.startswith("loop"):
        return True
    return case.first and (doing != "typed" or case.mode == "blocking")
