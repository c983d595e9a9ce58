"""Fixtures and settings for all tests."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from toolwire.io import guard

ROOT = Path(__file__).resolve().parents[1]
SHARED = ROOT.parent / "shared"

# Loaded machines are slow in places that have nothing to do with the property at hand.
settings.register_profile(
    "toolwire", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("toolwire")


@pytest.fixture(scope="session")
def shared() -> Path:
    """Return the folder of recorded traffic beside the checkout, or skip saying so."""
    if not (SHARED / "corpus").is_dir():
        pytest.skip(f"LEFT OUT: no recorded traffic at {SHARED} (../shared is not beside it)")
    return SHARED


@pytest.fixture(autouse=True)
def _no_key_of_another_test(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the guard of what is written know no key: one of another test could mask any word."""
    monkeypatch.setattr(guard, "_KEYS", guard._Keys())
