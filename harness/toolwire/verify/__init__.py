"""Verifying a server of which nothing is known: what it speaks, and how well."""

from __future__ import annotations

from harness.verify.choice import Wanted, chosen
from harness.verify.course import observed, targets_of
from harness.verify.probing import look_around
from harness.verify.sighting import Presence, Sighting
from harness.verify.verdict import Deviation, Verdict, verdict_of

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
