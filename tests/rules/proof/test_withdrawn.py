"""What was taken back is a dated list that the page shows, and that the rules keep to."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from tests.support.root import ROOT
from toolwire.dialects import DIALECTS
from toolwire.model.errors import ToolwireError
from toolwire.rules import RULES
from toolwire.rules.proof.page import page
from toolwire.rules.proof.withdrawn import (
    BEGIN,
    END,
    Withdrawn,
    main,
    table,
    with_table,
    withdrawn,
    withdrawn_of,
)

PAGE = ROOT / "docs" / "how-rules-become-errors.md"


def test_the_page_has_the_list() -> None:
    """The table of the page is the data's; `python -m toolwire.rules.proof.withdrawn` writes it."""
    text = PAGE.read_text(encoding="utf-8")
    assert with_table(text) == text
    assert text.count(table()) == 1


def test_the_list_is_dated_newest_first() -> None:
    """Days are dates, none before the first pages, and every line says what, where and why."""
    days = [date.fromisoformat(one.day) for one in withdrawn()]
    assert days == sorted(days, reverse=True)
    assert min(days) >= date(2026, 11, 21)
    for one in withdrawn():
        assert one.rule in RULES or not one.rule, one
        assert all((one.where, one.was, one.now, one.why)), one
        assert not {"|", "\n"} & set(f"{one.where}{one.was}{one.now}{one.why}"), one
        assert len(one.why) > 20, one


@pytest.mark.parametrize("one", [o for o in withdrawn() if o.dialects], ids=lambda o: o.rule)
def test_what_was_lowered_stays_so(one: Withdrawn) -> None:
    """A severity that was lowered is that of the rule: who raises it again writes it down."""
    assert set(one.dialects) <= set(DIALECTS)
    assert {str(RULES[one.rule].severity[name]) for name in one.dialects} == {one.now}


def test_the_page_of_a_rule_says_what_was_taken_back() -> None:
    """Each page links to how it is disputed; those with lines of the list have them."""
    bare = next(rule for rule in RULES.values() if not withdrawn_of(rule.id))
    assert "## Withdrawn" not in page(bare)
    assert "../how-rules-become-errors.md" in page(bare)
    told = page(RULES["TC204"])
    assert "## Withdrawn\n\n- 2026-11-21, openai-responses: was error, is warning" in told


def test_a_page_without_its_marks_is_refused(tmp_path: Path) -> None:
    """The table is written between the marks, again and again, and nowhere else."""
    file = tmp_path / "page.md"
    file.write_text(f"Before.\n{BEGIN}\nold\n{END}\nAfter.\n", encoding="utf-8")
    assert main([str(file)]) == 0
    once = file.read_text(encoding="utf-8")
    assert once == f"Before.\n{BEGIN}\n\n{table()}\n{END}\nAfter.\n"
    assert main([str(file)]) == 0
    assert file.read_text(encoding="utf-8") == once
    with pytest.raises(ToolwireError, match="no place"):
        with_table(f"{END} {BEGIN}")
