"""Where the keys of a run go: which variables are read for a target, and to which origin they go.

Shipped provider files are trusted with exactly their variables at exactly their origins. For a
provider file of others the user says which variables it may read. A key that goes over plain http
can be read on every machine between here and there, so that needs the user's word as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final
from urllib.parse import urlsplit

from yarl import URL

from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import Endpoint
from toolwire.providers.model import Target, variables_in
from toolwire.transport.loopback import loopback
from toolwire.transport.signing import BEARER, keys_in

#: What a signature for AWS is made of; the last only for sessions.
AWS: Final = ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN")
_PORT: Final = re.compile(r":[0-9]+$", re.ASCII)
_PORTS: Final[Mapping[str, int]] = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class Permission:
    """What a user allows beyond what ships.

    Attributes:
        variables: environment variables that provider files of others may read (`--key-env`).
        clear_text: keys may go over plain http to other machines (`--insecure-http`).
    """

    variables: frozenset[str] = field(default_factory=frozenset)
    clear_text: bool = False


@dataclass(frozen=True, slots=True)
class Destination:
    """Where one target's keys go.

    Attributes:
        target: its name.
        keys: names of the variables that hold them, never a value; empty where none is sent.
        account: names of those whose values stand in the address.
        origin: `scheme://host:port`; a variable that is set stands in it by its name, since a
            host may name an account.
        signs: requests are signed with the keys; of these only the session's token is sent.
        foreign: the file that names the variables, or one it mirrors, did not ship.
        exposed: the way there is not encrypted, and leaves this machine.
        headers: names of headers of the user's own that may hold secrets.
    """

    target: str
    keys: tuple[str, ...]
    account: tuple[str, ...]
    origin: str
    signs: bool = False
    foreign: bool = False
    exposed: bool = False
    headers: tuple[str, ...] = ()

    @property
    def secrets(self) -> tuple[str, ...]:
        """Return what goes there that nobody else may have: variables, then headers."""
        return (*self.keys, *(f"header {name}" for name in self.headers))

    @property
    def text(self) -> str:
        """Return one line without values: `key ACME_API_KEY goes to https://api.acme.test:443`."""
        if self.signs:
            and_headers = "".join(f"; header {name} goes there" for name in self.headers)
            return f"keys {', '.join(self.keys)} sign what goes to {self.origin}{and_headers}"
        key = "key " if self.keys else ""
        return f"{key}{', '.join(self.secrets)} goes to {self.origin}"

    def refusal(self, permission: Permission) -> ToolwireError | None:
        """Return why its keys must not go there; None where they may."""
        unsaid = [
            name
            for name in (*self.keys, *self.account)
            if self.foreign and name not in permission.variables
        ]
        if unsaid:
            options = " ".join(f"--key-env {name}" for name in unsaid)
            return ToolwireError(
                f"a provider file that does not ship with toolwire reads {', '.join(unsaid)} for"
                f" {self.origin}",
                where=self.target,
                hint=f"if it may, add {options}",
            )
        if self.exposed and self.secrets and not permission.clear_text:
            return clear_text(", ".join(self.secrets), self.origin, self.target)
        return None


def clear_text(names: str, origin: str, where: str) -> ToolwireError:
    """Return the error of a key that would go over plain http to another machine."""
    return ToolwireError(
        f"{names} would go to {origin} in clear text",
        where=where,
        hint="use https, or add --insecure-http if everyone on the way may read it",
    )


def destination_of(target: Target, environ: Mapping[str, str], at: str = "") -> Destination:
    """Return where the keys go that an environment has for a target.

    Args:
        target: who is asked.
        environ: where its key and account are.
        at: where it is asked instead; "" for where its provider file says.

    Raises:
        ToolwireError: a variable of the account could change the address into another.
    """
    provider = target.provider
    signing = signs(target, environ)
    if signing:
        keys = tuple(name for name in AWS if environ.get(name))
    else:
        keys = (provider.key_env,) if provider.key_env and environ.get(provider.key_env) else ()
    account = tuple(
        name for name, word in provider.variables.items() if (environ.get(name) or word) != word
    )
    real = URL(reached(target, environ, at).base_url)
    return Destination(
        target.name,
        keys,
        account,
        _origin(at) if at else _origin(_named(provider.endpoint, provider.variables, environ)),
        signs=signing,
        foreign=provider.foreign,
        exposed=real.scheme != "https" and not loopback(real.host or ""),
    )


def check_destinations(found: Iterable[Destination], permission: Permission) -> None:
    """Make sure that keys may go where they would.

    Raises:
        ToolwireError: one may not.
    """
    for one in found:
        refused = one.refusal(permission)
        if refused is not None:
            raise refused


def signs(target: Target, environ: Mapping[str, str]) -> bool:
    """Return whether requests to a target are signed for AWS, for want of a bearer key."""
    wanted = target.provider.key_env
    return wanted == BEARER and not environ.get(wanted) and keys_in(environ) is not None


def reached(target: Target, environ: Mapping[str, str], at: str = "") -> Endpoint:
    """Return the endpoint of a target with the user's own account in it, at its place or another.

    Raises:
        ToolwireError: a variable of the account could change the address into another.
    """
    real = target.reached(environ)
    if not at:
        return real
    return replace(real, base_url=at + urlsplit(real.base_url).path)


def _named(endpoint: Endpoint, words: Mapping[str, str], environ: Mapping[str, str]) -> str:
    """Return a base URL in which a variable that is set stands by its name."""
    text = endpoint.base_url
    for name in variables_in(text):
        text = text if environ.get(name) else text.replace(f"{{{name}}}", words[name])
    return text


def _origin(url: str) -> str:
    scheme, _, rest = url.partition("://")
    host = rest.partition("/")[0].rpartition("@")[2]
    # A variable at the end may bring a port of its own.
    if host.endswith("}") or _PORT.search(host):
        return f"{scheme}://{host}"
    return f"{scheme}://{host}:{_PORTS.get(scheme.lower(), 0)}"


def origins(found: Iterable[Destination]) -> tuple[str, ...]:
    """Return the lines that tell where keys go, each once, in their order."""
    return tuple(dict.fromkeys(one.text for one in found if one.secrets))
