"""What a server that loses its history, passes over an end or counts too little is told of: once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.jobs.verify.folded import BOTH, one, rules
from toolwire.jobs.verify.deviation import ServerDeviation
from toolwire.jobs.verify.folds.one_cause import each_cause_once
from toolwire.model.exchange import Mode
from toolwire.model.observation import Severity

STREAM, WHOLE = ("streaming",), ("blocking",)
LOST = one("TC776", "The answer has no word of what the user said before, which it was to repeat.")
WRONG = "A request that is wrong was answered: {}."


def wrong(*cases: str, text: str = WRONG) -> ServerDeviation:
    """Return what is said of wrong requests that were answered."""
    found = one("TC747", text.format(cases[0]))
    seen = (one("", "", case=f"request_validation.{case}").example for case in cases)
    return replace(found, examples=tuple(seen))


def test_a_history_that_is_lost_is_told_once_with_what_nobody_finds_in_it() -> None:
    """All that came between, the call without a result, and ids that are counted from the beginning."""
    others = [
        one(
            "TC203",
            "The id was used by an earlier call of the conversation.",
            sides=("an unused id", "call_1"),
        ),
        one("TC707", "A history in which a call has no result was answered."),
        one("TC772", "The answer has no word of what was said beside an earlier call."),
        one("TC773", "The answer has no word of a result that has a name."),
        one("TC778", "The answer has no word of the message directly before the question."),
        one("TC797", "The answer has no word of what was said in parts beside an earlier call."),
    ]
    others[0] = replace(others[0], severity=Severity.ERROR)
    (left,) = each_cause_once((*others, LOST))
    assert (left.rule, left.severity) == ("TC776", Severity.ERROR)
    assert {*left.others} == {it.message for it in others}


@pytest.mark.parametrize(
    "other",
    [
        one("TC707", "The refusal does not say that the request is at fault."),
        one("TC772", "The answer has no word of the end of what was said beside an earlier call."),
    ],
    ids=["a refusal", "a part"],
)
def test_what_a_lost_history_does_not_explain_is_told_beside(other: ServerDeviation) -> None:
    """Words of a refusal, and losses of a part."""
    assert rules(other, LOST) == [other.rule, "TC776"]


def test_a_history_that_is_lost_in_part_explains_nothing() -> None:
    """Nor does one that is lost in one mode what is so in both."""
    missed = one("TC707", "A history in which a call has no result was answered.")
    part = "The answer has no word of the end of what the user said before."
    assert rules(replace(LOST, message=part), missed) == ["TC776", "TC707"]
    assert rules(replace(LOST, modes=STREAM), missed) == ["TC776", "TC707"]
    again = one("TC203", "The id was used by an earlier call of the conversation.")
    assert rules(replace(LOST, message=part), again) == ["TC776", "TC203"]
    shared = one("TC202", "Two calls share one id.", sides=("an id of its own", "call_0"))
    alike = replace(again, examples=shared.examples)
    assert rules(LOST, shared, alike) == ["TC776", "TC202"]


def test_what_is_wrong_in_a_history_that_is_lost_is_told_once() -> None:
    """Other wrong requests, and a history of which a part is lost, are another cause."""
    unread = wrong("known_late_system", "drop_chat_history_role", "known_words_between")
    assert rules(LOST, unread) == ["TC776"]
    assert rules(LOST, wrong("known_late_system", "known_no_tokens")) == ["TC776", "TC747"]
    part = replace(LOST, message="The answer has no word of the end of what the user said before.")
    assert rules(part, unread) == ["TC776", "TC747"]


def test_a_history_that_is_lost_is_not_counted() -> None:
    """Nor by the path that counts before; a prompt without one is another cause."""
    message = "Fewer tokens are counted of the prompt than its words take: a part was not counted."
    less = one("TC146", message, case="round_trip.line_result_1")
    path = "The path /v1/messages/count_tokens counts fewer tokens of a prompt than its words take."
    assert rules(LOST, replace(less, others=(path,))) == ["TC776"]
    elsewhere = one("TC146", message, case="history_forms.right_long_tools")
    assert rules(LOST, elsewhere) == ["TC776", "TC146"]


@pytest.mark.parametrize(
    "said",
    [
        "A tool result follows no tool call.",
        "messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
        "Each `tool_result` block must have a corresponding `tool_use` block in the previous message.",
    ],
)
def test_results_that_are_refused_without_their_call_are_told_once(said: str) -> None:
    """What else a server refuses its own message for is another cause."""
    back = one("TC701", "Its own message is refused.", severity=Severity.ERROR, step=2, said=said)
    cases = one("", f"refused with HTTP None ({said})", step=2)
    (left,) = each_cause_once((back, LOST, cases))
    assert (left.rule, left.severity, left.count) == ("TC776", Severity.ERROR, 4)
    assert rules(LOST, replace(back, said="content: null is no string")) == ["TC776", "TC701"]
    part = replace(LOST, message="The answer has no word of the end of what the user said before.")
    assert rules(part, back) == ["TC776", "TC701"]


def test_a_message_that_is_lost_is_told_once() -> None:
    """Its calls with its words; of words alone, or a part of either, it is another cause."""
    call = one("TC769", "The answer has no word of what an earlier call was made with.")
    words = one("TC772", "The answer has no word of what was said beside an earlier call.")
    assert rules(words, call) == ["TC769"]
    part = "The answer has no word of the beginning of what an earlier call was made with."
    assert rules(words, replace(call, message=part)) == ["TC772", "TC769"]


@pytest.mark.parametrize(
    ("rule", "message", "case"),
    [
        (
            "TC415",
            "The text has a word at which the request wants it to end.",
            "known_blank_stop",
        ),
        ("TC421", "The text has more words than its request allows tokens.", "known_no_tokens"),
    ],
)
def test_an_end_that_nobody_reads_is_told_once(rule: str, message: str, case: str) -> None:
    """Where it is read and told wrongly, or other wrong requests are answered, it is another cause."""
    unread = one(rule, message)
    assert rules(unread, wrong(case)) == [rule]
    assert rules(unread, wrong(case, "known_other")) == [rule, "TC747"]
    refused = wrong(case, text="The refusal does not say that the request is at fault: {}.")
    assert rules(unread, refused) == [rule, "TC747"]
    told = "The text breaks off where its request allows no more, and the reason is another."
    assert rules(replace(unread, message=told), wrong(case)) == [rule, "TC747"]


def test_a_mode_that_counts_too_little_of_each_answer_is_told_once() -> None:
    """The other mode, or more counted than in the other, is another cause."""
    few = one("TC165", "Fewer tokens are counted of the answer than its words take.", modes=STREAM)
    other = "The same answer has another number of tokens when streamed."
    apart = one("TC147", other, modes=STREAM, sides=(90, 3))
    assert rules(apart, few) == ["TC165"]
    assert rules(replace(few, modes=WHOLE), apart) == ["TC165", "TC147"]
    assert rules(replace(few, modes=BOTH), apart) == ["TC165", "TC147"]
    more = one("TC147", other, modes=STREAM, sides=(3, 90))
    assert rules(few, more) == ["TC165", "TC147"]
    assert rules(replace(few, modes=WHOLE), more) == ["TC165"]


def test_a_response_that_is_cut_and_says_it_is_whole_is_told_once() -> None:
    """In the answers that are cut; another state of others is another cause."""
    message = "The text breaks off where its request allows no more, and the reason is another."
    cut = one("TC421", message, case="no_tool_needed.limit_1")
    state = one(
        "TC122", "A completed response says why it is not complete.", case="no_tool_needed.limit_1"
    )
    assert rules(state, cut) == ["TC421"]
    elsewhere = one("TC122", state.message, case="round_trip.one_result")
    assert rules(elsewhere, cut) == ["TC122", "TC421"]
    before = replace(state, message="The response is completed before it was created.")
    assert rules(before, cut) == ["TC122", "TC421"]
    more = replace(cut, message="The text has more words than its request allows tokens.")
    assert rules(state, more) == ["TC122", "TC421"]


def test_calls_and_results_that_do_not_go_together_are_told_once() -> None:
    """As each of two rules asks for them; what neither asks for is another cause."""
    missed = one("TC707", "A history in which a call has no result was answered.")
    stray = one("TC724", "A result of a call that nobody made was answered.")
    mixed = wrong("known_words_between", "known_result_before_call")
    assert rules(missed, stray, mixed) == ["TC707", "TC724"]
    assert rules(missed, mixed) == ["TC707"]
    assert rules(missed, wrong("known_result_before_call")) == ["TC707", "TC747"]
    other = wrong("known_words_between", "known_blank_stop")
    assert rules(missed, stray, other) == ["TC707", "TC724", "TC747"]


MISSING = "A member that the published type requires is missing."


def streamed(rule: str, message: str, pointer: str) -> ServerDeviation:
    """Return what is found at a place of a stream."""
    seen = (("suite.case", Mode.STREAMING, pointer),)
    return one(rule, message, modes=STREAM, seen=seen)


@pytest.mark.parametrize(
    "message", ["A delta is not of the open block.", "No number is told of the block."]
)
def test_a_block_that_is_not_found_without_its_number_is_told_once(message: str) -> None:
    """Another member of the event, and the number of another event, is another cause."""
    order = streamed("TC918", message, "event[3]")
    assert rules(streamed("TC118", MISSING, "event[3]/index"), order) == ["TC918"]
    assert rules(streamed("TC118", MISSING, "event[3]/usage"), order) == ["TC118", "TC918"]
    late = streamed("TC918", "The message ends inside a block.", "event[9]")
    assert rules(streamed("TC118", MISSING, "event[3]/index"), late) == ["TC118", "TC918"]


def test_a_delta_that_is_missing_is_not_also_of_another_kind() -> None:
    """What stands in a member is missing with it."""
    kind = streamed("TC918", "The delta is of another kind than its block.", "event[3]/delta/type")
    assert rules(kind, streamed("TC118", MISSING, "event[3]/delta")) == ["TC118"]
    assert rules(kind, streamed("TC118", MISSING, "event[4]/delta")) == ["TC918", "TC118"]
