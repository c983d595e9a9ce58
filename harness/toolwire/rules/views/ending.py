"""The words at which a request wants the text to end."""

from __future__ import annotations

from toolwire.dialects import load_dialect
from toolwire.io.json_text import object_of
from toolwire.model.reply import Reading


def ending_words(reading: Reading) -> tuple[str, ...]:
    """Return them; () where the request names none, or its dialect knows none."""
    form = load_dialect(reading.dialect).wire.request
    return () if form is None else form.ending_words(object_of(reading.request))
