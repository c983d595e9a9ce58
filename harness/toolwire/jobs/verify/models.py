"""Which models a server lists, where the user has named none."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.dialects.model_list import ListForm
from toolwire.dialects.wire import Auth, Models
from toolwire.io.nearest import meant
from toolwire.jobs.audit.model_list import SECONDS, model_list_of
from toolwire.jobs.verify.choice import wanted
from toolwire.jobs.verify.forms import form_of
from toolwire.jobs.verify.presence import NO_SUCH_MODEL
from toolwire.jobs.verify.probing import SHARED
from toolwire.jobs.verify.run import VerifyPlan
from toolwire.jobs.verify.session import probe_client
from toolwire.jobs.verify.sighting import DialectSighting
from toolwire.model.errors import ToolwireError, TrafficError
from toolwire.model.exchange import Endpoint
from toolwire.providers.model import Target

#: What is told of a list that has no names on it.
_EMPTY: Final = "an empty list"


@dataclass(frozen=True, slots=True)
class ServerModels:
    """What a server says of its models.

    Attributes:
        names: as requests name them, sorted; the user's own are among them.
        reason: why there are none; "" where there are.
    """

    names: tuple[str, ...]
    reason: str = ""


async def server_models(plan: VerifyPlan) -> ServerModels:
    """Ask for the list of models as each dialect that is looked for does, until one is answered.

    Raises:
        TrafficError: nobody answers at the address at all.
        ToolwireError: the key must not go there.
    """
    reasons: list[str] = []
    unreached: TrafficError | None = None
    async with probe_client(
        plan.environ, plan.concurrency, plan.permission, plan.headers
    ) as client:
        for target in _places(plan):
            try:
                async with asyncio.timeout(SECONDS):
                    found, _ = await model_list_of(client.live(target), target, own=True)
            except TimeoutError:
                return ServerModels((), f"no answer in {SECONDS:g} s")
            except TrafficError as error:
                unreached = error
                continue
            if found.models:
                return ServerModels(found.models)
            reasons.append(found.reason or _EMPTY)
    if unreached is not None and not reasons:
        raise unreached
    return ServerModels((), reasons[0] if reasons else "its format has none")


async def refuse_unlisted(plan: VerifyPlan, seen: Sequence[DialectSighting]) -> None:
    """Refuse to ask a server some hundreds of times for a model that it does not have.

    Args:
        plan: with the model.
        seen: what would be audited.

    Raises:
        TrafficError: the server says that there is no such model, and lists others; which was meant.
    """
    if not seen or not all(any(f.text.endswith(NO_SUCH_MODEL) for f in one.facts) for one in seen):
        return
    names, model = (await server_models(plan)).names, plan.server.model
    if names and model not in names:
        base = plan.address.base
        question = meant(model, names)
        what = f"no model {model!r}{question and f'; {question}'}"
        raise TrafficError(what, where=base, hint=f"`toolwire verify {base}` lists what it has")


def only_model(found: ServerModels, where: str) -> str:
    """Return the model of a server that has one.

    Raises:
        ToolwireError: it has none that it tells of, or several.
    """
    if len(found.names) == 1:
        return found.names[0]
    if found.names:
        first = f"--model {found.names[0]}"
        raise ToolwireError(
            f"it lists {len(found.names)} models", where=where, hint=f"choose one, such as {first}"
        )
    hint = "name one with --model"
    raise ToolwireError(f"no list of models: {found.reason}", where=where, hint=hint)


def _places(plan: VerifyPlan) -> Iterator[Target]:
    """Yield where lists may be, each address and way to send a key once, the likeliest first."""
    asked: set[tuple[str, Auth, ListForm]] = set()
    listing = [(name, models) for name in wanted(plan.dialect) if (models := _models(name))]
    for name, models in sorted(listing, key=lambda one: _order(plan, *one)):
        form = form_of(name)
        # The path holds the version that the SDK's base URL ends with.
        path = models.path.removeprefix(form.prefix)
        for base in plan.address.bases(name):
            for auth in form.auths if plan.server.key_env else form.auths[:1]:
                place = (base + path, auth, models.form)
                if place not in asked:
                    asked.add(place)
                    target = plan.server.target(name, base, auth)
                    endpoint = Endpoint(base, "", models_path=path)
                    yield replace(target, provider=replace(target.provider, endpoint=endpoint))


def _models(name: str) -> Models | None:
    return load_dialect(name).wire.models


def _order(plan: VerifyPlan, name: str, models: Models) -> tuple[bool, bool, int]:
    """Put the dialect whose path was given first, and then the path that most servers have."""
    return name != plan.address.names, models.path != SHARED, models.rank
