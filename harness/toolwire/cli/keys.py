"""Which keys go where: what allows it, and the lines that tell it before it is done."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from toolwire.cli.screen.table import say
from toolwire.model.errors import ToolwireError
from toolwire.providers.model import Target

if TYPE_CHECKING:
    from toolwire.transport.live.destination import Destination, Permission

_VARIABLE = re.compile(r"[A-Z][A-Z0-9_]*", re.ASCII)


def allowed(key_env: Iterable[str], *, insecure_http: bool) -> Permission:
    """Return what the user allows beyond what ships.

    Raises:
        ToolwireError: what should be a name may be a value; it is not repeated.
    """
    from toolwire.transport.live.destination import Permission  # noqa: PLC0415 - lazy: yarl

    names = tuple(key_env)
    if not all(map(_VARIABLE.fullmatch, names)):
        hint = "name the variable that holds the key, in capitals"
        raise ToolwireError("that is no name of a variable", where="--key-env", hint=hint)
    return Permission(frozenset(names), insecure_http)


def destinations(targets: Iterable[Target], at: str = "") -> tuple[Destination, ...]:
    """Return where the keys of this environment go, each target once.

    Raises:
        ToolwireError: a variable of the account could change an address into another.
    """
    from toolwire.transport.live.destination import destination_of  # noqa: PLC0415 - as above

    every = {target.name: target for target in targets}
    return tuple(destination_of(target, os.environ, at) for target in every.values())


def tell(found: Iterable[Destination], permission: Permission, *, quiet: bool = False) -> None:
    """Say on standard error where keys go, a line each, before anything is sent.

    Args:
        found: see `destinations`.
        permission: see `allowed`.
        quiet: say nothing, but refuse all the same.

    Raises:
        ToolwireError: a key must not go where it would.
    """
    from toolwire.transport.live.destination import (  # noqa: PLC0415 - as above
        check_destinations,
        origins,
    )

    found = tuple(found)
    check_destinations(found, permission)
    for line in () if quiet else origins(found):
        say(line, err=True)
