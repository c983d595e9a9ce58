"""What traffic shows that concerns no suite."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from toolwire.io.lists import grouped
from toolwire.model.observation import WHOLE, Observation, Verdict
from toolwire.results.cells import Basis, Row, select, worst
from toolwire.results.cells.algebra import CellObservations, cell
from toolwire.results.cells.table import row_of
from toolwire.results.comparison.state import CellState


def states_beside_suites(observations: Iterable[Observation]) -> Mapping[Row, CellState]:
    """Return row -> the state of what its traffic shows that concerns no suite.

    Args:
        observations: of one side, each there once.
    """
    looked = (seen for seen in observations if seen.verdict is not Verdict.NOT_RUN)
    traffic = grouped((seen for seen in looked if not seen.asked), row_of)
    return {row: _whole(mine) for row, mine in traffic.items()}


def _whole(traffic: list[Observation]) -> CellState:
    """Return the state of one row: days and counts are those of all its traffic."""
    # An exchange that is evidence for several suites is one exchange.
    once = {(seen.evidence.source, seen.evidence.sha256): seen for seen in traffic}
    once |= {(s.evidence.source, s.evidence.sha256): s for s in traffic if s.suite == WHOLE}
    current = select(tuple(once.values())).current
    mine = tuple(seen for seen in current if seen.suite == WHOLE)
    verdict = worst(seen.verdict for seen in mine) if mine else Verdict.CONFORMANT
    reason = ", ".join(sorted({seen.reason for seen in mine if seen.reason}))
    folded = cell(CellObservations(Basis.SEEN, current), beside=False)
    return CellState(replace(folded, verdict=verdict, reason=reason), mine)
