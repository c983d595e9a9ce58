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
    """

    id: str
    title: str
    pages: tuple[tuple[str, str], ...] = ()
    models: tuple[str, ...] = ()
