"""What the request of a reading has left in the text."""

from __future__ import annotations

from toolwire.dialects import load_dialect
from toolwire.dialects.kept import NOTHING_LEFT_IN, LeftIn, is_asked
from toolwire.io.json_text import object_of
from toolwire.model.reply import Reading


def keeps_tokens(reading: Reading) -> bool:
    """Return whether the request wants control tokens in the text."""
    return is_asked(object_of(reading.request), _of(reading).tokens)


def keeps_thoughts(reading: Reading) -> bool:
    """Return whether the request wants thoughts in the text."""
    return is_asked(object_of(reading.request), _of(reading).thoughts)


def _of(reading: Reading) -> LeftIn:
    form = load_dialect(reading.dialect).wire.request
    return NOTHING_LEFT_IN if form is None else form.kept
