"""Providers: who serves a wire format, one YAML file each."""

from __future__ import annotations

from harness.providers.load import (
    INHERITED,
    load_providers,
    provider_of_host,
    targets,
)
from harness.providers.model import Capability, Deviation, Link, Model, Provider, Target

__all__ = [
    "INHERITED",
    "Capability",
    "Deviation",
    "Link",
    "Model",
    "Provider",
    "Target",
    "load_providers",
    "provider_of_host",
    "targets",
]
