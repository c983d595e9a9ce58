"""The tools a request offers and those its choice names, as they stand on each wire."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.dialects import load_dialect
from toolwire.dialects.sent import Chosen, Definition
from toolwire.model.reply import Reading
from toolwire.rules.views.memoize import memoize


@memoize
def definitions(reading: Reading) -> tuple[Definition, ...]:
    """Return what a request offers, in wire order; () when it offers nothing."""
    request, form = reading.request, load_dialect(reading.dialect).wire.request
    if form is None or not isinstance(request, dict):
        return ()
    return tuple(form.definitions(request))


@memoize
def names(reading: Reading) -> frozenset[str]:
    """Return the names of the tools a request offers."""
    found = (definition.name for definition in definitions(reading))
    return frozenset(name for name in found if isinstance(name, str))


def chosen_names(reading: Reading) -> Iterator[Chosen]:
    """Yield the tool names a request's choice mentions; nothing for choices by mode."""
    request, form = reading.request, load_dialect(reading.dialect).wire.request
    if form is None or form.chosen is None or not isinstance(request, dict):
        return iter(())
    return form.chosen(request)
