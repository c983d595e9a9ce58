"""What a mutant is: a clean exchange with one thing changed in one place."""

from __future__ import annotations

from dataclasses import dataclass

from toolwire.dialects.exempt import Operator
from toolwire.model.exchange import Exchange, Mode


@dataclass(frozen=True, slots=True)
class Mutant:
    """A clean exchange with one change.

    Attributes:
        operator: what was done.
        place: where, without numbers: `body/content/*/id`, `error/message` in an error body,
            `content_block_start` for an event, `content_block_start/index` for a member of one,
            `header/content-type`, `status`.
        scenario, mode: which clean exchange it was.
        exchange: what it is now.
    """

    operator: Operator
    place: str
    scenario: str
    mode: Mode
    exchange: Exchange
