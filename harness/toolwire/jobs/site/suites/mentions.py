"""Rules that a text names by their ids, as pieces that a page can link."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from toolwire.jobs.site import addresses
from toolwire.rules import RULES

_ID: Final = re.compile(r"(\bT[CX]\d{3}\b)", re.ASCII)


@dataclass(frozen=True, slots=True)
class TextPiece:
    """A piece of a text, and the page of the rule that it names; "" where it names none."""

    text: str
    page: str = ""


def with_rules(text: str) -> tuple[TextPiece, ...]:
    """Return a text in pieces, the ids of rules of the table by themselves; () for no text."""
    return tuple(_pieces(text))


def _pieces(text: str) -> Iterator[TextPiece]:
    for piece in _ID.split(text):
        if piece:
            yield TextPiece(piece, addresses.rule_page(piece) if piece in RULES else "")
