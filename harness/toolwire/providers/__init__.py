"""Providers: who serves which wire formats, one YAML file each."""

from __future__ import annotations

from toolwire.providers.load import (
    defines,
    load_providers,
    provider_of_host,
    provider_of_name,
)
from toolwire.providers.mirror import INHERITED
from toolwire.providers.model import (
    Capability,
    Deviation,
    Legacy,
    Link,
    Model,
    Price,
    Provider,
    RateLimit,
    Target,
    WireFact,
)
from toolwire.providers.targets import every_target, targets

__all__ = [
    "INHERITED",
    "Capability",
    "Deviation",
    "Legacy",
    "Link",
    "Model",
    "Price",
    "Provider",
    "RateLimit",
    "Target",
    "WireFact",
    "defines",
    "every_target",
    "load_providers",
    "provider_of_host",
    "provider_of_name",
    "targets",
]
