"""Which findings are known: what the provider files list, looked up for one exchange."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from toolwire.providers.load import load_providers
from toolwire.providers.model import Deviation, Provider


class KnownDeviation:
    """The deviations of some providers, by provider id and dialect.

    A provider that mirrors another does not have its deviations: what was seen of one server
    says nothing of another.
    """

    def __init__(self, providers: Iterable[Provider]) -> None:
        """Collect what each route lists; a deviation may name another dialect than its route's."""
        self._by_dialect: dict[tuple[str, str], tuple[Deviation, ...]] = {}
        for provider in providers:
            for route in provider.routes:
                for deviation in route.deviations:
                    key = (route.id, deviation.dialect or route.dialect)
                    self._by_dialect[key] = (*self._by_dialect.get(key, ()), deviation)

    @property
    def by_dialect(self) -> Mapping[tuple[str, str], tuple[Deviation, ...]]:
        """Return (provider id, dialect) -> what is listed; keys without any are not there."""
        return self._by_dialect

    def known(
        self, provider: str, dialect: str, model: str, mode: str, recorded_at: str | None
    ) -> frozenset[str]:
        """Return the rules whose findings are known for one exchange.

        Args:
            provider: id; one that no file has knows nothing.
            dialect: in which the exchange was read.
            model: as the exchange names it.
            mode: `blocking` or `streaming`.
            recorded_at: ISO 8601; None when nobody knows.
        """
        return frozenset(
            deviation.rule
            for deviation in self._by_dialect.get((provider, dialect), ())
            if deviation.concerns(model, mode) and deviation.lasts(recorded_at)
        )


@cache
def shipped_deviations() -> KnownDeviation:
    """Return what the shipped provider files list; read once, when first asked."""
    return KnownDeviation(load_providers())
