"""One browser for the tests of a module, pages that are watched, and the site they are of."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.chromium import running
from tests.browser.facts import Said, said
from tests.browser.matrix_page import FIRST, MatrixPage
from tests.browser.sites import Pages, pages_of, served
from tests.browser.watching import Look, Place, Watched, lines, watch
from tests.support.built_site import built_once

if TYPE_CHECKING:
    from playwright.sync_api import Browser

Opens = Callable[..., Watched]


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """Yield a browser; of a module, since no other test may run a loop while its driver does."""
    with running() as browser:
        yield browser


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the site of the committed reports; the workers of one run share it."""
    return built_once(tmp_path_factory)


@pytest.fixture(scope="session")
def pages(site: Path) -> Pages:
    """Return the pages of that site."""
    return pages_of(site)


@pytest.fixture(scope="module")
def disk(chromium: Browser, site: Path) -> Place:
    """Return the site as files, which is how a report is often sent on."""
    return Place.disk(site)


@pytest.fixture(scope="module")
def host(chromium: Browser, site: Path) -> Iterator[Place]:
    """Return the site on a static host."""
    with served(site) as address:
        yield Place(address)


@pytest.fixture
def place(request: pytest.FixtureRequest) -> Place:
    """Return `disk`, or what a test names: `@pytest.mark.parametrize("place", BOTH, indirect=True)`."""
    found = request.getfixturevalue(getattr(request, "param", "disk"))
    assert isinstance(found, Place)
    return found


@pytest.fixture
def opens(chromium: Browser, place: Place) -> Iterator[Opens]:
    """Return what opens a page that is watched; a test fails at its end where one complained."""
    every: list[Watched] = []

    def open_page(path: str, look: Look | None = None, at: Place | None = None) -> Watched:
        watched = watch(chromium, at or place, look or Look())
        every.append(watched)
        watched.go(path)
        return watched

    yield open_page
    for one in every:
        one.page.context.close()
    problems = [problem for one in every for problem in one.problems]
    assert problems == [], lines(problems)


@pytest.fixture(scope="session")
def report() -> Said:
    """Return what the newest committed report says."""
    return said()


@pytest.fixture
def matrix(opens: Opens) -> MatrixPage:
    """Return the first page, open on a desk."""
    return MatrixPage(opens(FIRST).page)
