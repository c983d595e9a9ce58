"""Findings of one cause that were seen behind gateways to Gemini: told once, and others beside them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.jobs.verify.folded import UNREAD, one, rules
from toolwire.jobs.verify.folds.one_cause import each_cause_once
from toolwire.jobs.verify.folds.told_together import FAILURES_LOST, FIRST_EVENT_LOST
from toolwire.model.conversation import Json
from toolwire.model.exchange import Mode

EARLY = "The stream ends early and does not say why."
EMPTY = "The stream is empty: it has neither an answer nor a refusal."
STREAMED = ("streaming",)
WRONG = "A request that is wrong was answered: {}."
FAILED = "The answer has no word of a failure that it was to repeat."
WORKED = "The answer takes a call for one that worked whose result is marked as failed."
NULL = "The arguments are null where they may be left out, or be an empty object."
REFUSED = "refused with HTTP 400 (contents/1/parts/0/functionCall/args: {})"


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("TC160", "Fewer choices came than the request asks for."),
        ("TC520", "The text is not JSON, though the request wants JSON."),
    ],
)
def test_what_stands_in_settings_that_are_passed_over_is_told_with_them(
    rule: str, message: str
) -> None:
    """Where only the words to end at are passed over, or the object holds no such thing, both are told."""
    ends, limits = one("TC415", UNREAD["TC415"]), one("TC421", UNREAD["TC421"])
    seen = (("request_validation.retype_itself", Mode.BLOCKING, "status"),)
    wrong = one("TC747", WRONG.format("/generationConfig of another type"), seen=seen)
    assert rules(ends, limits, wrong, one(rule, message)) == ["TC415"]
    assert rules(ends, one(rule, message)) == ["TC415", rule]
    other = replace(wrong, message=WRONG.format("/options of another type"))
    assert rules(ends, limits, other, one(rule, message)) == ["TC415", rule]


@pytest.mark.parametrize(
    ("rule", "message", "sides", "others"),
    [
        (
            "TC509",
            "A piece of the text is missing, or stands there twice.",
            ("Nice to meet you", "you"),
            ("Nice to meet you", "Nice to"),
        ),
        (
            "TC950",
            "The stream has fewer calls than the blocking answer to the same request.",
            (2, 1),
            (3, 1),
        ),
    ],
)
def test_the_first_event_of_a_stream_is_missed_once(
    rule: str, message: str, sides: tuple[Json, Json], others: tuple[Json, Json]
) -> None:
    """What lacks its end, or more than one call, was lost otherwise; and so it was where streams are cut later."""
    nothing = replace(
        one("TC003", EARLY, modes=STREAMED, pointer="event[0]"),
        others=(EMPTY,),
    )
    at = (("suite.other", Mode.STREAMING, "event[0]/text"),)
    less = one(rule, message, modes=STREAMED, sides=sides, seen=at)
    (left,) = each_cause_once((nothing, less))
    assert (left.rule, left.message) == ("TC003", FIRST_EVENT_LOST)
    other = one(rule, message, modes=STREAMED, sides=others, seen=at)
    assert rules(nothing, other) == ["TC003", rule]
    later = replace(one("TC003", EARLY, modes=STREAMED, pointer="event[4]"), others=(EMPTY,))
    assert rules(later, less) == ["TC003", rule]


def test_who_is_shown_no_failure_takes_its_call_for_one_that_worked() -> None:
    """A mark that is lost in one mode, or in results that are repeated, is told by itself."""
    (left,) = each_cause_once((one("TC735", WORKED), one("TC736", FAILED)))
    assert (left.rule, left.message) == ("TC736", FAILURES_LOST)
    assert rules(one("TC735", WORKED), one("TC736", FAILED, modes=STREAMED)) == ["TC735", "TC736"]


def test_arguments_that_are_null_are_refused_when_they_come_back() -> None:
    """A refusal for another reason, or where none were null before, stays beside it."""
    at = (("round_trip.no_arguments", Mode.BLOCKING, "/candidates/0/functionCall/args"),)
    null = one("TC306", NULL, seen=at)
    back = one("", REFUSED.format('null is not of type "object"'), seen=at, step=2)
    back = replace(back, examples=tuple(replace(it, step=2) for it in back.examples))
    assert rules(null, back) == ["TC306"]
    assert rules(null, replace(back, message=REFUSED.format("too long"))) == ["TC306", ""]
    assert rules(replace(null, examples=one("TC306", NULL).examples), back) == ["TC306", ""]


def test_calls_that_come_in_a_choice_each_are_fewer_in_the_first() -> None:
    """Calls that are missing where no choice was added were lost otherwise."""
    at = (("parallel_calls.two", Mode.BLOCKING, "/a"), ("parallel_calls.two", Mode.STREAMING, "/a"))
    apart = one("TC119", "A choice came that the request does not ask for.", seen=at)
    fewer = one(
        "TC651", "Fewer calls came than the prompt writes out: some may have been lost.", seen=at
    )
    assert rules(apart, fewer) == ["TC119"]
    elsewhere = replace(fewer, examples=one("TC651", fewer.message).examples)
    assert rules(apart, elsewhere) == ["TC119", "TC651"]
