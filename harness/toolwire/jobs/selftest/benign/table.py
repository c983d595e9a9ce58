"""All benign variants, and those of one clean answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.jobs.selftest.benign.framing_variants import (
    BODY_VARIANTS,
    EVENT_VARIANTS,
    LINE_VARIANTS,
    MESSAGE_VARIANTS,
    SSE_VARIANTS,
)
from toolwire.jobs.selftest.benign.header_variants import HEADER_VARIANTS
from toolwire.jobs.selftest.benign.json_variants import JSON_VARIANTS
from toolwire.jobs.selftest.benign.stated_variants import STATED_VARIANTS
from toolwire.jobs.selftest.benign.variant import BenignVariant
from toolwire.model.exchange import Exchange
from toolwire.model.reply import Reading

VARIANTS: Final = (
    *HEADER_VARIANTS,
    *BODY_VARIANTS,
    *SSE_VARIANTS,
    *LINE_VARIANTS,
    *MESSAGE_VARIANTS,
    *EVENT_VARIANTS,
    *JSON_VARIANTS,
    *STATED_VARIANTS,
)


def varied(reading: Reading) -> Iterator[tuple[BenignVariant, Exchange]]:
    """Yield the variants of a clean answer that its dialect's clients do not notice."""
    noticed = load_dialect(reading.dialect).wire.benign.noticed
    for variant in VARIANTS:
        if variant.name not in noticed:
            exchange = variant.apply(reading)
            if exchange is not None:
                yield variant, exchange
