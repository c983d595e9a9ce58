"""Where the project is published: what the installed package says."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError
from importlib.metadata import metadata as of_package

import pytest

from toolwire.io import project
from toolwire.io.project import address


@pytest.fixture(autouse=True)
def _asked_anew() -> Iterator[None]:
    address.cache_clear()
    yield
    address.cache_clear()


@pytest.mark.parametrize(
    ("urls", "expected"),
    [
        ((), None),
        (("Issues, https://github.com/o/r/issues",), None),
        (("Issues, https://x/i", "Repository, https://github.com/o/r"), "https://github.com/o/r"),
        (("Repository, javascript:alert(1)",), None),
    ],
)
def test_it_is_what_the_build_wrote(
    urls: tuple[str, ...], expected: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The address is that of the metadata's `Repository`; none is made up."""
    message = of_package("pytest")
    del message["Project-URL"]
    for url in urls:
        message["Project-URL"] = url
    monkeypatch.setattr(project, "metadata", lambda _: message)
    assert address() == expected


def test_a_package_that_is_not_installed_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that only has the folder on its path goes on without."""

    def absent(name: str) -> None:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(project, "metadata", absent)
    assert address() is None
