"""Markdown and HTML out of a matrix, through templates.

Everything that came from a provider is hostile: HTML is escaped by jinja2, Markdown table
cells by `_cell`, and the page forbids scripts and the network by its own policy.
"""

from __future__ import annotations

import re
from collections import Counter
from datetime import date
from functools import cache
from html import escape

import jinja2

from harness import __version__
from harness.exchange import Mode
from harness.observation import FACETS
from harness.report.checklist import Item
from harness.report.model import Change, Matrix, Proof, Row
from harness.report.tables import CHOICES, VERIFICATION, formats
from harness.report.words import LEGEND, facet_text, link, mark, proof_text, suite_text

__all__ = ["render"]

_MARKDOWN = re.compile(r"([\\`*_{}\[\]|#!~])")
_SEVERITIES = ("error", "warning", "info")


def render(
    template: str, matrix: Matrix, changes: tuple[Change, ...], boxes: tuple[Item, ...], today: date
) -> str:
    """Render one template of `templates/` (`report.html.j2`, `report.md.j2`, `checklist.md.j2`)."""
    context = _Context(matrix)
    return (
        _environment()
        .get_template(template)
        .render(
            today=today.isoformat(),
            version=__version__,
            matrix=matrix,
            facets=FACETS,
            modes=[str(mode) for mode in Mode],
            changes=changes,
            whats=list(dict.fromkeys(change.what for change in changes)),
            by_provider=_by_provider(changes),
            checklist=boxes,
            legend=LEGEND,
            formats=formats(matrix),
            verification=VERIFICATION,
            choices=CHOICES,
            levels=_levels(matrix),
            deviations=sorted(
                matrix.deviations,
                key=lambda d: (d.provider, d.dialect, _SEVERITIES.index(d.severity), -d.count),
            ),
            facet=context.facet,
            evidence=context.evidence,
            suite_cell=context.suite,
            cite=_cite,
            example=_example,
            mark=mark,
            link=link,
            proof_text=proof_text,
        )
    )


class _Context:
    """Look-ups a Markdown table makes by row and column."""

    def __init__(self, matrix: Matrix) -> None:
        self.matrix = matrix

    def facet(self, row: Row, key: str) -> str:
        cell = self.matrix.facets.get((row, key))
        if cell is None:
            return "not observed"
        return f"({facet_text(cell)})" if cell.proof.hollow else facet_text(cell)

    def suite(self, row: Row, suite: str) -> str:
        cell = self.matrix.suites.get((row, suite))
        return suite_text(cell) if cell else "not observed"

    def evidence(self, row: Row) -> str:
        proofs = [cell.proof for (r, _), cell in self.matrix.facets.items() if r == row]
        if not proofs:
            return "none"
        newest = max(proofs, key=lambda proof: (-proof.level.rank, proof.newest or ""))
        return proof_text(newest)


def _by_provider(changes: tuple[Change, ...]) -> list[tuple[str, list[Change]]]:
    found: dict[str, list[Change]] = {}
    for change in changes:
        found.setdefault(change.provider, []).append(change)
    return list(found.items())


def _levels(matrix: Matrix) -> list[tuple[str, int]]:
    counted: Counter[str] = Counter()
    for source in matrix.sources:
        counted[str(source.level)] += source.exchanges
    return sorted(counted.items())


def _cell(text: object) -> str:
    """Make text harmless inside a Markdown table cell."""
    harmless = escape(" ".join(str(text).split()), quote=False)
    return _MARKDOWN.sub(r"\\\1", harmless)


def _cite(proof: Proof | None) -> str:
    if proof is None:
        return ""
    url = link(proof.source)
    return f"[{proof_text(proof)}](<{url}>)" if url else proof_text(proof)


def _example(source: str) -> str:
    url = link(source)
    return f"[{_cell(source)}](<{url}>)" if url else _cell(source)


@cache
def _environment() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("harness.report"),
        autoescape=jinja2.select_autoescape(("html.j2",)),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["cell"] = _cell
    return environment
