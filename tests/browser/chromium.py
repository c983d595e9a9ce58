"""A real Chromium: the one that is installed, or what is left out without it, aloud.

`nox -s browser` installs Playwright, which drives it, and axe-core; the browser itself comes from
the system (`apt-get install chromium`) and is never downloaded by a package.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING, NoReturn

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = ["REQUIRED", "missing", "running"]

#: Where this is set, what cannot be run here fails instead of being left out: CI sets it.
REQUIRED = "TOOLWIRE_BROWSER_REQUIRED"
_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_PACKAGES = ("playwright", "axe_playwright_python")
#: It asks no other host by itself; root has no sandbox.
_FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip


def missing(what: str) -> NoReturn:
    """Skip because something is not installed, or fail where that is not to be."""
    words = f"LEFT OUT: no {what} here; `nox -s browser`, after `apt-get install chromium`, has all"
    if os.environ.get(REQUIRED):
        pytest.fail(words)
    pytest.skip(words)


@contextmanager
def running() -> Iterator[Browser]:
    """Yield a headless browser, closed afterwards; skip or fail where there is none."""
    for package in _PACKAGES:
        if find_spec(package) is None:
            missing(package)
    program = next((path for name in _NAMES if (path := shutil.which(name))), None)
    if program is None:
        missing("chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(_FLAGS))
        try:
            yield browser
        finally:
            browser.close()
