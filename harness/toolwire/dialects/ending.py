"""Ending a text where its request wants it to end."""

from __future__ import annotations

from dataclasses import replace

from toolwire.dialects.dialect import Answer, Dialect
from toolwire.io.json_text import object_of
from toolwire.model.conversation import Json


def ended(planned: Answer, dialect: Dialect, sent: Json) -> Answer:
    """Return an answer that ends before the first of the words that its request names.

    Args:
        planned: what would be said without such words.
        dialect: of the request.
        sent: the request's body.
    """
    form, text = dialect.wire.request, planned.text
    if form is None or text is None:
        return planned
    words = [word for word in form.ending_words(object_of(sent)) if word in text]
    if not words:
        return planned
    first = min(words, key=text.index)
    return replace(planned, text=text[: text.index(first)], calls=(), ended_at=first)
