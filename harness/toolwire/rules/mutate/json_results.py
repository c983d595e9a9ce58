"""Results that are JSON documents, with numbers that programs change who read them and write them anew."""

from __future__ import annotations

from typing import Final

#: With integers that no double holds, and decimals and exponents that nobody writes so.
JSON_RESULTS: Final = (
    '{"invoice": 9007199254740993, "paid": 12.50, "weight": 1e3, "lines": [81234567890123457, 3], "by": "Ada Holm"}',
    '{"parcel": 72057594037927937, "height": 0.750, "volume": 2e4, "stops": [5, 9223372036854775807], "to": "Turku"}',
)
