"""What opens one endpoint: its origin, and the key that goes there and nowhere else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from ipaddress import ip_address
from typing import TypeAlias
from urllib.parse import urlsplit

from yarl import URL

from toolwire.io.secrets.known import NOTHING, Known, known
from toolwire.model.errors import NO_KEY, ToolwireError, TrafficError
from toolwire.model.exchange import Endpoint, Request
from toolwire.providers.model import Target
from toolwire.transport.live.destination import (
    AWS,
    Permission,
    clear_text,
    destination_of,
    reached,
    signs,
)
from toolwire.transport.live.user_headers import NO_HEADERS, UserHeaders
from toolwire.transport.loopback import loopback
from toolwire.transport.scrub.exchange import refuse_keys
from toolwire.transport.signing import BEARER, admitted, keys_in

_NOTHING_MORE = Permission()

#: Scheme, host and port; None for the port of a scheme that has no usual one.
Origin: TypeAlias = tuple[str, str, int | None]


def origin_of(url: URL) -> Origin:
    """Return what has to be the same for a key to go along."""
    return url.scheme.lower(), (url.host or "").lower(), url.port


@lru_cache(256)
def _origin(base_url: str) -> Origin:
    return origin_of(URL(base_url))


@dataclass(frozen=True, slots=True, repr=False)
class Access:
    """One endpoint and how it is opened.

    Attributes:
        base_url: where the key may go: every path of that scheme, host and port.
        header: name of the header the key goes into.
        value: its whole value, scheme included; "" where no key is sent.
        aws: environment to sign with instead; empty where nothing is signed.
        places: beginnings of addresses as requests (and cassettes) spell them, and as they are
            on the wire with the user's own account; the longest first.
        known: what must not be written of this access: keys and names of the account.
        clear_text: the user allows that the key goes over plain http to another machine.
        extra: what the user adds to the headers of every request; it goes where the key goes.
    """

    base_url: str
    header: str = ""
    value: str = ""
    aws: Mapping[str, str] = field(default_factory=dict)
    places: tuple[tuple[str, str], ...] = ()
    known: Known = NOTHING
    clear_text: bool = False
    extra: UserHeaders = NO_HEADERS

    @property
    def keyed(self) -> bool:
        """Return whether requests carry anything secret."""
        return bool(self.value or self.aws or self.extra.secret)

    def reached(self, request: Request) -> Request:
        """Return the request with the user's own account in its address."""
        for written, real in self.places:
            if request.url.startswith(written):
                return replace(request, url=real + request.url[len(written) :])
        return request

    def admit(self, request: Request, url: URL) -> Request:
        """Return the request with its key and the user's headers, if it goes to the own origin.

        Args:
            request: with the address it is sent to.
            url: that address as the HTTP client reads it; no other reading counts.

        Raises:
            TrafficError: the key would go in clear text to another machine, the environment has
                none for AWS, or botocore is missing.
        """
        if origin_of(url) != _origin(self.base_url):
            return request
        exposed = url.scheme != "https" and not loopback(url.host or "")
        if self.keyed and exposed and not self.clear_text:
            refused = clear_text("the key", str(url.origin()), "")
            raise TrafficError(refused.what, hint=refused.hint)
        if self.extra.pairs:
            request = replace(request, headers=self.extra.over(request.headers))
        if self.aws:
            try:
                return admitted(request, self.aws, clear_text=self.clear_text)
            except ToolwireError as error:
                raise TrafficError(error.what, where=error.where, hint=error.hint) from None
        if not self.value:
            return request
        name = self.header.lower()
        others = tuple((k, v) for k, v in request.headers if k.lower() != name)
        headers = (*others, (self.header, self.value))
        return Request(request.method, request.url, headers, request.body)


def keyed(base_url: str, key: str, header: str = "Authorization", scheme: str = "Bearer") -> Access:
    """Return the access to an endpoint of which no provider file is known.

    Args:
        base_url: as the user gave it.
        key: "" for none.
        header: name of the header it goes into.
        scheme: the word before it; "" for none.
    """
    value = f"{scheme} {key}".strip() if key else ""
    return Access(base_url, header if key else "", value, known=known([key]))


