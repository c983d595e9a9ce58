"""Whether a recording has a reply as it came, or as its recorder wrote it again."""

from __future__ import annotations

import re
from typing import Final

from toolwire.model.exchange import EvidenceLevel
from toolwire.model.reply import Reading

#: Members that are in order by chance too seldom to be counted (one in 24).
_ENOUGH: Final = 4
#: What stands where an id was, by its number among those of its kind in one recording.
_COUNTED: Final = re.compile(r"REDACTED_[0-9]+\Z")


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


def is_counted(reading: Reading, known: str) -> bool:
    """Return whether a recorder put its count of ids where an id was.

    Each recording counts anew. A history that was taken from another, as where a conversation goes
    on at another vendor (rig's, until 2026-10), has the same counts as the answer to it, and they
    are no sign that its ids were used again.
    """
    imported = reading.exchange.evidence.level is EvidenceLevel.IMPORTED
    return imported and _COUNTED.search(known) is not None
