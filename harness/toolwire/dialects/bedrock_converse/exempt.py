"""Which places of a reply do not count, and why."""

from __future__ import annotations

from typing import Final

from toolwire.dialects import exempt

EXEMPT: Final = (
    exempt.opaque("/output/message/content/*/toolUse/toolUseId"),
    exempt.opaque("/start/toolUse/toolUseId"),
    exempt.once("/metrics/latencyMs"),
    exempt.because(
        "gateways and recorders leave it out; what it should say is an info",
        (exempt.Operator.DROP,),
        "header/x-amzn-errortype",
    ),
    exempt.because(exempt.CODES, (exempt.Operator.DISAGREE,), "header/x-amzn-errortype"),
    exempt.because("botocore takes `Message` as well", (exempt.Operator.RENAME,), "error/message"),
    exempt.values("/output/message/content/*/toolUse/input/days"),
    exempt.less("/output/message/content/*"),
    exempt.order("/output/message/content/*"),
)

MISSED: Final = (exempt.because(exempt.NOTHING, (exempt.Operator.DROP,), "contentBlockDelta"),)
