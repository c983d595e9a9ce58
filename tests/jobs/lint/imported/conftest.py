"""Observations of traffic as hypothesis draws them, and one written by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import pytest

from toolwire.model.exchange import Evidence, EvidenceLevel, Mode
from toolwire.model.observation import Observation, Verdict

Make: TypeAlias = Callable[..., Observation]

SOURCE = "octo/spoon a/b.yml@0123456789abcdef0123456789abcdef01234567 #0"


def seen(source: str = SOURCE, sha256: str | None = "ab", **members: object) -> Observation:
    """Return an observation of imported traffic."""
    plain: dict[str, object] = {
        "provider": "openai",
        "dialect": "openai-chat",
        "model": "m",
        "suite": "single_call",
        "case": "traffic",
        "mode": Mode.BLOCKING,
        "verdict": Verdict.CONFORMANT,
        "evidence": Evidence(EvidenceLevel.IMPORTED, source, "2026-06-01", sha256),
        "asked": False,
    }
    return Observation(**{**plain, **members})  # type: ignore[arg-type]


@pytest.fixture
def make() -> Make:
    """Return the maker of observations of imported traffic."""
    return seen
