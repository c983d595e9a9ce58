"""Whether a provider file that is handed in speaks of its own provider only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

from toolwire.io import declarative
from toolwire.io.json_text import object_of
from toolwire.jobs.submission.files import PROVIDER, SubmissionProblem
from toolwire.jobs.submission.statement import SubmissionStatement
from toolwire.providers import load_providers
from toolwire.providers.load import provider_of_host, provider_of_name
from toolwire.providers.model import Provider


def refused_provider(
    path: Path | None, statement: SubmissionStatement
) -> tuple[SubmissionProblem, ...]:
    """Return why a provider file is not taken: it takes another's name, hosts, keys or variables.

    Args:
        path: the file; None where there is none, and then a shipped one is needed.
        statement: names the targets.

    Raises:
        ToolwireError: the file breaks its form; with its line.
    """
    ids = {name.partition(".")[0] for name in statement.providers}
    shipped = {provider.id: provider for provider in load_providers()}
    if path is None:
        unknown = sorted(ids - shipped.keys())
        return tuple(
            SubmissionProblem(PROVIDER, f"is missing: nobody knows {name!r}") for name in unknown
        )
    name = str(object_of(declarative.load(path).value).get("provider"))
    if name in shipped:
        # Not loaded: others mirror the shipped one.
        return (
            SubmissionProblem(
                PROVIDER, f"{name} ships: leave this file out, and propose changes of that one"
            ),
        )
    (own,) = (provider for provider in load_providers((path,)) if provider.id == name)
    return tuple(SubmissionProblem(PROVIDER, why) for why in _taken(own, ids, shipped.values()))


def _taken(own: Provider, ids: set[str], shipped: Iterable[Provider]) -> Iterator[str]:
    others = [route for one in shipped for route in one.routes]
    for name in (own.id, *own.aliases):
        if (owner := provider_of_name(name)) is not None:
            yield f"{name} is a name of {owner}"
    for name in sorted(ids - {own.id}):
        yield f"is of {own.id}, and the statement names {name}"
    keys = {one.key_env: one.id for one in others if one.key_env}
    variables = {name: one.id for one in others for name in one.variables}
    for route in own.routes:
        for host in (*route.hosts, urlsplit(route.endpoint.base_url).hostname or ""):
            owner = provider_of_host(host.replace("*", "any")) if host else None
            if owner is not None:
                yield f"{host} is a host of {owner}"
        if route.key_env in keys:
            yield f"{route.key_env} is the key of {keys[route.key_env]}"
        for name in route.variables:
            if name in variables:
                yield f"{name} is a variable of {variables[name]}"
