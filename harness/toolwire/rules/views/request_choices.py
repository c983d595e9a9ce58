"""The names in a request's tool choice, as they stand on each wire."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.dialects import load_dialect
from toolwire.dialects.sent import Chosen
from toolwire.model.reply import Reading


def chosen_names(reading: Reading) -> Iterator[Chosen]:
    """Yield the tool names a request's choice mentions; nothing for choices by mode."""
    request, form = reading.request, load_dialect(reading.dialect).wire.request
    if form is None or form.chosen is None or not isinstance(request, dict):
        return iter(())
    return form.chosen(request)
