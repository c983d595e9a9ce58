"""Findings of a member of every request that never reaches the model: told once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.jobs.verify.folded import one, rules
from toolwire.jobs.verify.deviation import ServerDeviation
from toolwire.jobs.verify.folds.one_cause import each_cause_once
from toolwire.jobs.verify.folds.told_together import (
    CHOICE_LOST,
    PARAMETERS_LOST,
    SETTINGS_PASSED_OVER,
    STREAMS_REVERSED,
)

FEWER = "Fewer tokens are counted of the prompt than its words take: a part was not counted, or not read"
STREAM = ("streaming",)
FORCED = one("TC601", "A call was required and none came.")
ANOTHER = replace(
    one("TC602", "Another tool was called than the one demanded."),
    others=("A call of one tool was demanded and none came.",),
)
FORBIDDEN = one("TC603", "A call came although calls were forbidden.")
SEVERAL = one("TC652", "Several calls came although only one at a time was allowed.")
VALUE = one(
    "TC383",
    "The call has not the value that its tool's schema alone allows, which it was to fill in.",
    sides=("north-7b", "default"),
)
MEMBERS = f"{FEWER}: a parameter that is an object of many members."
NO_TOKENS = replace(
    one("TC146", f"{FEWER}: long descriptions of parameters.", modes=("blocking",)),
    others=(MEMBERS,),
)
WORD = "The text has a word at which the request wants it to end."
LIMIT = "The text has more words than its request allows tokens."


@pytest.mark.parametrize("other", [ANOTHER, FORBIDDEN])
def test_a_tool_choice_that_has_no_effect_is_told_once(other: ServerDeviation) -> None:
    """A choice that is broken in another mode is broken by another cause."""
    (left,) = each_cause_once([FORCED, other])
    assert (left.rule, left.message) == ("TC601", CHOICE_LOST)
    streamed = replace(FORCED, modes=STREAM)
    assert rules(streamed, other) == ["TC601", other.rule]


def test_the_switch_of_several_calls_is_lost_with_the_choice_that_holds_it() -> None:
    """Elsewhere it is a member of its own, and lost by itself."""
    found = (FORCED, FORBIDDEN, SEVERAL)
    assert rules(*(replace(it, dialect="anthropic-messages") for it in found)) == ["TC601"]
    assert rules(*found) == ["TC601", "TC652"]
    own = replace(SEVERAL, dialect="anthropic-messages")
    assert rules(replace(FORCED, dialect="anthropic-messages"), own) == ["TC601", "TC652"]


def test_parameters_that_are_lost_are_told_once() -> None:
    """Where a keyword alone is lost their words are counted, and words alone take no values with them."""
    (left,) = each_cause_once([NO_TOKENS, VALUE])
    assert (left.rule, left.message) == ("TC383", PARAMETERS_LOST)
    strict = one("TC313", "There are no arguments at all though a strict tool requires some.")
    assert rules(NO_TOKENS, VALUE, strict) == ["TC383"]
    assert rules(VALUE, strict) == ["TC383", "TC313"]
    described = replace(NO_TOKENS, others=())
    assert rules(VALUE, described) == ["TC383", "TC146"]
    system = replace(NO_TOKENS, others=(MEMBERS, f"{FEWER}: a long system prompt."))
    assert rules(VALUE, system) == ["TC383", "TC146"]


def test_a_description_that_is_not_read_is_not_counted() -> None:
    """What else is counted too low is another cause."""
    said = (
        "The call has not the value that its parameter's description names, which it was to take."
    )
    described = replace(NO_TOKENS, others=())
    assert rules(one("TC384", said), described) == ["TC384"]
    assert rules(one("TC384", said), NO_TOKENS) == ["TC384", "TC146"]


def test_settings_that_stand_in_one_object_are_lost_with_it() -> None:
    """Where each is a member of its own it is passed over by itself."""
    word, limit = one("TC415", WORD), one("TC421", LIMIT)
    json = one("TC520", "The text is not JSON, though the request wants JSON.")
    found = [replace(it, dialect="gemini-generate") for it in (word, limit, json)]
    (left,) = each_cause_once(found)
    assert (left.rule, left.message) == ("TC415", SETTINGS_PASSED_OVER)
    assert rules(*(replace(it, dialect="ollama-chat") for it in found)) == ["TC415", "TC520"]
    assert rules(word, limit, json) == ["TC415", "TC421", "TC520"]


def test_streams_that_come_where_none_is_asked_for_are_told_once() -> None:
    """One of the two by itself is no more than it says."""
    piece = one("TC006", "A stream was asked for and the answer came in one piece.", modes=STREAM)
    framed = one(
        "TC117", "The body is framed as a stream that was not asked for.", modes=("blocking",)
    )
    (left,) = each_cause_once([piece, framed])
    assert (left.rule, left.message) == ("TC006", STREAMS_REVERSED)
    cut = replace(framed, message="The event is cut off in the middle of its JSON.")
    assert rules(piece, cut) == ["TC006", "TC117"]
