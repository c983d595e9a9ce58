"""What a model writes around the words that it cites, left in the text of an answer."""

from __future__ import annotations

from toolwire.dialects import load_dialect
from toolwire.model.reply import Reading
from toolwire.rules.views.leaks import Heard, Leak
from toolwire.rules.views.quoting import Quotes, is_wrapped


def citation_in(reading: Reading, heard: Heard) -> Leak | None:
    """Return the first words of a text that stand between marks of a citation.

    Args:
        reading: the reading of an exchange.
        heard: whether the request has a text; a request that shows such marks may ask for them.
    """
    text, marks = reading.reply.text, load_dialect(reading.dialect).wire.cited
    if marks is None or not text:
        return None
    quotes: Quotes | None = None
    for found in marks.finditer(text):
        quotes = quotes or Quotes(text)
        if quotes.holds(found.start()) or is_wrapped(text, *found.span()):
            continue
        closing = found.group()[found.group().rindex("<") :]
        if not heard(closing):
            return Leak("citation", found.group(), found.start(), control=True)
    return None
