"""Markdown and HTML out of a matrix, through templates.

Everything that came from a provider is hostile: HTML is escaped by jinja2, Markdown by
`harness.report.markdown`, and the page forbids scripts and the network by its own policy.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date
from functools import cache

import jinja2

from harness import __version__
from harness.exchange import Mode
from harness.observation import FACETS
from harness.report.broken import broken, code, web
from harness.report.cells import Cells
from harness.report.checklist import Item
from harness.report.deviations import most_frequent
from harness.report.drift import SINCE, new_members
from harness.report.markdown import cell, cite, example, prose
from harness.report.model import Change, Findings, Matrix
from harness.report.rule_facts import RuleFacts
from harness.report.tables import CHOICES, VERIFICATION, formats
from harness.report.words import (
    LEGEND,
    known_text,
    link,
    mark,
    proof_text,
    severities_text,
    short,
)

__all__ = ["render"]

_NOTHING = Findings()


def render(
    template: str,
    matrix: Matrix,
    changes: tuple[Change, ...],
    boxes: tuple[Item, ...],
    today: date,
    *,
    findings: Findings = _NOTHING,
    rules: Sequence[RuleFacts] = (),
) -> str:
    """Render one template of `templates/` (`report.html.j2`, `report.md.j2`, `checklist.md.j2`).

    Of `rules` those are explained that `findings` break; a rule that is not there is shown by
    its id.
    """
    whole = _environment().get_template(template)
    return whole.render(
        today=today.isoformat(),
        checklist=boxes,
        **_of_matrix(matrix),
        **_of_changes(changes),
        **_of_findings(findings, rules),
    )


def _of_matrix(matrix: Matrix) -> Mapping[str, object]:
    cells = Cells(matrix)
    return {
        "matrix": matrix,
        "formats": formats(matrix),
        "levels": _levels(matrix),
        "facet": cells.facet,
        "evidence": cells.evidence,
        "suite_cell": cells.suite,
    }


def _levels(matrix: Matrix) -> list[tuple[str, int]]:
    counted: Counter[str] = Counter()
    for source in matrix.sources:
        counted[str(source.level)] += source.exchanges
    return sorted(counted.items())


def _of_changes(changes: tuple[Change, ...]) -> Mapping[str, object]:
    found: dict[str, list[Change]] = {}
    for change in changes:
        found.setdefault(change.provider, []).append(change)
    return {
        "changes": changes,
        "whats": list(dict.fromkeys(change.what for change in changes)),
        "by_provider": list(found.items()),
    }


def _of_findings(findings: Findings, rules: Sequence[RuleFacts]) -> Mapping[str, object]:
    return {
        "deviations": most_frequent(findings.deviations),
        "deviating": len(findings.deviations),
        "broken": broken(findings, rules),
        "drift": new_members(findings.drift),
        "drifting": len(findings.drift),
        "stale": [one.text for one in findings.stale],
    }


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
    environment.filters |= {"cell": cell, "code": code, "prose": prose}
    environment.tests["web"] = web
    environment.globals |= {
        "version": __version__,
        "facets": FACETS,
        "modes": [str(mode) for mode in Mode],
        "legend": LEGEND,
        "verification": VERIFICATION,
        "choices": CHOICES,
        "since": SINCE.isoformat(),
        "severities": severities_text,
        "known": known_text,
        "cite": cite,
        "example": example,
        "mark": mark,
        "link": link,
        "proof_text": proof_text,
        "short": short,
    }
    return environment
