"""Which places of a reply do not count, and why."""

from __future__ import annotations

from typing import Final

from toolwire.dialects import exempt
from toolwire.dialects.openai_wire import AROUND, DETAILS, ERRORS, LAST_DELTA, SAID, TOLD

EXEMPT: Final = (
    *ERRORS,
    *TOLD,
    SAID,
    exempt.optional(AROUND),
    exempt.counts(DETAILS),
    exempt.nulled("/choices/*/delta/content /choices/*/message/content"),
    LAST_DELTA,
)

MISSED: Final = ()
