"""Measuring the judge: faults planted in clean exchanges, and how many of them are noticed."""

from __future__ import annotations

from toolwire.jobs.selftest.measurement import measure
from toolwire.jobs.selftest.result import TARGET, BenignResult, Miss, Result

__all__ = ["TARGET", "BenignResult", "Miss", "Result", "measure"]
