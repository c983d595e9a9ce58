"""The columns of the matrix, in groups."""

from __future__ import annotations

from toolwire.jobs.report.heatmap.groups import GROUPS, OTHER, grouped_suites
from toolwire.suites.load import load_suites


def test_every_shipped_suite_is_in_one_group() -> None:
    """A new suite has to say which question it answers, and a removed one has to go."""
    named = [suite for group in GROUPS.values() for suite in group]
    assert sorted(named) == sorted({one.id for one in load_suites()})
    assert OTHER not in GROUPS


def test_suites_stand_in_the_order_of_the_groups() -> None:
    """Whatever the order of the results, and groups without suites are left out."""
    assert grouped_suites(["text_format", "single_call", "tool_definition"]) == (
        ("Can it call?", ("tool_definition", "single_call")),
        ("Edges", ("text_format",)),
    )


def test_a_suite_of_the_readers_own_stands_last() -> None:
    """It is shown, in a group of its own, and not lost."""
    assert grouped_suites(["my_own", "single_call"])[-1] == (OTHER, ("my_own",))
