"""TC938: what both modes make of several calls of one tool."""

from __future__ import annotations

import pytest

from tests.support.pairs import pair
from toolwire.dialects import Answer, PlannedCall
from toolwire.model.exchange import EvidenceLevel
from toolwire.rules import judge_pair

PARIS = PlannedCall("get_weather", {"location": "Paris", "days": 2})
TOKYO = PlannedCall("get_weather", {"location": "Tokyo", "days": 2})
TIME = PlannedCall("get_time", {})


def told(before: tuple[PlannedCall, ...], after: tuple[PlannedCall, ...], name: str) -> bool:
    """Return whether TC938 speaks of a whole reply and a stream with these calls."""
    read = pair(Answer(calls=before), Answer(calls=after), name, level=EvidenceLevel.LIVE)
    return any(one.rule == "TC938" for one in judge_pair(read))


@pytest.mark.parametrize("name", ["gemini-generate", "ollama-chat"])
def test_one_of_several_calls_of_a_tool_is_told(name: str) -> None:
    """Whichever mode lost the others."""
    assert told((PARIS, TOKYO), (TOKYO,), name)
    assert told((PARIS, TIME), (PARIS, TOKYO, TIME), name)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ((PARIS, TOKYO), (TOKYO, PARIS)),
        ((PARIS, TIME), (PARIS,)),
        ((PARIS,), (TOKYO,)),
        ((PARIS, TOKYO), ()),
    ],
)
def test_what_is_no_loss_of_one_tools_calls(
    before: tuple[PlannedCall, ...], after: tuple[PlannedCall, ...]
) -> None:
    """Another order, another tool's call, one call alone, and none at all, which is TC947's."""
    assert not told(before, after, "ollama-chat")
