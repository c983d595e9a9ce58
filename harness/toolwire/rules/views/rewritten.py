"""Whether a recording has a reply as it came, or as its recorder wrote it again."""

from __future__ import annotations

from typing import Final

from toolwire.model.exchange import EvidenceLevel
from toolwire.model.reply import Reading

#: Members that are in order by chance too seldom to be counted (one in 24).
_ENOUGH: Final = 4


def is_rewritten(reading: Reading) -> bool:
    """Return whether a recorder sorted the members of a whole reply.

    Such a one parsed it, and wrote it again with what changes from day to day set: rig's (Rust, on
    httpmock) puts zero for each time and, since 2026-09, leaves the ids. What this run asked
    came as it is, in whatever order.
    """
    body = reading.body
    return (
        reading.exchange.evidence.level is EvidenceLevel.IMPORTED
        and isinstance(body, dict)
        and len(body) >= _ENOUGH
        and list(body) == sorted(body)
    )
