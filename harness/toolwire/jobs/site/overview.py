"""`index.html`: the matrix."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from toolwire.jobs.report.heatmap import HeatmapLinks, answer, heatmap
from toolwire.jobs.report.heatmap.columns import columns_css, heat_css
from toolwire.jobs.report.heatmap.view import LONGEST_MODEL, MOST_MODELS
from toolwire.jobs.report.matrix import Matrix
from toolwire.jobs.site import addresses
from toolwire.jobs.site.model import Site, SiteFile
from toolwire.jobs.site.rendering import page
from toolwire.jobs.site.report_pairs import ReportPair
from toolwire.model.exchange import EvidenceLevel
from toolwire.results.comparison.labels import sentence, totals

#: Where the parts of the matrix lead, from the top of the site.
LINKS: Final = HeatmapLinks(
    cell_id=addresses.cell_id,
    cell=addresses.cell_page,
    provider=addresses.provider_page,
    suite=addresses.suite_page,
)


@dataclass(frozen=True, slots=True)
class SinceLast:
    """What changed, in words, since the report of a day."""

    since: str
    words: str


def files(site: Site) -> Iterator[SiteFile]:
    """Yield the first page, the style of its matrix, and the part of it that its columns make."""
    shown = heatmap(site.content, LINKS)
    yield page(
        site,
        "index.html.j2",
        addresses.INDEX,
        heat=shown,
        answer=answer(site.content.matrix),
        exchanges=exchanges_text(site.content.matrix),
        changed=since_last(site),
        longest_model=LONGEST_MODEL,
        most_models=MOST_MODELS,
    )
    yield SiteFile("assets/heat.css", heat_css().encode())
    yield SiteFile("assets/columns.css", columns_css(shown).encode())


def exchanges_text(matrix: Matrix) -> str:
    """Return `5,311 real exchanges (3,803 imported, 1,508 recorded)`; documented ones are none."""
    counted = {level: matrix.levels[level] for level in EvidenceLevel if level in matrix.levels}
    counted.pop(EvidenceLevel.DOCUMENTED, None)
    if not counted:
        return "no real exchanges"
    whole = ", ".join(f"{count:,} {level}" for level, count in counted.items())
    total = sum(counted.values())
    return f"{total:,} real exchange{'' if total == 1 else 's'} ({whole})"


def since_last(site: Site) -> SinceLast | None:
    """Return what changed since the report before the newest; None where there is none."""
    if site.before is None:
        return None
    pair = ReportPair(site.newest, site.before)
    found = pair.compared(site)
    words = f"{sentence(found)} Compared case by case: {totals(found)}."
    return SinceLast(pair.older.day.isoformat(), words)
