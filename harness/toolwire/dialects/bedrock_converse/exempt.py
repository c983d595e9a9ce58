"""Which places of a reply do not count, and why."""

from __future__ import annotations

from typing import Final

from toolwire.dialects import exempt

EXEMPT: Final = (
    exempt.values("/output/message/content/*/toolUse/input/days"),
    exempt.less("/output/message/content/*"),
    exempt.order("/output/message/content/*"),
)

MISSED: Final = (exempt.because(exempt.NOTHING, (exempt.Operator.DROP,), "contentBlockDelta"),)
