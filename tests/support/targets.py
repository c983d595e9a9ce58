"""A target of each dialect, for what is asked of it and sent to nobody."""

from __future__ import annotations

from toolwire.dialects.wire import BEARER
from toolwire.jobs.verify.server import ServerOptions
from toolwire.providers.model import Target


def target(name: str) -> Target:
    """Return a target that speaks a dialect."""
    address = "http://127.0.0.1:1"
    return ServerOptions(address, "m").target(name, address, BEARER)
