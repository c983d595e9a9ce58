"""What a provider's file says, as plain values: the command line hands it in."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["ProviderFacts"]


@dataclass(frozen=True, slots=True)
class ProviderFacts:
    """A provider.

    Attributes:
        id, title: as in its file.
        docs, changelog: addresses of its documentation and its list of changes; "" for none.
        models: that its file lists.
        hosted: it is a service, and not a server that its users run themselves.
    """

    id: str
    title: str
    docs: str = ""
    changelog: str = ""
    models: tuple[str, ...] = ()
    hosted: bool = True
