"""What Cohere refuses in Chat v1 though its request type has no word for it."""

from __future__ import annotations

from typing import Final

from toolwire.dialects.cohere_refusals import (
    CUT_JSON,
    NEGATIVE_LIMIT,
    NO_SUCH_MODEL,
    out_of_range,
    too_many_ends,
)
from toolwire.dialects.cohere_v1.one_step import BESIDE_RESULTS

_REFERENCE: Final = "https://docs.cohere.com/v1/reference/chat"

KNOWN_REFUSALS: Final = (
    CUT_JSON,
    NO_SUCH_MODEL,
    NEGATIVE_LIMIT,
    BESIDE_RESULTS,
    too_many_ends(_REFERENCE),
    *out_of_range(_REFERENCE),
)
