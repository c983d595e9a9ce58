"""Benign variants: a clean answer written otherwise, in which nobody may find anything."""

from __future__ import annotations

from toolwire.jobs.selftest.benign.table import VARIANTS, varied
from toolwire.jobs.selftest.benign.variant import BenignVariant

__all__ = ["VARIANTS", "BenignVariant", "varied"]
