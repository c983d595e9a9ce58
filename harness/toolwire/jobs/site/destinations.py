"""Which pages of a site there are to link to: a link leads somewhere, or is not made."""

from __future__ import annotations

from dataclasses import dataclass

from toolwire.jobs.site import addresses
from toolwire.jobs.site.model import Site
from toolwire.results.cells import Row


@dataclass(frozen=True, slots=True)
class Destinations:
    """The names that have a page; each method returns its address, or "" where there is none."""

    cells: frozenset[tuple[Row, str]]
    providers: frozenset[str]
    rules: frozenset[str]
    suites: frozenset[str]

    def cell(self, row: Row, suite: str) -> str:
        """Return the page of a cell."""
        return addresses.cell_page(row, suite) if (row, suite) in self.cells else ""

    def provider(self, provider: str) -> str:
        """Return the page of a provider."""
        return addresses.provider_page(provider) if provider in self.providers else ""

    def rule(self, rule: str) -> str:
        """Return the page of a rule."""
        return addresses.rule_page(rule) if rule in self.rules else ""

    def suite(self, suite: str) -> str:
        """Return the page of a suite."""
        return addresses.suite_page(suite) if suite in self.suites else ""


def destinations(site: Site) -> Destinations:
    """Return the pages of a site: of the newest report, and of the rules there are."""
    matrix = site.content.matrix
    shown = frozenset(matrix.suite_ids)
    return Destinations(
        cells=frozenset(key for key in matrix.suites if key[1] in shown),
        providers=frozenset(row.provider for row in matrix.rows),
        rules=frozenset(rule.id for rule in site.content.rules),
        suites=shown,
    )
