"""How many tokens of thoughts an answer counts."""

from __future__ import annotations

from toolwire.dialects import load_dialect
from toolwire.dialects.count import count_of
from toolwire.io.pointer import at
from toolwire.model.reply import Reading


def counted_thoughts(reading: Reading) -> int:
    """Return how many tokens of thoughts a reply counts."""
    bills = load_dialect(reading.dialect).wire.bills
    documents = [reading.body, *(event.json for event in reading.events)]
    held = ((at(one, bill.path), bill) for one in documents if one for bill in bills)
    counts = (
        count_of(counts.get(bill.thoughts)) for counts, bill in held if isinstance(counts, dict)
    )
    return max((count or 0 for count in counts), default=0)
