"""Markdown and HTML out of a report's content, through templates.

Everything that came from a provider is hostile: HTML is escaped by jinja2, Markdown by
`toolwire.jobs.report.markdown`, and the page forbids scripts and the network by its own policy.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

import jinja2
from markupsafe import Markup

from toolwire import __version__
from toolwire.io.shipped import shipped
from toolwire.io.shown import block
from toolwire.jobs.report.broken_rules import broken, code, web
from toolwire.jobs.report.checklist import word
from toolwire.jobs.report.content import ReportContent
from toolwire.jobs.report.deviations import most_frequent
from toolwire.jobs.report.drift import SINCE, new_members
from toolwire.jobs.report.heatmap import HeatmapLinks, answer, heatmap
from toolwire.jobs.report.heatmap.columns import columns_css, heat_css
from toolwire.jobs.report.labels import (
    broken_in,
    link,
    proof_text,
    severities_text,
    share_text,
    short,
    state_text,
)
from toolwire.jobs.report.labels import known_text as listed_text
from toolwire.jobs.report.lookup import Lookup
from toolwire.jobs.report.markdown import cell, cite, example, prose
from toolwire.jobs.report.matrix import Matrix
from toolwire.jobs.report.model import DeviationState, GuideClaim
from toolwire.jobs.report.models import ModelRow
from toolwire.jobs.report.proofs import proof
from toolwire.jobs.report.review_notes import BoxNotes, ReviewNotes
from toolwire.jobs.report.tables import CHOICES, VERIFICATION, formats
from toolwire.model.exchange import Mode
from toolwire.model.observation import FACETS
from toolwire.results.cells import Row
from toolwire.results.cells.age import Age, age
from toolwire.results.cells.marks import LEGEND, age_text, counts_text, known_text, mark

#: The single file of a report.
HTML = "report.html.j2"
#: How many models that are new and only listed a page shows.
_MOST_LISTED = 50
#: How many new members, rules or models of a provider a checklist names.
_MOST = 8


def render(
    template: str,
    content: ReportContent,
    *,
    language: str = "en",
    notes: ReviewNotes | None = None,
    issue: bool = False,
) -> str:
    """Render one template of `templates/` (`report.html.j2`, `report.md.j2`, `checklist.md.j2`).

    Args:
        template: its name.
        content: what the report says.
        language: of the checklist, `en` or `ko`.
        notes: what a person did to the checklist before.
        issue: make the checklist the body of an issue: no title, no long lists.
    """
    written = notes or ReviewNotes()
    whole = _environment().get_template(template)
    return whole.render(
        today=content.today.isoformat(),
        language=language,
        issue=issue,
        checklist=content.checklist,
        notes_of=lambda key: written.boxes.get(key, BoxNotes()),
        decided=lambda line: line in written.decided,
        translated=lambda key: word(key, language),
        **_of_models(content.models),
        comparison=content.comparison,
        **_dated(content),
        **_of_matrix(content),
        **(_of_heatmap(content) if template == HTML else {}),
        **_of_changes(content.changes),
        **_of_findings(content),
    )


def _dated(content: ReportContent) -> Mapping[str, Callable[..., str | None]]:
    """Return the functions that know the day of the report, and what lies beside it."""

    def age_of(newest: str | None) -> str:
        old = age_text(newest, content.today) if newest else ""
        return f", {old}" if old else ""

    def linked(source: str) -> str | None:
        return link(source) or proof(source, content.exchanges)

    def cited(source: str) -> str:
        beside = proof(source, content.exchanges)
        return f"[{cell(source)}](<{beside}>)" if beside else example(source)

    def ageing(newest: str | None) -> bool:
        return age(newest, content.today) is Age.AMBER

    return {
        "link": linked,
        "example": cited,
        "age_of": age_of,
        # Only what is ageing has a mark of its own.
        "age_class": lambda found: Markup(' class="amber"') if ageing(found.newest) else "",
        "how_known": lambda found: known_text(found, content.today, days=True),
    }


def _of_models(models: tuple[ModelRow, ...]) -> Mapping[str, object]:
    """Return the rows that a page shows: what was seen, and of what is only listed some that are new.

    An API may list thousands, in anyone's words.
    """
    only = [row for row in models if not row.exchanges and row.listed == "api"]
    left_out = set(only).difference([row for row in only if row.new][:_MOST_LISTED])
    shown = [row for row in models if row not in left_out]
    return {"models": shown, "models_more": len(models) - len(shown)}


def _of_matrix(content: ReportContent) -> Mapping[str, object]:
    lookup = Lookup(content.matrix, content.today)
    return {
        "matrix": content.matrix,
        "missing": content.missing,
        "table": content.matrix.table,
        "models_of": _models_of(content.matrix),
        "formats": formats(content.matrix),
        "levels": sorted(content.matrix.levels.items()),
        "facet": lookup.facet,
        "evidence": lookup.evidence,
        "suite_cell": lookup.suite,
        "case_cell": lookup.case,
    }


def _of_heatmap(content: ReportContent) -> Mapping[str, object]:
    """Return the matrix at a glance: its cells lead to what the same page says of them further down."""
    rows = {row: at for at, row in enumerate(content.matrix.rows)}
    columns = {suite: at for at, suite in enumerate(content.matrix.suite_ids)}

    def detail(row: Row, suite: str = "") -> str:
        return f"s{rows[row]}-{columns[suite]}" if suite else f"s{rows[row]}"

    first = {row.provider: row for row in reversed(content.matrix.rows)}
    links = HeatmapLinks(
        # What is about an exchange as a whole has no column, and by itself makes no row.
        cell_id=lambda row, suite: f"m{rows.get(row, '')}-{columns.get(suite, '')}",
        cell=lambda row, suite: f"#s{rows.get(row, '')}-{columns.get(suite, '')}",
        provider=lambda provider: f"#{detail(first[provider])}",
        suite=lambda _: "#suites",
    )
    return {
        "detail": detail,
        "heat": heatmap(content, links),
        "heat_css": Markup(heat_css()),  # noqa: S704 - our own file
        "columns_css": lambda shown: Markup(columns_css(shown)),  # noqa: S704 - escapes what it names
        "answer": answer(content.matrix),
    }


def _models_of(matrix: Matrix) -> Mapping[Row, list[str]]:
    return {row: sorted(names) for row, names in matrix.table.model_names.items()}


def _of_changes(changes: tuple[GuideClaim, ...]) -> Mapping[str, object]:
    found: dict[str, dict[str, GuideClaim]] = {}
    for change in changes:
        # The table may claim two words for one thing; what is observed is the same.
        found.setdefault(change.provider, {}).setdefault(change.what, change)
    return {
        "changes": changes,
        "whats": list(dict.fromkeys(change.what for change in changes)),
        "by_provider": [(provider, list(rows.values())) for provider, rows in found.items()],
    }


def _of_findings(content: ReportContent) -> Mapping[str, object]:
    findings = content.findings
    gone = [
        d
        for d in findings.deviations
        if d.state in (DeviationState.MENDED, DeviationState.NOT_SEEN_SINCE)
    ]
    return {
        "deviations": most_frequent(findings.deviations),
        "deviating": len(findings.deviations) - len(gone),
        "gone": sorted(gone, key=lambda d: (d.last or "", d.watched.provider), reverse=True),
        "broken": broken(findings, content.rules),
        "drift": new_members(findings.drift),
        "drifting": len(findings.drift),
        "stale": [one.text for one in findings.stale],
    }


def harmless(value: object) -> object:
    """Return what a template prints; whatever text it is, nothing in it acts unseen.

    Line ends stay, for a comparison has them: what a table's cell holds is one line by `cell`.
    """
    # Most of what is printed, a hundred thousand values on a large page, is such text.
    if not isinstance(value, str) or (value.isascii() and value.isprintable()):
        return value
    return Markup(block(value)) if isinstance(value, Markup) else block(value)  # noqa: S704 - was so


@cache
def _environment() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(shipped("report-templates")),
        autoescape=jinja2.select_autoescape(("html.j2",)),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        finalize=harmless,
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
        "most": _MOST,
        "severities": severities_text,
        "known": listed_text,
        "state": state_text,
        "share": share_text,
        "cite": cite,
        "example": example,
        "broken_in": broken_in,
        "mark": mark,
        "counts": counts_text,
        "link": link,
        "proof_text": proof_text,
        "short": short,
    }
    return environment