def place_of(url: str) -> str:
    """Return where a target is to be asked instead: scheme, host, port, and a path if there is one.

    Raises:
        ToolwireError: it is no address, or says more than an address; it is not repeated then,
            since what it says more may be a key.
    """
    hint = "such as http://127.0.0.1:8000; keys go into environment variables"
    try:
        parts, origin = urlsplit(url), origin_of(URL(url))
    except ValueError:
        raise ToolwireError("that is no address", where="--at", hint=hint) from None
    if origin[0] not in {"http", "https"} or not origin[1]:
        raise ToolwireError("that is no address of http or https", where="--at", hint=hint)
    if "@" in parts.netloc or parts.query or parts.fragment:
        raise ToolwireError("more than an address", where="--at", hint=hint)
    refuse_keys(url.encode("utf-8", "replace"), "--at")
    return url.rstrip("/")


def access_to(
    target: Target,
    environ: Mapping[str, str],
    at: str = "",
    permission: Permission = _NOTHING_MORE,
) -> Access:
    """Return the access to a target with the keys and the account of an environment.

    Args:
        target: who is asked.
        environ: where its key and account are.
        at: where it is asked instead (see `place_of`), which is where its key goes then; "" for
            where its provider file says.
        permission: what the user allows beyond what ships.

    Raises:
        TrafficError: it needs a key and there is none; the case is `not-run` with that reason.
        ToolwireError: a variable of the account could change the address into another, or a
            key must not go there.
    """
    missing = missing_key(target, environ, at)
    if missing:
        raise TrafficError(NO_KEY, hint=f"set {missing}")
    refused = destination_of(target, environ, at).refusal(permission)
    if refused is not None:
        raise refused
    provider, written, real = target.provider, target.endpoint, reached(target, environ, at)
    key = environ.get(provider.key_env, "") if provider.key_env else ""
    signed = signs(target, environ)
    account = [
        environ[name]
        for name, word in provider.variables.items()
        if environ.get(name) and environ[name] != word
    ]
    secrets = [key, *(environ.get(name, "") for name in AWS if signed)]
    # A word of the model's own name is no secret: masked, it would take the name with it.
    masked = [value for value in (*secrets, *account) if value not in target.model.id]
    return Access(
        real.base_url,
        provider.auth_header if key else "",
        f"{provider.auth_scheme} {key}".strip() if key else "",
        environ if signed else {},
        tuple(_places(written, real)),
        known(masked),
        permission.clear_text,
    )


def missing_key(target: Target, environ: Mapping[str, str], at: str = "") -> str:
    """Return the variable that has to hold a key for a target to be asked; "" for none.

    A server on the user's own machine is asked without a key when there is none.
    """
    provider = target.provider
    if not provider.key_env or environ.get(provider.key_env):
        return ""
    if provider.key_env == BEARER and keys_in(environ) is not None:
        return ""
    host = URL(reached(target, environ, at).base_url).host or ""
    return "" if _own(host) else provider.key_env


def _own(host: str) -> bool:
    try:
        return ip_address(host).is_private
    except ValueError:
        return host == "localhost" or "." not in host or host.endswith((".localhost", ".local"))


def _places(written: Endpoint, real: Endpoint) -> Iterator[tuple[str, str]]:
    """Yield beginnings of addresses, up to where the model stands in a path."""
    paths = ((written.path, real.path), (written.stream_path, real.stream_path))
    beginnings = {("", "")} | {
        (mine.partition("{model}")[0], its.partition("{model}")[0])
        for mine, its in paths
        if mine and its and mine != its
    }
    for mine, its in sorted(beginnings, key=lambda pair: (-len(pair[0]), pair)):
        if (written.base_url, mine) != (real.base_url, its):
            yield written.base_url + mine, real.base_url + its
