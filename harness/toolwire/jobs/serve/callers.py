"""Whose requests are answered: programs of this machine, and no web page.

A page in a browser can send requests to any address of the machine it is shown on. Which page
it is, a browser says in `Origin` and `Sec-Fetch-Site`; that its name was made to point here (DNS
rebinding) shows in `Host`, which then is not one of this server's. What a page may send unasked
(https://fetch.spec.whatwg.org/#simple-header, read 2026-11-22) has no JSON content type; for
everything else a browser asks first, with OPTIONS, and is never allowed.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from toolwire.dialects import Refusal

#: A name or address with its port, as in `Host`.
_AUTHORITY: Final = re.compile(r"(\[[0-9a-f:.]{2,45}\]|[a-z0-9_.-]{1,253})(?::([0-9]{1,5}))?")
_ORIGIN: Final = re.compile(r"(https?)://(.{1,300})")
_PORTS: Final = {"http": 80, "https": 443}
#: What this machine is called by its own programs.
_NEAR: Final = frozenset({"localhost", "127.0.0.1", "[::1]"})
_OWN_SITE: Final = frozenset({"none", "same-origin"})
_HOST: Final = (
    "This server does not answer to the name in Host; start it with --allow-host NAME if it should."
)
_PAGE: Final = "This server does not answer to web pages."
_TYPE: Final = "The content type has to be application/json: with curl add -H 'content-type: application/json'."
_ENCODED: Final = "The body has to come as it is: this server takes no content encoding."


@dataclass(frozen=True, slots=True)
class Caller:
    """What a request says about who sends it: each value of a header, as it stands.

    Attributes:
        hosts, origins, sites: of `Host`, `Origin` and `Sec-Fetch-Site`.
        old: it is HTTP/1.0, which knows no `Host`; browsers do not speak it.
    """

    hosts: Sequence[str]
    origins: Sequence[str]
    sites: Sequence[str]
    old: bool = False


def is_name(text: str) -> bool:
    """Return whether a text is a name or an address, with or without a port."""
    return _AUTHORITY.fullmatch(text.lower()) is not None


def caller_refusal(
    caller: Caller, own: tuple[str, int], allowed: Collection[str]
) -> Refusal | None:
    """Return why a request is refused for who sends it; None when it is not.

    Args:
        caller: what it says.
        own: address and port that the connection came to.
        allowed: further names, in lower case, each with a port or for any.
    """
    hosts = caller.hosts
    if not (len(hosts) == 1 and _known(hosts[0], "http", own, allowed)) and (
        hosts or not caller.old
    ):
        return Refusal(403, "invalid_request", _HOST)
    for origin in caller.origins:
        found = _ORIGIN.fullmatch(origin)
        if found is None or not _known(found.group(2), found.group(1), own, allowed):
            return Refusal(403, "invalid_request", _PAGE)
    if not _OWN_SITE.issuperset(caller.sites):
        return Refusal(403, "invalid_request", _PAGE)
    return None


def _known(authority: str, scheme: str, own: tuple[str, int], allowed: Collection[str]) -> bool:
    found = _AUTHORITY.fullmatch(authority.lower())
    if found is None:
        return False
    name, port = found.group(1), int(found.group(2) or _PORTS[scheme])
    if name in allowed or f"{name}:{port}" in allowed:
        return True
    address, own_port = own
    here = f"[{address}]" if ":" in address else address
    return port == own_port and (name in _NEAR or name == here)


def wrong_content(kinds: Sequence[str], encodings: Sequence[str]) -> Refusal | None:
    """Return why a posted body is refused for what it is said to be; None when it is not.

    Args:
        kinds: each value of `Content-Type`.
        encodings: each value of `Content-Encoding`.
    """
    if [kind.partition(";")[0].strip().lower() for kind in kinds] != ["application/json"]:
        return Refusal(415, "invalid_request", _TYPE)
    if any(encoding.strip().lower() not in ("", "identity") for encoding in encodings):
        return Refusal(415, "invalid_request", _ENCODED)
    return None
