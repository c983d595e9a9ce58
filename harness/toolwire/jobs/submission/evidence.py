"""Whether the cassettes of a submission are what they have to be: ours in form, current, clean, of
that provider.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath
from urllib.parse import urlsplit

from toolwire.jobs.audit.check import check
from toolwire.jobs.audit.plan import plan
from toolwire.jobs.audit.prompted import recorded_prompted
from toolwire.jobs.audit.selection import Selection
from toolwire.jobs.submission.files import CASSETTES, SubmissionProblem, SubmittedFiles
from toolwire.model.errors import TrafficError
from toolwire.model.exchange import EvidenceLevel
from toolwire.providers.model import Provider
from toolwire.transport.cassette.file import Cassette, load
from toolwire.transport.cassette.inspection import inspect

#: What a cassette that is not there says of the submission: its case is not run, and told.
_TOLD = "missing"


def refused_evidence(files: SubmittedFiles, chosen: Selection) -> Iterator[SubmissionProblem]:
    """Yield why cassettes and other files are not taken: secrets, others' recordings, what no case asks.

    Args:
        files: what was handed in.
        chosen: what is to be judged of it.
    """
    secret = list(_secrets(files))
    yield from secret
    yield from _no_target(files, chosen)
    if secret:
        return
    for path in files.cassettes:
        yield from _foreign(files, path, chosen)
    folder = files.folder / CASSETTES
    targets = {item.target.name: item.target for item in chosen.items}
    items = (*chosen.items, *plan(recorded_prompted(targets.values(), folder), chosen.requested))
    for problem in check(items, folder):
        if problem.kind not in {_TOLD, "broken"}:
            yield SubmissionProblem(
                f"{CASSETTES}/{problem.path}", f"{problem.kind}: {problem.reason}"
            )


def _secrets(files: SubmittedFiles) -> Iterator[SubmissionProblem]:
    for path in files.every:
        name = path.relative_to(files.folder).as_posix()
        try:
            for sight in inspect(path):
                yield SubmissionProblem(
                    name, f"holds something secret: {sight.kind} at {sight.place}"
                )
        except TrafficError as error:
            yield SubmissionProblem(name, error.what)


def _no_target(files: SubmittedFiles, chosen: Selection) -> Iterator[SubmissionProblem]:
    for name in chosen.unasked:
        yield SubmissionProblem(CASSETTES, f"there are none of {name}, which the statement names")
    folders = {path.parts[:2] for path in files.cassettes}
    named = {item.cassette.parts[:2] for item in chosen.items}
    for provider, model in sorted(folders - named):
        yield SubmissionProblem(
            f"{CASSETTES}/{provider}/{model}", "is of no target that the statement names"
        )


def _foreign(
    files: SubmittedFiles, path: PurePosixPath, chosen: Selection
) -> Iterator[SubmissionProblem]:
    """Refuse what others recorded, what nobody sent, and what another host answered."""
    name = f"{CASSETTES}/{path}"
    try:
        cassette = load(files.folder / CASSETTES, path)
    except TrafficError as error:
        yield SubmissionProblem(name, error.what)
        return
    if cassette.provenance.evidence is not EvidenceLevel.RECORDED:
        level = cassette.provenance.evidence
        yield SubmissionProblem(
            name, f"is {level}, and not recorded with `toolwire audit --record`"
        )
        return
    owners = [target.provider for target in chosen.targets]
    for host in sorted(_hosts(cassette) - _own_hosts(owners)):
        yield SubmissionProblem(
            name, f"was asked at {host}, which is no host of {chosen.providers[0]}"
        )


def _hosts(cassette: Cassette) -> set[str]:
    return {urlsplit(request.url).hostname or "" for request, _ in cassette.exchanges}


def _own_hosts(providers: Iterable[Provider]) -> set[str]:
    """Return the hosts that cassettes of some providers name: variables stand in by their word."""
    routes = [route for one in providers for route in one.routes]
    addresses = (_as_recorded(route) for route in routes)
    return {urlsplit(address).hostname or "" for address in addresses}


def _as_recorded(route: Provider) -> str:
    address = route.endpoint.base_url
    for name, word in route.variables.items():
        address = address.replace(f"{{{name}}}", word)
    return address
