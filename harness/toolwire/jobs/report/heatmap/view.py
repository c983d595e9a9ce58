"""A report's content as the matrix at a glance."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Final

from toolwire.jobs.report.content import ReportContent
from toolwire.jobs.report.heatmap.broken import rules_codes
from toolwire.jobs.report.heatmap.coding import AGES, modes_code, shown, state, words
from toolwire.jobs.report.heatmap.groups import grouped_suites
from toolwire.jobs.report.heatmap.model import (
    HeatCell,
    HeatColumn,
    HeatGroup,
    Heatmap,
    HeatmapLinks,
    HeatRow,
)
from toolwire.results.cells import Cell, Row, age
from toolwire.results.cells.marks import age_text

#: Characters of a provider's, a dialect's or a suite's name; models of a row, characters of each.
_LONGEST: Final = 40
MOST_MODELS: Final = 200
LONGEST_MODEL: Final = 80
#: What is known of a row without real evidence.
DOCUMENTED: Final = "documentation only"


def heatmap(content: ReportContent, links: HeatmapLinks) -> Heatmap:
    """Return the matrix of a report.

    Args:
        content: what the report says.
        links: where its parts lead.
    """
    groups = grouped_suites(content.matrix.suite_ids)
    order = tuple(suite for _, suites in groups for suite in suites)
    cells = _cells(content, links)
    models = _models(content)
    rows = tuple(
        _row(content, row, tuple(cells.get((row, suite)) for suite in order), models[row], links)
        for row in content.matrix.rows
    )
    return Heatmap(
        groups=tuple(
            HeatGroup(name, tuple(HeatColumn(_named(one), links.suite(one)) for one in suites))
            for name, suites in groups
        ),
        rows=rows,
        families=tuple(sorted({row.family for row in rows})),
    )


def _cells(content: ReportContent, links: HeatmapLinks) -> Mapping[tuple[Row, str], HeatCell]:
    rules = rules_codes(content.matrix)
    modes: defaultdict[tuple[Row, str], dict[str, Cell]] = defaultdict(dict)
    for (row, suite, mode), cell in content.matrix.table.modes.items():
        modes[row, suite][mode] = cell
    today = content.today
    return {
        key: HeatCell(
            id=links.cell_id(*key),
            href=links.cell(*key),
            state=state(cell, today),
            shown=shown(cell),
            words=words(cell, today),
            modes=modes_code(cell, modes[key], today),
            rules=rules.get(key, ""),
        )
        for key, cell in content.matrix.suites.items()
    }


def _models(content: ReportContent) -> Mapping[Row, str]:
    return defaultdict(
        str,
        (
            (row, " ".join(sorted({name[:LONGEST_MODEL] for name in names})[:MOST_MODELS]))
            for row, names in content.matrix.table.model_names.items()
        ),
    )


def _row(
    content: ReportContent,
    row: Row,
    cells: tuple[HeatCell | None, ...],
    models: str,
    links: HeatmapLinks,
) -> HeatRow:
    known = [
        cell
        for suite in content.matrix.suite_ids
        if (cell := content.matrix.suites.get((row, suite))) and not cell.hollow
    ]
    newest = max(known, key=lambda cell: (cell.newest or "", -cell.level.rank), default=None)
    return HeatRow(
        provider=_cut(row.provider),
        dialect=_cut(row.dialect),
        family=_cut(row.dialect),
        href=links.provider(row.provider),
        models=models,
        newest=(newest.newest or "") if newest else "",
        known=_known(newest, content) if newest else DOCUMENTED,
        age=AGES[age(newest.newest, content.today)][1] if newest else "",
        hollow=newest is None,
        cells=cells,
    )


def _known(newest: Cell, content: ReportContent) -> str:
    if not newest.newest:
        return f"{newest.level}, undated" if newest.decided else "not looked at"
    old = age_text(newest.newest, content.today, days=False)
    return f"{newest.newest} {newest.level}{', ' if old else ''}{old}"


def _named(suite: str) -> str:
    return _cut(suite).replace("_", " ")


def _cut(name: str) -> str:
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 3]}..."
