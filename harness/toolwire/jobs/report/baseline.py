"""The format guide's own table against what is observed now."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from toolwire.io import declarative
from toolwire.io.json_text import items_of, object_of
from toolwire.jobs.report.matrix import Matrix
from toolwire.jobs.report.model import GuideClaim, Proof
from toolwire.model.observation import FACETS
from toolwire.results.cells import FacetCell, Row
from toolwire.results.cells.marks import facet_text

_TABLE = Path(__file__).with_name("baseline.yaml")


@dataclass(frozen=True, slots=True)
class Claim:
    """One cell of the guide's table: whose row, which facet, its word, words that mean it."""

    provider: str
    row: Row
    facet: str
    claimed: str
    accepts: tuple[str, ...]


def claims() -> tuple[Claim, ...]:
    """Read the format guide's table (2026-01-28) from `baseline.yaml`."""
    document = object_of(declarative.load(_TABLE).value)
    found = []
    for item in items_of(document["rows"]):
        entry = object_of(item)
        whose = object_of(entry["rows_of"])
        row = Row(str(whose["provider"]), str(whose["dialect"]))
        for claim in map(object_of, items_of(entry["claims"])):
            accepts = tuple(str(word) for word in items_of(claim["accepts"]))
            found.append(
                Claim(
                    str(entry["provider"]), row, str(claim["facet"]), str(claim["claimed"]), accepts
                )
            )
    return tuple(found)


def changes(matrix: Matrix) -> tuple[GuideClaim, ...]:
    """Compare every claim with the facet cell of its row.

    Documented evidence is composed from documentation and cannot confirm or refute a guide:
    such a claim is `not observed`.
    """
    return tuple(_changes(matrix))


def _changes(matrix: Matrix) -> Iterator[GuideClaim]:
    for claim in claims():
        cell = matrix.facets.get((claim.row, claim.facet))
        what = FACETS[claim.facet]
        if cell is None or cell.hollow:
            yield GuideClaim(claim.provider, what, claim.claimed, "", "not observed", None)
            continue
        state = _state(cell, frozenset(claim.accepts))
        proof = Proof(cell.level, cell.newest, cell.source)
        yield GuideClaim(claim.provider, what, claim.claimed, facet_text(cell), state, proof)


def _state(cell: FacetCell, accepts: frozenset[str]) -> str:
    if cell.value not in accepts:
        return "changed"
    return "unchanged" if accepts.issuperset(word.text for word in cell.others) else "also others"
