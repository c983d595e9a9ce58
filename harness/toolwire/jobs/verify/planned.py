"""From a user's words to the plan of a verification, and where its key goes."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from toolwire.jobs.verify.address import address_of
from toolwire.jobs.verify.forms import detected, form_of, key_headers
from toolwire.jobs.verify.keys import check_key, signing
from toolwire.jobs.verify.run import VerifyPlan
from toolwire.jobs.verify.server import ServerOptions
from toolwire.model.errors import ToolwireError
from toolwire.providers import load_providers
from toolwire.providers.native import disabled_in
from toolwire.suites import load_suites
from toolwire.transport.live.destination import Destination, Permission, destination_of
from toolwire.transport.live.user_headers import user_headers
from toolwire.transport.signing import BEARER

#: As the schema of provider files has it.
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,63}", re.ASCII)


def plan_of(
    url: str,
    model: str,
    *,
    dialect: str,
    key_env: str,
    aws_region: str,
    concurrency: int,
    permission: Permission,
    headers: Iterable[str] = (),
    name: str = "",
) -> VerifyPlan:
    """Return what is verified, by the environment of this process.

    Args:
        url: what the official SDK takes as its base URL.
        model: as the server calls it.
        dialect: a dialect, `auto` or `all`.
        key_env: variable of the key; "" for none.
        aws_region: requests are signed for it; "" where they are not.
        concurrency: cases side by side.
        permission: where keys may go.
        headers: `NAME: VALUE`, for every request.
        name: provider id of the server; "" for one made of its address.

    Raises:
        ToolwireError: the address is none, a key is not there, a header is none, or the name
            cannot be that of a provider of one's own.
    """
    address = address_of(url)
    check_key(key_env)
    environ: Mapping[str, str] = os.environ
    if aws_region:
        environ, dialect = signing(aws_region, key_env, dialect)
    key = BEARER if aws_region else key_env
    off = disabled_in(os.environ)
    server = ServerOptions(address.base, model, key, aws_region, off, _named(name))
    own = user_headers(headers, key_headers() if key else ())
    suites = load_suites()
    return VerifyPlan(server, address, dialect, suites, environ, concurrency, permission, own)


def _named(name: str) -> str:
    """Return a name that a provider of one's own may have."""
    where = "--name"
    if name and not _NAME.fullmatch(name):
        hint = "lower-case letters, digits and -, at most 64"
        raise ToolwireError(f"{name!r} is no id of a provider", where=where, hint=hint)
    if name and name in {provider.id for provider in load_providers()}:
        hint = "choose another; your file would stand in the place of its"
        raise ToolwireError(f"{name} ships with toolwire", where=where, hint=hint)
    return name


def key_destination(plan: VerifyPlan) -> Destination:
    """Return where the key of a verification goes.

    Raises:
        ToolwireError: a variable of the account could change the address into another.
    """
    first = detected()[0]
    target = plan.server.target(first, plan.address.base, form_of(first).auths[0])
    return replace(destination_of(target, plan.environ), headers=plan.headers.secret)
