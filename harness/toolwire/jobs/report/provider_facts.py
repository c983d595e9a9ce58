"""What a provider's file says, as plain values: the command line hands it in."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ProviderFacts:
    """A provider.

    Attributes:
        id, title: as in its file.
        pages: what to look at each month: (`docs`, `changelog`, `deprecations` or `sdk`, address).
        models: that its file lists.
        hosted: it is a service, and not a server that its users run themselves.
    """

    id: str
    title: str
    pages: tuple[tuple[str, str], ...] = ()
    models: tuple[str, ...] = ()
    hosted: bool = True
