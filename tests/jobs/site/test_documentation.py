"""Where pages of the documentation are, seen from pages of the site."""

from __future__ import annotations

import pytest

from toolwire.jobs.site.documentation import Documentation


@pytest.mark.parametrize(
    ("documentation", "root", "address"),
    [
        (Documentation(), "../", ""),
        (Documentation("docs/"), "", "docs/limits.html"),
        (Documentation("docs/"), "../", "../docs/limits.html"),
        (Documentation("https://x.example/d/", ".md"), "../", "https://x.example/d/limits.md"),
    ],
)
def test_a_page_is_found_from_where_the_reader_is(
    documentation: Documentation, root: str, address: str
) -> None:
    """A folder is below the site; an address is the same from every page; unknown gives none."""
    assert documentation.page("limits", root) == address
