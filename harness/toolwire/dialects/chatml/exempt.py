"""Which places of a reply do not count, and why."""

from __future__ import annotations

from typing import Final

from toolwire.dialects import exempt

EXEMPT: Final = (exempt.optional("/choices/*/logprobs /usage"),)

MISSED: Final = ()
