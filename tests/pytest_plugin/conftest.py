"""What the tests of the pytest plugin share: a project of a user."""

from __future__ import annotations

import pytest

from tests.support.pytest_project import Project
from tests.support.root import PYTHONPATH


@pytest.fixture
def project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Project:
    """Return a fresh project whose four items pass."""
    monkeypatch.setenv("PYTHONPATH", PYTHONPATH)
    monkeypatch.setenv("COLUMNS", "160")
    return Project(pytester)
