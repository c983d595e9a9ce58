"""The tools a request offers, as they stand on each wire."""

from __future__ import annotations

from toolwire.dialects import dialect
from toolwire.dialects.sent import Definition
from toolwire.model.reply import Reading
from toolwire.rules.views.memoize import once


@once
def definitions(reading: Reading) -> tuple[Definition, ...]:
    """Return what a request offers, in wire order; () when it offers nothing."""
    request, form = reading.request, dialect(reading.dialect).wire.request
    if form is None or not isinstance(request, dict):
        return ()
    return tuple(form.definitions(request))


@once
def names(reading: Reading) -> frozenset[str]:
    """Return the names of the tools a request offers."""
    found = (definition.name for definition in definitions(reading))
    return frozenset(name for name in found if isinstance(name, str))
