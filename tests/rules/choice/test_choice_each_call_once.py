"""Calls that come more than once, and how such replies count over a run."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.dialects import Answer, PlannedCall, load_dialect
from toolwire.model.exchange import Mode
from toolwire.model.observation import Chance
from toolwire.rules import chances, judge
from toolwire.rules.mutate.scenarios import clean
from toolwire.rules.views.asked_for import asked

RULE = "TC657"


def counted(scenario: str, often: int) -> Chance | None:
    """Return how a reply counts that has the first call of a prompt so often, and nothing else."""
    chat = load_dialect("openai-chat")
    staged = clean(chat, scenario, Mode.BLOCKING)
    assert staged.request is not None
    what = asked(chat.decode(staged))
    assert what is not None
    first: PlannedCall = what.calls[0]
    answer = Answer(calls=(first,) * often)
    reading = chat.decode(replace(staged, response=chat.respond(staged.request, answer)))
    return chances(reading, judge(reading)).get(RULE)


@pytest.mark.parametrize(
    ("scenario", "often", "due"),
    [
        ("spelt_alone", 1, Chance(1, 0, 1)),
        ("spelt_alone", 2, Chance(1, 1, 0)),
        ("spelt_apart", 1, Chance(1, 0, 1)),
        ("spelt_apart", 2, None),
    ],
)
def test_a_call_that_came_twice_is_no_call_that_came_once(
    scenario: str, often: int, due: Chance | None
) -> None:
    """Where another was to come besides, the second may stand in its place: that says nothing."""
    assert counted(scenario, often) == due
