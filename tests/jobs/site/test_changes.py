"""Changes as a page shows them: in the order in which a person reads."""

from __future__ import annotations

from toolwire.jobs.site.changes import ORDER, sections
from toolwire.model.observation import Verdict
from toolwire.results.cells import Basis, Row
from toolwire.results.comparison import (
    Cause,
    Change,
    ChangeKind,
    Comparison,
    Glance,
    Side,
)

ROW = Row("acme", "openai-chat")
SIDE = Side("0.1.0", "2026-11-22T10:00:00+00:00", "r", 1)


def change(kind: ChangeKind, suite: str, cause: Cause = Cause.BYTES) -> Change:
    """Return a change of a case."""
    glance = Glance(Verdict.CONFORMANT, Basis.ASKED, 1, 1, "2026-11-20", "s", "")
    return Change(
        ROW, suite, "one", "blocking", ("m",), kind, cause, glance, glance, gained=("TC304",)
    )


def test_every_kind_of_change_has_its_place() -> None:
    """What is worse stands first, what is the same has none."""
    assert set(ORDER) == set(ChangeKind) - {ChangeKind.SAME}
    assert ORDER[0] is ChangeKind.BROKE


def test_sections_stand_in_the_order_of_reading() -> None:
    """Broken and mended always, others where there are any, in the order of the table."""
    cells = tuple(change(kind, "s") for kind in (ChangeKind.NEW, ChangeKind.UNCLEAR))
    found = sections(Comparison(SIDE, SIDE, cells))
    assert [one.key for one in found] == ["broke", "mended", "unclear", "new"]
    assert found[0].nothing == "Nothing broke."


def test_what_one_side_did_not_look_at_is_counted_and_has_no_row() -> None:
    """It is told once, below, and not cell by cell."""
    cells = tuple(change(ChangeKind.GONE, f"s{n}", Cause.SELECTION) for n in range(3))
    gone = sections(Comparison(SIDE, SIDE, cells))[-1]
    assert (gone.cells, gone.apart, gone.rows) == (3, 3, ())
