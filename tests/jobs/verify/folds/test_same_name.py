"""Ids that are made of the names of tools come twice wherever a tool is called again: told once."""

from __future__ import annotations

from dataclasses import replace

from tests.jobs.verify.folded import one
from tests.jobs.verify.folded import rules as rules_of
from toolwire.jobs.verify.deviation import ServerDeviation
from toolwire.jobs.verify.folds.one_cause import each_cause_once
from toolwire.model.exchange import Mode

STREAM = ("streaming",)
REFUSED = "The server refuses its own message and the results of its calls."
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


def test_a_name_that_is_left_out_where_a_call_is_finished_is_told_once() -> None:
    """It is another than the call opened with, and comes back; another name elsewhere is another cause."""
    at = ("suite.case", Mode.STREAMING, "event[7]/item/name")
    nameless = one("TC111", "The call has no name.", modes=STREAM, seen=(at,))
    twice_told = one("TC920", "What is told twice differs.", modes=STREAM, seen=(at,))
    own = one("TC701", REFUSED, modes=STREAM, seen=(("suite.case", Mode.STREAMING, "status"),))
    named = replace(own, said='input/1/name: "" is shorter than 1 character')
    assert rules_of(named, nameless, twice_told) == ["TC111"]
    elsewhere = replace(twice_told.example, pointer="event[9]/item/name")
    for other in (elsewhere, replace(elsewhere, pointer="event[7]/item/id")):
        found = replace(twice_told, examples=(twice_told.example, other))
        assert rules_of(nameless, found) == ["TC111", "TC920"]
    assert rules_of(nameless, replace(own, said="input/1/id: void")) == ["TC111", "TC701"]
