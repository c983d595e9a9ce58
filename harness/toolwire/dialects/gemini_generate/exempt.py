"""Which places of a reply do not count, and why."""

from __future__ import annotations

from typing import Final

from toolwire.dialects import exempt

EXEMPT: Final = (
    exempt.opaque("/candidates/*/content/parts/*/functionCall/id /responseId"),
    exempt.because(exempt.NAMED, (exempt.Operator.DISAGREE,), "/modelVersion"),
    exempt.once(
        "/candidates/*/content/parts/*/thoughtSignature chunk/candidates/*/index",
        "chunk/usageMetadata/candidatesTokenCount chunk/usageMetadata/promptTokenCount",
        "chunk/usageMetadata/totalTokenCount",
    ),
    exempt.because(exempt.CODES, (exempt.Operator.DISAGREE,), "error/error/status"),
    exempt.values("/candidates/*/content/parts/*/functionCall/args/days"),
    exempt.because(
        "args may be left out when there are none",
        exempt.GONE,
        "/candidates/*/content/parts/*/functionCall/args",
    ),
    exempt.less(
        "/candidates/*/content/parts/* /candidates/*/content/parts/*/functionCall",
        "/candidates/*/content/parts/*/text",
    ),
    exempt.order("/candidates/*/content/parts/*"),
    exempt.optional(
        "/candidates/*/content/parts/*/functionCall/id",
        "/candidates/*/content/parts/*/thoughtSignature",
        "/candidates/*/content/role /candidates/*/index /modelVersion /responseId",
    ),
    exempt.counts("/usageMetadata /usageMetadata/..."),
)

MISSED: Final = ()
