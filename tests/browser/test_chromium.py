"""Where there is no browser the tests are left out aloud, and in CI they fail instead."""

from __future__ import annotations

import shutil

import pytest

from tests.browser import chromium


@pytest.fixture(params=["playwright", "axe_playwright_python", "chromium"])
def without(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Hide one of the three things that are needed, and return its name."""
    missing: str = request.param
    there = {"playwright", "axe_playwright_python"} - {missing}
    monkeypatch.setattr(chromium, "find_spec", lambda name: name if name in there else None)
    monkeypatch.setattr(shutil, "which", lambda _: None)
    monkeypatch.delenv(chromium.REQUIRED, raising=False)
    return missing


def test_what_is_missing_is_left_out_aloud(without: str) -> None:
    """The reason names what is missing and the command that has it."""
    with pytest.raises(pytest.skip.Exception, match=f"LEFT OUT: no {without} .*nox -s browser"):
        chromium.running().__enter__()


def test_what_is_missing_fails_where_it_is_required(
    without: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """CI cannot leave the browser out without being red."""
    monkeypatch.setenv(chromium.REQUIRED, "1")
    with pytest.raises(pytest.fail.Exception, match=f"LEFT OUT: no {without} "):
        chromium.running().__enter__()
