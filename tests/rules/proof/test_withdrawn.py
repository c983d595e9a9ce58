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
    RAISED,
    Withdrawn,
    changes,
    main,
    raised_of,
    tables,
    with_table,
    withdrawn_of,
)

PAGE = ROOT / "docs" / "how-rules-become-errors.md"


def test_the_page_has_the_list() -> None:
    """The tables of the page are the data's; `python -m toolwire.rules.proof.withdrawn` writes it."""
    text = PAGE.read_text(encoding="utf-8")
    assert with_table(text) == text
    assert text.count(tables()) == 1


def test_the_list_is_dated_newest_first() -> None:
    """Days are dates, none before the first pages, and every line says what, where and why."""
    days = [date.fromisoformat(one.day) for one in changes()]
    assert days == sorted(days, reverse=True)
    assert min(days) >= date(2026, 11, 21)
    for one in changes():
        assert one.rule in RULES or not one.rule, one
        assert all((one.where, one.was, one.now, one.why)), one
        assert not {"|", "\n"} & set(f"{one.where}{one.was}{one.now}{one.why}"), one
        assert len(one.why) > 20, one


@pytest.mark.parametrize("one", [o for o in changes() if o.dialects], ids=lambda o: o.rule)
def test_what_was_lowered_stays_so(one: Withdrawn) -> None:
    """A severity that was lowered is that of the rule: who raises it again writes it down."""
    assert set(one.dialects) <= set(DIALECTS)
    assert {str(RULES[one.rule].severity[name]) for name in one.dialects} == {one.now}


def test_the_page_of_a_rule_says_what_was_taken_back() -> None:
    """Each page links to how it is disputed; those with lines of the list have them."""
    bare = next(
        rule for rule in RULES.values() if not withdrawn_of(rule.id) and not raised_of(rule.id)
    )
    assert "## Withdrawn" not in page(bare)
    assert "../how-rules-become-errors.md" in page(bare)
    told = page(RULES["TC204"])
    assert "## Withdrawn\n\n- 2026-11-21, openai-responses: was error, is warning" in told


def test_what_is_said_since_is_not_told_as_taken_back() -> None:
    """A line says less than before, or more: these stand in a table of their own, on rules' pages too."""
    raised = [one for one in changes() if one.raised]
    assert raised
    assert all(one.now.startswith(("warning", "error")) for one in raised)
    assert not any(one.now.startswith("no finding") for one in raised)
    taken_back, _, since = tables().partition(RAISED)
    assert all(one.why in since and one.why not in taken_back for one in raised)
    one = next(one for one in raised if not withdrawn_of(one.rule))
    assert f"{RAISED}\n\n- {one.day}, " in page(RULES[one.rule])
    assert "## Withdrawn" not in page(RULES[one.rule])


def test_a_page_without_its_marks_is_refused(tmp_path: Path) -> None:
    """The tables are written between the marks, again and again, and nowhere else."""
    file = tmp_path / "page.md"
    file.write_text(f"Before.\n{BEGIN}\nold\n{END}\nAfter.\n", encoding="utf-8")
    assert main([str(file)]) == 0
    once = file.read_text(encoding="utf-8")
    assert once == f"Before.\n{BEGIN}\n\n{tables()}\n{END}\nAfter.\n"
    assert main([str(file)]) == 0
    assert file.read_text(encoding="utf-8") == once
    with pytest.raises(ToolwireError, match="no place"):
        with_table(f"{END} {BEGIN}")
