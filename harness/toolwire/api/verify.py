"""A server that nobody has described yet: what it speaks, and how well."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from toolwire.api.arguments import as_arguments, between, of_kind, one_of, outside_of_loops
from toolwire.dialects import DIALECTS
from toolwire.io.finish import finish
from toolwire.jobs.verify.choice import ALL, AUTO
from toolwire.jobs.verify.journal import VerifyJournal
from toolwire.jobs.verify.planned import key_destination, plan_of
from toolwire.jobs.verify.run import Verified, VerifyPlan, find
from toolwire.jobs.verify.run import verify as verify_found
from toolwire.jobs.verify.session import JOURNAL
from toolwire.model.observation import Observation
from toolwire.transport.journal.file import Journal
from toolwire.transport.live.destination import Permission, check_destinations


def verify(
    url: str,
    model: str,
    *,
    dialect: str = AUTO,
    key_env: str = "",
    aws_region: str = "",
    headers: Mapping[str, str] | None = None,
    insecure_http: bool = False,
    concurrency: int = 8,
) -> Verified:
    """Find out what the server at an address speaks, and run every suite, as `toolwire verify`.

    It sends requests, some hundreds, and writes no file that stays.

    Args:
        url: what the official SDK takes as its base URL.
        model: as the server calls it.
        dialect: a dialect, `auto` for the likeliest, or `all` that it answers in.
        key_env: environment variable of the key, which goes to that host only.
        aws_region: sign requests for AWS, with its variables.
        headers: sent with every request, to that host only, and written nowhere.
        insecure_http: the key may go over plain http to another machine.
        concurrency: cases side by side, from 1 to 1024.

    Raises:
        ToolwireError: an argument is not valid, or the key is not there or must not go there.
        TrafficError: nothing can be asked at the address.
    """
    of_kind("url", url, str)
    of_kind("model", model, str)
    one_of("dialect", dialect, (AUTO, ALL, *DIALECTS))
    between("concurrency", concurrency, 1, 1024)
    with as_arguments():
        plan = plan_of(
            url,
            model,
            dialect=dialect,
            key_env=key_env,
            aws_region=aws_region,
            concurrency=concurrency,
            permission=Permission(clear_text=insecure_http),
            headers=[f"{name}: {value}" for name, value in (headers or {}).items()],
        )
        check_destinations([key_destination(plan)], plan.permission)
        return outside_of_loops(lambda: _verified(plan))


def _verified(plan: VerifyPlan) -> Verified:
    with TemporaryDirectory(prefix="toolwire-") as name:
        journal = Journal.create(Path(name) / JOURNAL, {})
        with journal.held():
            return finish(_run(plan, Path(name), VerifyJournal(journal)))


async def _run(plan: VerifyPlan, folder: Path, journal: VerifyJournal) -> Verified:
    async with journal.journal:
        found = await find(plan, journal)
        return await verify_found(plan, found, folder, _unwatched, journal)


def _unwatched(_unit: tuple[Observation, ...]) -> None:
    """Show no progress."""
