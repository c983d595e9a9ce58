"""Whether a provider's key is there to be used; the key itself goes to the transport only."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from ipaddress import ip_address
from urllib.parse import urlsplit

from harness.providers.model import Provider

__all__ = ["KeyState", "key_state"]


class KeyState(StrEnum):
    """`set`, `missing`, or `none` is needed: none is named, or the server is on this machine."""

    SET = "set"
    MISSING = "missing"
    NONE_NEEDED = "none"


def key_state(provider: Provider, environment: Mapping[str, str]) -> KeyState:
    """Tell whether a provider can be asked with what the environment holds."""
    if provider.key_env and environment.get(provider.key_env):
        return KeyState.SET
    if not provider.key_env or _here(urlsplit(provider.endpoint.base_url).hostname or ""):
        return KeyState.NONE_NEEDED
    return KeyState.MISSING


def _here(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
