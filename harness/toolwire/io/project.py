"""Where this project is published, if the build of the installed package knew."""

from __future__ import annotations

from functools import cache
from importlib.metadata import PackageNotFoundError, metadata
from typing import Final

_LABEL: Final = "Repository, "


@cache
def address() -> str | None:
    """Return the `https://` address of the repository, without a slash at its end.

    None where the package was built of something that has no address, such as a folder, and where
    it is run without having been installed.
    """
    try:
        lines = metadata("toolwire").get_all("Project-URL") or []
    except PackageNotFoundError:
        return None
    return next(
        (line.removeprefix(_LABEL) for line in lines if line.startswith(f"{_LABEL}https://")), None
    )
