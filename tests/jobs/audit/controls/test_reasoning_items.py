"""A history that is refused for its reasoning, and one that is refused for something else."""

from __future__ import annotations

import pytest

from tests.jobs.audit.going_on import NAME, Between, Changed, refusing
from tests.support.targets import target
from toolwire.io.json_text import items_of, object_of
from toolwire.jobs.audit.plan import Item, plan
from toolwire.jobs.audit.run import run
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Response
from toolwire.model.observation import Verdict
from toolwire.suites import load_suites

REASONING = "The server refuses a reasoning item of its own: the same history without it is taken."
OWN = "The server refuses its own message and the results of its calls."


def without(*kinds: str) -> Between:
    """Return what refuses each history with an item of these kinds."""
    refuse = refusing(400, "Invalid input.")

    def change(body: JsonObject) -> Response | None:
        items = items_of(body.get("input")) if isinstance(body.get("input"), list) else []
        known = {object_of(one).get("type") for one in items}
        held = known.intersection(kinds)
        return refuse({**body, "previous_response_id": "resp_1"}) if held else None

    return change


def found(change: Between) -> tuple[set[str], set[Verdict]]:
    """Return what is said of a server's own messages that it refuses, and what the cases come to."""
    suites = [one for one in load_suites() if one.id == "reasoning_state"]
    items: list[Item] = list(plan([target(NAME)], suites))
    seen = [one for one in run(items, lambda _: Changed(change)) if one.suite == "reasoning_state"]
    said = {f.message for one in seen for f in one.findings if f.rule == "TC701"}
    return said, {one.verdict for one in seen}


def test_a_reasoning_item_that_is_refused_is_named() -> None:
    """The same history without it is answered."""
    assert found(without("reasoning")) == ({REASONING}, {Verdict.FAILED})


@pytest.mark.parametrize("kinds", [("function_call_output",), ("function_call", "reasoning")])
def test_what_else_is_refused_is_not_the_reasoning(kinds: tuple[str, ...]) -> None:
    """The same history without it is refused as well."""
    assert found(without(*kinds))[0] == {OWN}


def test_a_history_that_is_taken_is_asked_no_further() -> None:
    """As it comes."""
    assert found(without()) == (set(), {Verdict.CONFORMANT})
