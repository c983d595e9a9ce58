"""Asking for a line of the first message of a long conversation, beside those of later words."""

from __future__ import annotations

import re
from itertools import combinations

import pytest

from tests.jobs.audit.beside.test_earlier_lines import (
    ALL,
    FIRST_OF_ALL,
    FIRST_RULE,
    HERE,
    found,
    items,
)
from toolwire.dialects import load_dialect
from toolwire.jobs.audit.controls.control import request_of
from toolwire.model.conversation import UserTurn
from toolwire.model.observation import ALL_PARTS, NO_PART, PARTS
from toolwire.rules import RULES

CASE, RULE = "line_words_1", "TC776"
#: How lines begin -> which they are; of the later words with the bits of their parts.
KINDS = {"Vase": PARTS[0], "Sled": PARTS[1], "Peg": PARTS[2], "Tram": PARTS[2], "Loaf": PARTS[2]}
FIRST, OWN = "first", "own"
PLACES = [{*chosen} for many in range(1, 5) for chosen in combinations(range(5), many)]


@pytest.mark.parametrize("name", RULES[FIRST_RULE].severity)
def test_a_dropped_first_message_is_told_of_alone(name: str) -> None:
    """Who has nothing of the later words either has lost more than it."""
    assert found(name, CASE, f"{FIRST_OF_ALL}\n{ALL}\n{HERE}") == []
    assert found(name, CASE, f"{ALL}\n{HERE}") == [FIRST_RULE]
    assert found(name, CASE, f"{FIRST_OF_ALL}\n{HERE}") == [RULE]
    assert found(name, CASE, HERE) == [RULE]
    assert found(name, CASE, ALL) == []


@pytest.mark.parametrize("name", RULES[FIRST_RULE].severity)
def test_it_is_the_first_message_and_later_words_are_another(name: str) -> None:
    """No other request is made for it."""
    item = next(one for one in items(name) if one.case.id == CASE)
    (step,) = item.case.steps
    sent = request_of(item, step, (UserTurn(step.user or ""),))
    conversation = load_dialect(name).read_request(sent)
    assert conversation is not None
    told = [turn.text for turn in conversation.turns if isinstance(turn, UserTurn)]
    assert [FIRST_OF_ALL in text for text in told] == [True, *[False] * (len(told) - 1)]
    assert ALL.partition("\n")[0] not in told[0]
    assert "line_first_1" not in {one.case.id for one in items(name)}


def rounds() -> list[list[str | int]]:
    """Return which lines each question asks for, in its order."""
    asked = [one for one in items("openai-chat") if one.case.id.startswith("line_words_")]
    prompts = [one.case.steps[-1].user or "" for one in asked[::2]]
    begins = [re.findall('with "([A-Z][a-z]+):"', prompt) for prompt in prompts]
    others: dict[str, str | int] = {"Kite": FIRST, **KINDS}
    return [[others.get(one, OWN) for one in begin] for begin in begins]


@pytest.mark.parametrize("chosen", PLACES, ids=str)
def test_a_model_that_repeats_lines_by_their_places_is_not_blamed(chosen: set[int]) -> None:
    """Over the three questions it says the first line, and each part of the later words or none of one."""
    said = [{one[place] for place in chosen} for one in rounds()]
    parts = [sum(one for one in reply if isinstance(one, int)) for reply in said]
    due = [n for n, reply in enumerate(said) if OWN in reply]
    assert not any(parts[n] for n in due) or any(FIRST in reply for reply in said)
    shown = 0
    for n, part in enumerate(parts):
        shown |= part or (NO_PART if n in due else 0)
    every = any(part == ALL_PARTS for part in parts)
    assert not due or every or shown & ALL_PARTS == ALL_PARTS or shown > NO_PART
