"""Providers and targets as frozen values; loaded from `harness/providers/*.yaml`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from harness.exchange import Endpoint

__all__ = ["Capability", "Deviation", "Link", "Model", "Provider", "Target"]


@dataclass(frozen=True, slots=True)
class Link:
    """An address and the ISO date it was read on."""

    url: str
    read: str


@dataclass(frozen=True, slots=True)
class Model:
    """A model to audit with; prices are USD per million tokens, None when unknown."""

    id: str
    price_input: float | None = None
    price_output: float | None = None
    source: Link | None = None


@dataclass(frozen=True, slots=True)
class Capability:
    """What the documentation says of one suite: `yes`, `no` or `partial`."""

    value: str
    note: str = ""
    source: Link | None = None


@dataclass(frozen=True, slots=True)
class Deviation:
    """A known, explained finding: rule id, why, first seen (ISO month), source."""

    rule: str
    reason: str
    seen: str
    source: Link


@dataclass(frozen=True, slots=True)
class Provider:
    """Who serves a wire format.

    Attributes:
        id: as in file names and results; title: as people call it.
        dialect: name in the dialect table.
        endpoint: base URL, paths, headers and extra body members, without a model.
        key_env: environment variable of the key; "" when it needs none.
        auth_header, auth_scheme: header the key goes into and the word before it ("" for none).
        hosts: host names (or `*.suffix`) by which recorded traffic is recognised.
        models: cheapest tool-capable model first.
        documented: suite id, or `suite.case` -> capability; what is not named is taken as
            `yes`.
        changelog, docs: links for the monthly check.
        deviations: known findings.
    """

    id: str
    title: str
    dialect: str
    endpoint: Endpoint
    key_env: str
    auth_header: str
    auth_scheme: str
    hosts: tuple[str, ...]
    models: tuple[Model, ...]
    documented: Mapping[str, Capability] = field(default_factory=dict)
    docs: Link | None = None
    changelog: Link | None = None
    deviations: tuple[Deviation, ...] = ()

    def capability(self, suite: str, case: str = "") -> Capability | None:
        """Return what is documented of a case, else of its suite; None when nothing is."""
        return self.documented.get(f"{suite}.{case}") or self.documented.get(suite)


@dataclass(frozen=True, slots=True)
class Target:
    """Provider x dialect x model: one thing that can be audited."""

    provider: Provider
    model: Model

    @property
    def endpoint(self) -> Endpoint:
        """Return the provider's endpoint with the model filled in."""
        base = self.provider.endpoint
        return Endpoint(
            base.base_url, self.model.id, base.path, base.stream_path, base.headers, base.extra
        )

    @property
    def name(self) -> str:
        """Return `provider/model`."""
        return f"{self.provider.id}/{self.model.id}"
