"""Verifying a server of which nothing is known: what it speaks, and how well."""

from __future__ import annotations

from toolwire.jobs.verify.choice import Wanted, chosen
from toolwire.jobs.verify.deviation import ServerDeviation
from toolwire.jobs.verify.probing import look_around
from toolwire.jobs.verify.session import observed, targets_of
from toolwire.jobs.verify.sighting import DialectSighting, Presence
from toolwire.jobs.verify.verdict import ServerVerdict, verdict_of

__all__ = [
    "DialectSighting",
    "Presence",
    "ServerDeviation",
    "ServerVerdict",
    "Wanted",
    "chosen",
    "look_around",
    "observed",
    "targets_of",
    "verdict_of",
]
