"""The pages of rules, as `toolwire explain --all` writes them, in a site.

160 lines in the navigation of every page help nobody: the pages are reached through their table
(`rules/README.md`) and the search.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from sphinx.application import Sphinx

RULE: Final = re.compile(r"rules/T[CX][0-9]{3}")


def read(_app: Sphinx, docname: str, source: list[str]) -> None:
    """Mark the page of a rule as one that is in no table of contents."""
    if RULE.fullmatch(docname):
        source[0] = f"---\norphan: true\n---\n\n{source[0]}"


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.connect("source-read", read)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
