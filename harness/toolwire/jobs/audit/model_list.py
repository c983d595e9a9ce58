"""Asking providers which models they have, beside the cases of a live run.

It costs nothing and decides nothing: what cannot be answered is told as not known, nothing waits for
it longer than `SECONDS`, and no case does at all.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import islice
from types import TracebackType
from typing import Final, Self

from toolwire.dialects import load_dialect
from toolwire.dialects.model_list import ListForm, NoListError
from toolwire.io.secrets.search import hidden
from toolwire.jobs.audit.budget import Budget, BudgetError
from toolwire.jobs.audit.controls.meaning import NOT_ANSWERED
from toolwire.jobs.audit.plan import Item
from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import Request
from toolwire.providers.model import Target
from toolwire.results import ModelList
from toolwire.results.model_list import MOST, decoded, is_plain, reason_of, together
from toolwire.transport.journal.file import Journal
from toolwire.transport.journal.recovery import Recovered
from toolwire.transport.live.client import Client
from toolwire.transport.live.retry import Retry
from toolwire.transport.live.scrubbing import Scrubbing

#: How long one provider's list may take, all pages together.
SECONDS: Final = 10.0
#: The largest pages hold a thousand names each, and results `model_list.MOST` in all.
_MOST_PAGES: Final = 4
_ONCE: Final = Retry(attempts=1)
#: What stands for a key; no model is called so.
_MASKED: Final = re.compile("[xX0]{8}")


@dataclass(slots=True)
class Listing:
    """The lists of one live run; `async with` takes back what is still asked.

    Attributes:
        client: asks.
        journal: keeps what was answered, so that a run asks once, however often it goes on.
        budget: counts each request; where there may be none, the list is left out.
        recovered: what an interrupted run left; None for a new run.
    """

    client: Client
    journal: Journal
    budget: Budget
    recovered: Recovered | None = None
    _recovered: list[ModelList] = field(default_factory=list)
    _tasks: list[asyncio.Task[ModelList | None]] = field(default_factory=list)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def start(self, items: Iterable[Item]) -> None:
        """Begin to ask, each address once: of what the items are about and not yet answered.

        Args:
            items: of the whole run. Where all of an address were answered before, nothing is
                asked there any more, and its list neither.
        """
        finished = {} if self.recovered is None else self.recovered.finished
        targets: dict[str, Target] = {}
        due: set[str] = set()
        for item in items:
            targets.setdefault(item.target.name, item.target)
            if item.absent is None and item.unit not in finished:
                due.add(item.target.name)
        requested: set[str] = set()
        # What is due comes first: another target of the same address may have nothing left.
        for name in sorted(targets, key=lambda name: name not in due):
            key = _key(targets[name])
            if key is None or key in requested:
                continue
            if key in finished:
                requested.add(key)
                self._recovered.append(decoded(finished[key], str(self.journal.path)))
                self.budget.requests += 1
            elif name in due:
                requested.add(key)
                self._tasks.append(asyncio.create_task(self._list_of(targets[name], key)))

    async def answers(self) -> tuple[ModelList, ...]:
        """Return one list of each provider that was asked, known or not, sorted."""
        lists = await asyncio.gather(*self._tasks)
        return together([*self._recovered, *(one for one in lists if one is not None)])

    async def _list_of(self, target: Target, key: str) -> ModelList | None:
        provider = target.provider.id
        try:
            async with asyncio.timeout(SECONDS):
                # A limiter of its own: a list that hangs takes no case's place.
                live = self.client.live(
                    target, self.budget.permit, limiter=f"{provider} models", retry=_ONCE
                )
                found, status = await model_list_of(live, target)
        except BudgetError:
            return None
        except TimeoutError:
            return ModelList(provider, reason=f"no answer in {SECONDS:g} s")
        except ToolwireError as error:
            return ModelList(provider, reason=reason_of(error.what))
        if status not in NOT_ANSWERED:
            self.journal.finish(key, found.as_json(), live.access.known)
        return found


def _form(target: Target) -> ListForm | None:
    models = load_dialect(target.provider.dialect).wire.models
    return None if models is None else models.form


def _key(target: Target) -> str | None:
    """Return what stands in the journal for a target's list; None where there is none."""
    endpoint = target.endpoint
    if endpoint.models_path is None or _form(target) is None:
        return None
    return f"models of {target.provider.id} at {endpoint.base_url}{endpoint.models_path}"


async def model_list_of(
    live: Scrubbing, target: Target, *, own: bool = False
) -> tuple[ModelList, int]:
    """Ask for all pages; return the list and the status of the last answer.

    Args:
        live: asks.
        target: has a path of a list, in a format that has one.
        own: take the names of the user's own models too.

    Raises:
        ToolwireError: there is no answer.
    """
    endpoint, form, provider = target.endpoint, _form(target), target.provider.id
    assert form is not None
    headers = dict(form.headers) | {name.lower(): value for name, value in endpoint.headers}
    names: list[str] = []
    query = form.query
    for _ in range(_MOST_PAGES):
        url = f"{endpoint.base_url}{endpoint.models_path}{'?' if query else ''}{query}"
        response = await live.send(Request("GET", url, tuple(headers.items()), b""))
        if response.status != 200:
            return ModelList(provider, reason=f"HTTP {response.status}"), response.status
        try:
            page = form.page(response.body, own=own)
        except NoListError as error:
            return ModelList(provider, reason=str(error)), response.status
        names.extend(page.names)
        if not page.query or page.query == query:
            break
        query = page.query
    clean = (name for name in sorted(set(names)) if is_plain(name) and _clean(name, live))
    return ModelList.of(provider, islice(clean, MOST)), 200


def _clean(name: str, live: Scrubbing) -> bool:
    """Say whether a name is none of a secret: a hostile server may send the key back as one.

    Cut in two by the server, a secret may show in the name and not in the page.
    """
    raw = name.encode()
    masked = live.originals.stand_in(name) or _MASKED.search(name) is not None
    return not masked and hidden(raw, live.access.known) == raw
