"""Verifying a server of which nothing is known: what it speaks, and how well."""

from __future__ import annotations

from toolwire.jobs.verify.choice import Wanted, chosen
from toolwire.jobs.verify.course import observed, targets_of
from toolwire.jobs.verify.probing import look_around
from toolwire.jobs.verify.sighting import Presence, Sighting
from toolwire.jobs.verify.verdict import Deviation, Verdict, verdict_of

__all__ = [
    "Deviation",
    "Presence",
    "Sighting",
    "Verdict",
    "Wanted",
    "chosen",
    "look_around",
    "observed",
    "targets_of",
    "verdict_of",
]
