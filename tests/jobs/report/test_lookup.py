"""Cells as a table shows them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from toolwire.jobs.report.lookup import Lookup
from toolwire.jobs.report.matrix import matrix
from toolwire.model.exchange import EvidenceLevel
from toolwire.model.observation import Observation
from toolwire.results.cells import Row

Make = Callable[..., Observation]
ROW = Row("openai", "openai-chat")
TODAY = date(2026, 6, 10)


def evidence(*observations: Observation) -> str:
    """Return what a report says of how the facets of the row are known."""
    return Lookup(matrix(observations), TODAY).evidence(ROW)


def test_evidence_names_every_level_that_facets_rest_on(observe: Make) -> None:
    """A live refusal shows the error body alone: the rest is not known from what was asked."""
    refused = observe(
        level=EvidenceLevel.LIVE, facets={"error_field": "error{}"}, date="2026-06-09"
    )
    seen = observe(facets={"id_field": "id", "call_field": "tool_calls[]"}, source="a")
    assert evidence(refused) == "live 2026-06"
    assert evidence(seen) == "imported 2026-06"
    assert evidence(refused, seen) == "live 2026-06 (1 of 3); imported 2026-06 (2 of 3)"
    assert evidence() == "none"


def test_documentation_is_evidence_only_where_there_is_nothing_else(observe: Make) -> None:
    """Facets in brackets count for nothing beside those that bytes show."""
    documented = observe(level=EvidenceLevel.DOCUMENTED, facets={"id_field": "id"}, source="d")
    seen = observe(facets={"call_field": "tool_calls[]"}, source="a")
    assert evidence(documented) == "documented"
    assert evidence(documented, seen) == "imported 2026-06"
