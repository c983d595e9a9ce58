"""`providers/index.html`: all providers in one table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from toolwire.jobs.site import addresses, bounded, rendering
from toolwire.jobs.site.model import Site, SiteFile
from toolwire.jobs.site.providers.broken import severity_counts
from toolwire.jobs.site.providers.grouping import ProviderPart
from toolwire.jobs.site.providers.rows import tone, words
from toolwire.model.observation import Severity
from toolwire.results.cells import Basis, Cell, age, worst
from toolwire.results.cells.marks import mark

PATH: Final = "providers/index.html"


@dataclass(frozen=True, slots=True)
class ProviderLine:
    """One provider of the index.

    Attributes:
        provider, title, page: its id, its name, and its page.
        formats: in which it was seen, or is documented.
        mark, words, tone: of the worst verdict of its suites now; of `of` suites `count` came to it.
        errors, warnings: rules that it breaks now.
        newest: ISO date of the newest evidence, level: how strong that is; aged: whether old.
        models, exchanges: how many were seen.
        hollow: nothing but documentation is known of it.
    """

    provider: str
    title: str
    page: str
    formats: tuple[str, ...]
    mark: str
    words: str
    tone: str
    count: int
    of: int
    errors: int
    warnings: int
    newest: str
    level: str
    aged: str
    models: int
    exchanges: int
    hollow: bool


def provider_lines(parts: tuple[ProviderPart, ...], site: Site) -> tuple[ProviderLine, ...]:
    """Return the lines of the index by name; those that rest on documentation alone last."""
    lines = [_line(part, site) for part in parts]
    return tuple(sorted(lines, key=lambda one: (one.hollow, one.title.casefold(), one.provider)))


def file(parts: tuple[ProviderPart, ...], site: Site) -> SiteFile:
    """Return the index of providers."""
    lines = provider_lines(parts, site)
    return rendering.page(
        site,
        "providers.html.j2",
        PATH,
        real=[one for one in lines if not one.hollow],
        hollow=[one for one in lines if one.hollow],
    )


def _line(part: ProviderPart, site: Site) -> ProviderLine:
    cells = [cell for cell in part.suites.values() if cell.hollow == part.hollow]
    shown = _worst(cells)
    newest = max(part.sources, key=lambda one: (one.newest, -one.level.rank), default=None)
    counts = severity_counts(part)
    return ProviderLine(
        provider=bounded.name(part.provider),
        title=part.title,
        page=addresses.provider_page(part.provider),
        formats=tuple(bounded.name(row.dialect) for row in part.rows),
        mark=mark(shown) if shown else "",
        words=words(shown) if shown else "not observed",
        tone=tone(shown) if shown else "none",
        count=sum(cell.verdict is shown.verdict for cell in cells) if shown else 0,
        of=len(cells),
        errors=counts[Severity.ERROR],
        warnings=counts[Severity.WARNING],
        newest=newest.newest if newest else "",
        level=str(newest.level) if newest else "",
        aged=str(age(newest.newest or None, site.newest.day)) if newest else "",
        models=sum(one.exchanges > 0 for one in part.models),
        exchanges=sum(one.exchanges for one in part.watched),
        hollow=part.hollow,
    )


def _worst(cells: list[Cell]) -> Cell | None:
    """Return a cell of the worst verdict, of the strongest basis that has it."""
    if not cells:
        return None
    verdict = worst(cell.verdict for cell in cells)
    bases = list(Basis)
    return min(
        (cell for cell in cells if cell.verdict is verdict),
        key=lambda cell: bases.index(cell.basis),
    )
