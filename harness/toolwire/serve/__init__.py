"""The reference responder as a server on this machine, clean or with one rule broken."""

from __future__ import annotations

from harness.serve.fault import servable
from harness.serve.server import Served, Server

__all__ = ["Served", "Server", "servable"]
