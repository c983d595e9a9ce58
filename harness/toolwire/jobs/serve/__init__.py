"""The reference responder as a server on this machine, clean or with one rule broken."""

from __future__ import annotations

from toolwire.jobs.serve.fault import servable
from toolwire.jobs.serve.server import Served, Server

__all__ = ["Served", "Server", "servable"]
