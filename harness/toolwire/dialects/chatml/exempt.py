"""Which places of a reply do not count, and why."""

from __future__ import annotations

from typing import Final

from toolwire.dialects import exempt
from toolwire.dialects.openai_wire import ERRORS, TOLD

EXEMPT: Final = (exempt.optional("/choices/*/logprobs /usage"), *ERRORS, *TOLD)

MISSED: Final = ()
