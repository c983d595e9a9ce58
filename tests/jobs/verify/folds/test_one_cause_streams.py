"""Findings of one cause, beside those of another: tools of streams, what whole calls lack, refusals."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.jobs.verify.folded import Seen, one, rules
from toolwire.jobs.verify.deviation import ServerDeviation
from toolwire.jobs.verify.folds.one_cause import each_cause_once
from toolwire.jobs.verify.folds.told_together import (
    EMPTIED_CALLS,
    SCHEMA_LOST,
    TOOLS_OF_STREAMS_LOST,
)
from toolwire.model.exchange import Mode
from toolwire.model.observation import Severity
from toolwire.model.topic import Topic

STREAM = ("streaming",)
AT: Seen = ("single_call.auto", Mode.STREAMING, "event[2]/delta")
ANSWERED = "A request that is wrong was answered"
CHOICE = "A form of the tool choice that the format has is refused."
NO_TOOLS = "a tool_choice of REQUIRED and no tools."
LEFT_OUT = "A value came back changed as parsers change it: all arguments were left out."
TYPED = "The value is not of the published type."
MISSING = "A member that the published type requires is missing."
HISTORY = "invalid request: all elements in history must have a message."

UNCALLED = one(
    "TC947",
    "The stream has no call; the blocking answer to the same request has.",
    modes=STREAM,
    severity=Severity.ERROR,
)
UNSEEN = one(
    "TC747", f"{ANSWERED}: /tools/*/type left out.", modes=STREAM, topic=Topic.TOOLS, dialect="x"
)
UNFORCED = one("TC604", CHOICE, modes=STREAM, said=NO_TOOLS)
UNTOLD = one("TC383", "Nothing came that its parameters' definition tells.", sides=("fern", None))
OPEN = replace(
    one("", "refused with HTTP 400 (A strict schema leaves an object open.)"),
    cases=("tool_definition.strict",),
)
SHARED = one("TC202", "Two calls share one id.", seen=(AT,))
REFUSED = one(
    "TC701", "The server refuses its own.", said="tool_use ids must be unique", seen=(AT,)
)
EMPTIED = one(
    "TC926",
    "The pieces of the call do not add up to it.",
    modes=STREAM,
    seen=(AT,),
    sides=('{"a":1}', "{}"),
)
EMPTIED = replace(EMPTIED, examples=(replace(EMPTIED.example, message=EMPTIED.message),))
GONE = one("TC314", LEFT_OUT, modes=STREAM, seen=(AT,))
DELTA = one(
    "TC118", TYPED, modes=STREAM, seen=(AT,), sides=(None, {"partial_json": "{", "type": "x"})
)
EARLIER = one("TC762", "A right request is refused: words of the model beside calls.", said=HISTORY)
EARLIER = replace(EARLIER, examples=(replace(EARLIER.example, actual=400),))
BEHIND = one("", f"refused with HTTP 400 ({HISTORY})", step=3)
NAMELESS = one("TC118", MISSING, modes=STREAM, pointer="event[0]/model")
NAMED = one("TC908", "The model is named in one mode only.", modes=STREAM)
NEITHER = one("TC002", "The answer holds neither a reply nor an error.", modes=("blocking",))
ENDLESS = one("TC908", "The blocking reply has no stop reason; the stream has one.", modes=STREAM)
FAILURE = one(
    "TC735", "The answer takes a call for one that worked whose result is marked as failed."
)
STATUS = one(
    "TC747",
    f"{ANSWERED}: a result of a status that is neither success nor error.",
    case="request_validation.known_result_status",
)
RESULT = one("TC731", "The answer has no word of what the tools returned.")
OBJECT = one(
    "TC747",
    f"{ANSWERED}: a result whose content is an object.",
    case="request_validation.known_result_as_object",
)


@pytest.mark.parametrize(
    ("best", "other"),
    [
        (UNCALLED, UNSEEN),
        (UNTOLD, OPEN),
        (SHARED, REFUSED),
        (EMPTIED, GONE),
        (DELTA, GONE),
        (EARLIER, BEHIND),
        (NAMELESS, NAMED),
        (NEITHER, ENDLESS),
        (FAILURE, STATUS),
        (RESULT, OBJECT),
    ],
)
def test_two_of_one_cause_are_told_once(best: ServerDeviation, other: ServerDeviation) -> None:
    """What follows from a finding is told under it, whichever was found first."""
    assert rules(best, other) == rules(other, best) == [best.rule]


@pytest.mark.parametrize(
    ("best", "other"),
    [
        # Wrong in what is no tool, in both modes, or refused for what is not there but tools.
        (UNCALLED, replace(UNSEEN, topics=frozenset({Topic.ROUND}))),
        (UNCALLED, replace(UNSEEN, modes=("blocking", "streaming"))),
        (UNCALLED, UNFORCED),
        # Some of the schema came, or strict is refused as such, or another case is.
        (replace(UNTOLD, examples=(replace(UNTOLD.example, actual="oak"),)), OPEN),
        (UNTOLD, replace(OPEN, message="refused with HTTP 400 (strict is not supported)")),
        (UNTOLD, replace(OPEN, cases=("tool_definition.bare",))),
        (SHARED, replace(REFUSED, said="an id must begin with toolu_")),
        (SHARED, replace(REFUSED, examples=(replace(REFUSED.example, case="b.c"),))),
        (replace(EMPTIED, examples=(replace(EMPTIED.example, actual='{"a":'),)), GONE),
        (EMPTIED, replace(GONE, examples=(replace(GONE.example, case="b.c"),))),
        (replace(DELTA, examples=(replace(DELTA.example, actual={"said": "x"}),)), GONE),
        (EARLIER, replace(BEHIND, examples=(replace(BEHIND.example, step=2),))),
        (EARLIER, replace(BEHIND, message="refused with HTTP 400 (too long)")),
        (replace(NAMELESS, examples=(replace(NAMELESS.example, pointer="/id"),)), NAMED),
        (NAMELESS, replace(NAMED, others=("The texts differ.",))),
        (NEITHER, replace(ENDLESS, examples=(replace(ENDLESS.example, case="b.c"),))),
        (FAILURE, OBJECT),
        (RESULT, STATUS),
    ],
)
def test_what_has_another_cause_stays_beside(best: ServerDeviation, other: ServerDeviation) -> None:
    """A finding that the first does not explain is told by itself."""
    assert set(rules(best, other)) == {best.rule, other.rule}


def test_that_streams_lose_their_tools_is_told_with_a_choice_that_lacks_them() -> None:
    """A tool choice that is refused for want of tools is told with their loss, and any other is not."""
    (found,) = each_cause_once((UNFORCED, UNCALLED, UNSEEN))
    assert (found.rule, found.message) == ("TC947", TOOLS_OF_STREAMS_LOST)
    assert {CHOICE, UNSEEN.message} <= {*found.others}
    other = replace(UNFORCED, said="no such tool_choice")
    assert rules(other, UNCALLED, UNSEEN) == ["TC604", "TC947"]


@pytest.mark.parametrize(
    ("best", "other", "told"), [(UNTOLD, OPEN, SCHEMA_LOST), (EMPTIED, GONE, EMPTIED_CALLS)]
)
def test_what_two_say_together_is_their_headline(
    best: ServerDeviation, other: ServerDeviation, told: str
) -> None:
    """Neither says the cause alone, and both do."""
    (found,) = each_cause_once((best, other))
    assert found.message == told
