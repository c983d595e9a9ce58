"""Each fault on docs/reported-faults.md is named by what the page says names it."""

from __future__ import annotations

import pytest

from tests.jobs.verify.reported_page import PAGE, page, reported
from toolwire.suites import load_suites

ROWS = reported()


@pytest.mark.parametrize("name", sorted({row.dialect for row in ROWS}))
def test_a_reported_fault_is_named_as_the_page_says(name: str) -> None:
    """Each rule of a row says what the row has of it, at `warning` or above."""
    for row in ROWS:
        for rule, says in row.rules.items() if row.dialect == name else ():
            assert says in row.said(rule), (row.id, rule)


def test_every_row_is_named_in_one_way_or_not_seen() -> None:
    """A row has rules, a case or a reason, and no other row has its fault and dialect."""
    for row in ROWS:
        assert sum(map(bool, (row.rules, row.case, row.not_seen))) == 1, row.id
    assert len({(row.id, row.dialect) for row in ROWS}) == len(ROWS)


def test_the_cases_that_name_a_fault_exist() -> None:
    """A case is named as reports name it."""
    known = {f"{suite.id}.{case.id}" for suite in load_suites() for case in suite.cases}
    assert {row.case for row in ROWS if row.case} <= known


def test_the_page_is_the_data() -> None:
    """`nox -s reported` changes nothing."""
    assert PAGE.read_text(encoding="utf-8") == page(ROWS)
