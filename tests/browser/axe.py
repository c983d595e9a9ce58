"""What axe-core has against a page."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["breaches"]

_GRAVE = frozenset({"serious", "critical"})
#: `preload` would fetch the style sheets again, which the policy refuses.
_RUN = "axe.run(document, {resultTypes: ['violations'], elementRef: false, preload: false})"


@cache
def _source() -> str:
    """Return axe-core itself; only the file is used of the package that carries it."""
    return (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")


def breaches(page: Page) -> list[str]:
    """Return the serious and critical violations in a page as it is now: rule, place, what to mend.

    The debugger runs it in the page, so the page's policy stays in force meanwhile.
    """
    page.evaluate(_source())
    return [
        f"{page.url}: {violation['id']} ({violation['impact']}): {node['target']}: {_why(node)}"
        for violation in page.evaluate(_RUN)["violations"]
        if violation["impact"] in _GRAVE
        for node in violation["nodes"]
    ]


def _why(node: dict[str, Any]) -> str:
    return " ".join(str(node.get("failureSummary", "")).split())
