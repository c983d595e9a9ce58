"""The keys of a verification: that they are there, before anything is asked."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping

from toolwire.jobs.verify.choice import AUTO
from toolwire.jobs.verify.forms import signed
from toolwire.model.errors import ToolwireError
from toolwire.transport.signing import BEARER, keys_in

_REGION = re.compile(r"[a-z]{2}(-[a-z]+)+-\d{1,2}", re.ASCII)
_VARIABLE = re.compile(r"[A-Z][A-Z0-9_]*", re.ASCII)


def check_key(name: str) -> None:
    """Make sure that a variable holds a key, where one is named.

    Raises:
        ToolwireError: it is no name of a variable, or not set.
    """
    where = "--key-env"
    if name and not _VARIABLE.fullmatch(name):
        # Not shown: it may be the key itself.
        hint = "name the variable that holds the key, in capitals"
        raise ToolwireError("that is no name of a variable", where=where, hint=hint)
    if name and not os.environ.get(name):
        raise ToolwireError(f"{name} is not set", where=where, hint=f"export {name}=...")


def signing(region: str, key_env: str, dialect: str) -> tuple[Mapping[str, str], str]:
    """Return the environment to sign with, and the one dialect whose requests are signed.

    Raises:
        ToolwireError: that is no region, something else is asked for beside it, or there are no keys.
    """
    where = "--aws-region"
    if not _REGION.fullmatch(region):
        raise ToolwireError("that is no region", where=where, hint="such as us-east-1")
    if key_env or dialect not in {AUTO, signed()}:
        hint = f"leave --key-env out, and --dialect or name {signed()}"
        raise ToolwireError(f"only requests of {signed()} are signed", where=where, hint=hint)
    environ = {name: value for name, value in os.environ.items() if name != BEARER}
    environ["AWS_REGION"] = region
    if keys_in(environ) is None:
        hint = "export AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, of a session its token too"
        raise ToolwireError("there are no keys to sign with", where=where, hint=hint)
    return environ, signed()
