"""Ids that are made of the names of tools come twice wherever a tool is called again: told once."""

from __future__ import annotations

from dataclasses import replace

from tests.jobs.verify.folded import one
from toolwire.jobs.verify.deviation import ServerDeviation
from toolwire.jobs.verify.folds.one_cause import each_cause_once

AGAIN = "The id was used by an earlier call of the conversation."


def twice(rule: str, message: str, *ids: str) -> ServerDeviation:
    """Return a deviation of ids."""
    example = one(rule, message).example
    shown = tuple(replace(example, case=f"suite.{it}", actual=it) for it in ids)
    return replace(one(rule, message), examples=shown)


def rules(shared: tuple[str, ...], used: tuple[str, ...]) -> list[str]:
    """Return the rules of what is left of ids that calls share, and of those that were used before."""
    found = twice("TC202", "Two calls share one id.", *shared), twice("TC203", AGAIN, *used)
    return [it.rule for it in each_cause_once(found)]


def test_ids_that_are_names_of_tools_come_twice_wherever_one_is_called() -> None:
    """Numbers that begin again in each answer are no names, whatever else two calls share."""
    assert rules(("toolu_get_price", "toolu_get_hour"), ("toolu_ring_bell",)) == ["TC202"]
    assert rules(("tooluse_get_price",), ("tooluse_get_hour",)) == ["TC202"]
    both = ["TC202", "TC203"]
    assert rules(("toolu_a81", "toolu_b72"), ("toolu_0",)) == both
    assert rules(("toolu_get_price",), ("call_get_hour",)) == both
    assert rules(("toolu_get_price",), ("toolu_0",)) == both
