"""Findings that tell one cause by where they stand: each fold, and what is another cause."""

from __future__ import annotations

import fnmatch
from dataclasses import replace
from typing import Final

import pytest

from tests.jobs.verify.folded import Seen, one, rules
from tests.support.targets import target
from toolwire.dialects import DIALECTS
from toolwire.jobs.audit.beside.beside_suites import BESIDE_SUITES
from toolwire.jobs.verify.deviation import DeviationExample
from toolwire.jobs.verify.folds.one_cause import each_cause_once
from toolwire.jobs.verify.folds.passed_over import PASSED_MEMBERS
from toolwire.jobs.verify.folds.same_place import COUNTED_ALONE, SAME_REQUESTS
from toolwire.model.exchange import Mode
from toolwire.model.observation import Severity
from toolwire.rules import RULES
from toolwire.suites import load_suites

B, S = Mode.BLOCKING, Mode.STREAMING
STREAMED, WHOLE = ("streaming",), ("blocking",)
MISSING: Final = "A member that the published type requires is missing."
NOTHING: Final = "The answer says nothing, though it was told what to say."
RESULTS: Final = "The results were answered with nothing, though they were to be repeated."
ONE_MODE: Final = "The text came in one mode only, and as many tokens were counted in both."
CALLS: Final = "The reply ends as one with calls and holds none."
WORD: Final = "The stream ends in another word than the blocking reply."
LEFT_OUT: Final = (
    "The call is left out where its request allows no more, and the reason says that all is whole."
)
FEWER: Final = "Fewer tokens are counted of the prompt than its words take: a part was not counted, or not read"


def at(pointer: str, *cases: str, mode: Mode = S) -> tuple[Seen, ...]:
    """Return the same place in several cases."""
    return tuple((case, mode, pointer) for case in cases)


def test_a_choice_without_a_number_is_told_once() -> None:
    """At another member, in another answer, or where the number is not missing, it is another cause."""
    missing = one("TC118", MISSING, seen=at("event[0]/choices/0/index", "s.a", "s.b"))
    twice = one("TC119", "Two choices have one index.", severity=Severity.ERROR)
    (left,) = each_cause_once((missing, replace(twice, examples=_two("s.a"))))
    assert (left.rule, left.severity, left.others) == ("TC118", Severity.ERROR, (twice.message,))
    assert rules(missing, replace(twice, examples=_two("s.c"))) == ["TC118", "TC119"]
    other = one("TC118", MISSING, seen=at("event[0]/id", "s.a"))
    assert rules(other, replace(twice, examples=_two("s.a"))) == ["TC118", "TC119"]


def _two(case: str) -> tuple[DeviationExample, ...]:
    return one("", "", seen=at("event[7]/choices/1/index", case)).examples


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("TC731", RESULTS),
        ("TC514", "The tokens of a text beside the call are counted, and the text is not there."),
        ("TC157", "A text beside a call is empty."),
        ("TC663", "The answer says nothing where calls are forbidden, though it was told what."),
    ],
)
def test_a_text_that_nobody_can_read_is_told_once(rule: str, message: str) -> None:
    """An answer that has its text, or lacks another member, says nothing by itself."""
    missing = one("TC118", MISSING, modes=WHOLE, seen=at("/content/0/text", "s.a", "s.b", mode=B))
    silent = one(rule, message, modes=WHOLE, seen=at("/stop_reason", "s.b", mode=B))
    assert rules(silent, missing) == ["TC118"]
    elsewhere = one(rule, message, modes=WHOLE, seen=at("/stop_reason", "s.b", "s.c", mode=B))
    assert rules(elsewhere, missing) == [rule, "TC118"]
    streamed = one(rule, message, modes=STREAMED, seen=at("/stop_reason", "s.b"))
    assert rules(streamed, missing) == [rule, "TC118"]
    no_id = one("TC118", MISSING, modes=WHOLE, seen=at("/id", "s.a", "s.b", mode=B))
    assert rules(silent, no_id) == [rule, "TC118"]


def test_a_text_that_one_mode_cannot_read_is_not_also_one_that_the_other_has_alone() -> None:
    """A comparison is of both answers to one case; words that are cut are another cause."""
    missing = one("TC118", MISSING, modes=WHOLE, seen=at("/content/0/text", "s.a", mode=B))
    pair = one("TC505", ONE_MODE, modes=STREAMED, seen=at("", "s.a"), both=True)
    assert rules(pair, missing) == ["TC118"]
    cut = replace(pair, message="A piece of the text is missing in one mode.")
    assert rules(cut, missing) == ["TC505", "TC118"]


def test_texts_that_are_lost_everywhere_are_told_once() -> None:
    """Where it is another tool that comes, or a mode that has its words, it is another cause."""
    silent = one("TC510", NOTHING, modes=WHOLE, seen=at("", "s.a", mode=B))
    results = one("TC731", RESULTS, modes=WHOLE, seen=at("", "s.b", mode=B))
    pair = one("TC505", ONE_MODE, modes=STREAMED, both=True, sides=("", "Let me see."))
    counted = "The tokens of a text beside the call are counted, and the text is not there."
    beside = one("TC514", counted, modes=WHOLE, seen=at("", "s.b", mode=B))
    (left,) = each_cause_once((silent, results, pair, beside))
    assert (left.rule, left.others) == ("TC510", (RESULTS, ONE_MODE, counted))
    held = one("TC118", MISSING, modes=WHOLE, seen=at("/choices/0/message/content", "s.c", mode=B))
    assert rules(held, silent) == ["TC510"]
    no_id = one("TC118", MISSING, modes=WHOLE, seen=at("/choices/0/id", "s.c", mode=B))
    assert rules(no_id, silent) == ["TC118", "TC510"]
    other = one("TC505", ONE_MODE, modes=STREAMED, both=True, sides=("Let me see.", ""))
    assert rules(silent, other) == ["TC510", "TC505"]
    streamed = one("TC731", RESULTS, modes=STREAMED, seen=at("", "s.b"))
    assert rules(silent, streamed) == ["TC510", "TC731"]
    made_up = replace(silent, message="The answer calls a tool that nobody offers, though.")
    assert rules(made_up, results) == ["TC510", "TC731"]
    no_word = replace(results, message="The answer has no word of what the tools returned.")
    assert rules(silent, no_word) == ["TC510", "TC731"]


def test_an_end_with_calls_that_do_not_come_is_told_once() -> None:
    """Another pair of words is another cause, and so is a mode that ends otherwise."""
    ends = one("TC404", CALLS, modes=STREAMED, seen=at("", "s.a"), severity=Severity.ERROR)
    sides = ("stop", "tool_calls")
    pair = one("TC908", WORD, modes=STREAMED, seen=at("", "s.a", "s.b"), both=True, sides=sides)
    assert rules(ends, pair) == ["TC404"]
    extra = one("", "", seen=at("", "s.b"), both=True, sides=("stop", "length")).examples
    several = replace(pair, examples=(*pair.examples, *extra))
    assert rules(ends, several) == ["TC404", "TC908"]
    assert rules(ends, replace(pair, others=("A call is lost.",))) == ["TC404", "TC908"]
    left_out = one("TC422", LEFT_OUT, modes=STREAMED, seen=at("", "s.a"), sides=("", "tool_calls"))
    assert rules(ends, left_out) == ["TC404"]
    elsewhere = one("TC422", LEFT_OUT, modes=STREAMED, seen=at("", "s.c"), sides=("", "stop"))
    assert rules(ends, elsewhere) == ["TC404", "TC422"]


def test_a_cut_that_one_mode_denies_is_told_once() -> None:
    """It denies it in that word, of calls as of texts; in the other mode it is another cause."""
    said = "One mode says that the reply was cut, the other that it is whole."
    cut = one("TC408", said, modes=STREAMED, severity=Severity.ERROR, sides=("length", "stop"))
    left_out = one("TC422", LEFT_OUT, modes=STREAMED, sides=("the word for a cut", "stop"))
    assert rules(cut, left_out) == ["TC408"]
    assert rules(cut, replace(left_out, modes=WHOLE)) == ["TC408", "TC422"]
    whole = replace(cut, examples=one("", "", sides=("stop", "length")).examples)
    assert rules(whole, replace(left_out, modes=WHOLE)) == ["TC408"]
    shown = one("", "", sides=("length", "stop"), pointer="/choices/0/finish_reason").examples
    whole = replace(cut, examples=shown)
    assert rules(whole, replace(left_out, modes=WHOLE)) == ["TC408"]
    half = replace(left_out, message="The call is not whole where its request allows no more.")
    assert rules(cut, half) == ["TC408", "TC422"]


def test_an_id_that_every_call_has_is_told_once() -> None:
    """Ids that differ in an answer, and come again in the next, are another cause."""
    twice = one("TC202", "Two calls share one id.", sides=("an id of its own", "call_0"))
    again = one("TC203", "The id was used before.", sides=("an id of its own", "call_0"))
    assert rules(twice, again) == ["TC202"]
    other = one("TC203", "The id was used before.", sides=("an id of its own", "call_1"))
    assert rules(twice, other) == ["TC202", "TC203"]
    nameless = one("TC202", "A call stands there twice.", sides=("an id of its own", None))
    assert rules(nameless, other) == ["TC202", "TC203"]


@pytest.mark.parametrize(
    ("rule", "control"),
    [
        ("TC777", "right_long_system"),
        ("TC777", "form_in_parts_messages_system_content"),
        ("TC775", "right_results"),
        ("TC733", "right_results"),
        ("TC769", "right_long_arguments"),
        ("TC776", "right_long_history"),
        ("TC387", "right_long_tools"),
    ],
)
def test_what_is_not_read_is_not_counted(rule: str, control: str) -> None:
    """Where another prompt is counted too short as well, the counts are wrong by themselves."""
    lost = one(rule, "The answer has no word of it.", seen=at("/text", "round_trip.line_1", mode=B))
    seen = at("/usage", "round_trip.line_1", f"history_forms.{control}", mode=B)
    fewer = one("TC146", f"{FEWER}.", seen=seen)
    assert rules(fewer, lost) == [rule]
    path = "The path /v1/count_tokens counts fewer tokens of a prompt than its words take: it."
    assert rules(replace(fewer, others=(path,)), lost) == [rule]
    if rule == "TC777":
        parts = one("TC779", "The answer has no word of a system prompt of several parts.")
        assert rules(replace(fewer, others=(path,)), lost, parts) == [rule]
    everywhere = (*seen, *at("/usage", "history_forms.right_long_parameters", mode=B))
    assert rules(one("TC146", f"{FEWER}.", seen=everywhere), lost) == ["TC146", rule]
    assert rules(one("TC146", f"{FEWER}.", seen=at("/usage", "round_trip.line_1")), lost) == [
        "TC146",
        rule,
    ]
    swapped = one("TC146", "The tokens of the answer are told as the prompt's.", seen=seen)
    assert rules(swapped, lost) == ["TC146", rule]


def test_results_that_never_reach_are_told_once_with_what_is_not_counted_of_them() -> None:
    """A failure that is lost in one mode alone is another cause."""
    message = "The answer has no word of what the tools returned, though it was to."
    results = one("TC731", message, seen=at("/text", "round_trip.one_result", mode=B))
    line = at("/text", "round_trip.line_result_1", mode=B)
    earlier = one("TC775", "The answer has no word of an earlier result.", seen=line)
    fewer = one("TC146", f"{FEWER}: a result of 16 kB.", seen=at("/usage", line[0][0], mode=B))
    failure = one("TC736", "The answer has no word of a failure that it was to repeat.")
    over = "Behind a result come words, though the prompt writes out a call that takes it over."
    (left,) = each_cause_once((fewer, results, earlier, failure, one("TC670", over)))
    assert left.rule == "TC731"
    assert set(left.others) == {over, failure.message, earlier.message, fewer.message}
    marked = "The answer says that a tool failed, and no word of what the tool said of it."
    assert rules(results, one("TC736", marked)) == ["TC731"]
    streamed = replace(results, modes=STREAMED)
    assert rules(streamed, failure) == ["TC731", "TC736"]
    again = replace(results, message="The calls that were just answered came again.")
    assert rules(again, failure) == ["TC731", "TC736"]
    in_one_form = replace(results, examples=failure.examples)
    assert rules(in_one_form, failure) == ["TC731", "TC736"]


@pytest.mark.parametrize(
    ("rule", "control"),
    [
        ("TC707", "known_fewer_results"),
        ("TC707", "drop_messages_content_toolResult"),
        ("TC724", "known_orphan_beside"),
        ("TC724", "drop_contents_parts_functionCall"),
    ],
)
def test_a_history_that_a_rule_of_its_own_asks_for_is_told_once(rule: str, control: str) -> None:
    """Other wrong requests are another cause, and so is a refusal that is none as due."""
    own = one(rule, "A history in which a call has no result was answered.")
    wrong = (
        "A request that is wrong was answered: two calls, and the result of one; so does litellm."
    )
    seen = at("status", f"request_validation.{control}", mode=B)
    again = one("TC747", wrong, modes=WHOLE, seen=seen)
    assert rules(own, again) == [rule]
    more = (*seen, *at("status", "request_validation.bad_schema", mode=B))
    assert rules(own, one("TC747", wrong, seen=more)) == [rule, "TC747"]
    failed = one("TC747", "The refusal comes under a status of success: x.", seen=seen)
    assert rules(own, failed) == [rule, "TC747"]
    refused = one(rule, "The refusal does not say that the request is at fault.")
    assert rules(refused, again) == [rule, "TC747"]


def test_controls_that_findings_are_folded_by_are_asked() -> None:
    """One that is called otherwise would fold nothing any more, and nobody would see."""
    every = [target(name) for name in DIALECTS]
    asked = {
        item.case.id for beside in BESIDE_SUITES for item in beside.items(every, load_suites())
    }
    tables = (*COUNTED_ALONE.values(), *SAME_REQUESTS.values())
    assert [
        one
        for cases in tables
        for one in cases
        if not fnmatch.filter(asked, one.rpartition(".")[2])
    ] == []
    cases = {f"request_validation.{case}" for case in asked}
    known = [one.cases for one in PASSED_MEMBERS.values() if one.cases is not None]
    assert all(any(map(wrong.fullmatch, cases)) for wrong in known)
    assert {*COUNTED_ALONE, *SAME_REQUESTS, *PASSED_MEMBERS} <= RULES.keys()


def test_a_member_that_the_type_and_its_readers_miss_is_told_once() -> None:
    """Its severity is the graver, and who breaks on it is told; another member is another cause."""
    message = "The event lacks a member that its kind requires."
    event = one("TC925", message, severity=Severity.ERROR, seen=at("event[6]/metrics", "s.a"))
    event = replace(event, modes=STREAMED, breaks="readers")
    seen = (*at("/metrics", "s.a", mode=B), *at("event[6]/metrics", "s.a"))
    typed = one("TC118", "A member that the published type requires is missing.", seen=seen)
    (left,) = each_cause_once((event, typed))
    assert (left.rule, left.severity, left.breaks) == ("TC118", Severity.ERROR, "readers")
    other = replace(typed, examples=typed.examples[:1])
    assert rules(event, other) == ["TC925", "TC118"]


def test_arguments_that_nobody_can_read_are_told_once() -> None:
    """Where another member is of another type, or another call has none, it is another cause."""
    member = "event[2]/delta/toolUse/input"
    typed = one("TC118", "The value is not of the published type.", seen=at(member, "s.a", "s.b"))
    said = "A value came back changed as parsers change it: all arguments were left out."
    lost = one("TC314", said, modes=STREAMED, seen=at("event[1]/start/toolUse", "s.a"))
    (left,) = each_cause_once((lost, typed))
    assert (left.rule, left.others) == ("TC118", (said,))
    other = one("TC118", typed.message, seen=at("event[6]/usage", "s.a"))
    assert rules(lost, other) == ["TC314", "TC118"]
    elsewhere = one("TC314", said, modes=STREAMED, seen=at("event[1]/start/toolUse", "s.c"))
    assert rules(elsewhere, typed) == ["TC314", "TC118"]
    assert rules(replace(lost, others=("A number became a text.",)), typed) == ["TC314", "TC118"]


def test_a_text_in_messages_that_say_nothing_of_themselves_is_told_once() -> None:
    """Answers whose messages are sound say nothing for another cause."""
    frame = one("TC913", "The message does not say what event it is.", seen=at("", "s.a"))
    silent = one("TC510", NOTHING, modes=STREAMED, seen=at("event[0]", "s.a"))
    assert rules(frame, silent) == ["TC913"]
    assert rules(frame, replace(silent, examples=one("", "", seen=at("", "s.b")).examples)) == [
        "TC913",
        "TC510",
    ]


def test_events_that_stand_in_one_are_told_once() -> None:
    """A stream without such an event has another cause."""
    joined = one("TC117", "Several JSON objects stand in one event.", seen=at("event[1]", "s.a"))
    lost = one("TC923", "The stream ends without stream-end.", seen=at("", "s.a"))
    twice = one("TC926", "What is told twice differs.", seen=at("event[3]/text", "s.a"))
    (left,) = each_cause_once((joined, lost, twice))
    assert (left.rule, left.others) == ("TC117", (lost.message, twice.message))
    assert rules(joined, replace(lost, examples=_two("s.b"))) == ["TC117", "TC923"]
    other = replace(joined, message="The event is not JSON.")
    assert rules(other, lost) == ["TC117", "TC923"]


def test_a_prompt_that_is_told_again_is_told_once() -> None:
    """What stands in other answers has another cause."""
    begins = one(
        "TC139", "The text begins as a template begins a turn.", seen=at("/text", "s.a", "s.b")
    )
    token = one("TC506", "The text contains a control token of the model.", seen=at("/text", "s.a"))
    (left,) = each_cause_once((begins, token))
    assert (left.rule, left.others) == ("TC139", (token.message,))
    other = replace(token, examples=_two("s.c"))
    assert rules(begins, other) == ["TC139", "TC506"]


def test_calls_in_a_text_that_is_missing_are_told_once() -> None:
    """Where another member is missing, or in other cases, they are lost otherwise."""
    text = one("TC118", MISSING, seen=at("/choices/0/text", "s.a"), modes=WHOLE)
    lost = one("TC948", "The blocking answer has no call; the stream to the same request has.")
    lost = replace(lost, severity=Severity.ERROR, examples=_two("s.a"))
    (left,) = each_cause_once((lost, text))
    assert (left.rule, left.severity) == ("TC118", Severity.ERROR)
    assert rules(lost, replace(text, examples=_two("s.b"))) == ["TC948", "TC118"]
    index = replace(text, examples=one("", "", seen=at("/choices/0/index", "s.a")).examples)
    assert rules(lost, index) == ["TC948", "TC118"]


def test_a_function_that_is_missing_is_missing_with_its_members() -> None:
    """The one rule tells of the object, the other of what is in it, in the same answers."""
    place = (("suite.case", Mode.STREAMING, "event[2]/tool_calls/0/function/name"),)
    holds = one("TC104", "The call has no name.", seen=place)
    missing = "A member that the published type requires is missing."
    at = (("suite.case", Mode.STREAMING, "event[1]/tool_calls/0/function"),)
    assert rules(holds, one("TC118", missing, seen=at)) == ["TC104"]
    other = (("suite.case", Mode.STREAMING, "event[1]/tool_calls/0/func"),)
    assert rules(holds, one("TC118", missing, seen=other)) == ["TC104", "TC118"]


def test_a_member_that_both_modes_lack_is_told_once() -> None:
    """Another member of chunks is told, and so is one where more is wrong with whole replies."""
    missing = "A member that the published type requires is missing."
    whole = one("TC118", missing, modes=("blocking",), pointer="/id")
    chunks = (("suite.case", Mode.STREAMING, "event[0]/id"),)
    lack = one("TC922", "A constant of the chunks is missing.", modes=("streaming",), seen=chunks)
    assert rules(whole, lack) == ["TC118"]
    other = (("suite.case", Mode.STREAMING, "event[0]/model"),)
    model = one("TC922", "A constant of the chunks is missing.", modes=("streaming",), seen=other)
    assert rules(whole, model) == ["TC118", "TC922"]
    assert rules(whole, replace(lack, message="The chunks do not agree.")) == ["TC118", "TC922"]
    assert rules(replace(whole, others=("The value is odd.",)), lack) == ["TC118", "TC922"]


def test_a_limit_that_is_passed_over_is_no_template() -> None:
    """Texts at a limit are not looked at for one, so that they alone tell of nothing else."""
    begins = one("TC139", "The text begins as a template begins a turn.", case="round_trip.told")
    more = one(
        "TC421", "The text has more words than its request allows: 9.", case="round_trip.told"
    )
    assert rules(begins, more) == ["TC139"]
    limit = replace(more, examples=(replace(more.example, case="no_tool_needed.limit_1"),))
    assert rules(begins, limit) == ["TC139", "TC421"]
    both = replace(more, examples=(*more.examples, *limit.examples))
    assert rules(begins, both) == ["TC139"]


def test_a_part_without_its_type_has_no_text() -> None:
    """One without a mark of another kind has its text."""
    missing = one("TC118", MISSING, pointer="/message/content/0/type")
    silent = one("TC510", "The answer says nothing, though it was told what to say.")
    assert rules(silent, missing) == ["TC118"]
    other = one("TC118", MISSING, pointer="/message/content/0/cache")
    assert rules(silent, other) == ["TC510", "TC118"]


def test_thoughts_under_another_name_are_told_once() -> None:
    """Where another member is missing, they are lost otherwise."""
    named = one("TC118", MISSING, modes=("blocking",), pointer="/content/0/thinking")
    alone = one("TC908", "Reasoning came in one mode only.", modes=("streaming",))
    assert rules(alone, named) == ["TC118"]
    untyped = one("TC118", MISSING, modes=("blocking",), pointer="/message/content/0/type")
    assert rules(alone, untyped) == ["TC118"]
    other = one("TC118", MISSING, modes=("blocking",), pointer="/content/0/signature")
    assert rules(alone, other) == ["TC908", "TC118"]


def test_a_text_in_a_delta_is_told_once() -> None:
    """Another member that is missing is another cause."""
    said = "The text stands in the delta of a chat's chunk, and this is a text completion."
    delta = one("TC922", said, case="s.c", pointer="event[0]/choices/0/delta")
    text = one("TC118", MISSING, case="s.c", pointer="event[0]/choices/0/text")
    assert rules(text, delta) == ["TC922"]
    other = one("TC118", MISSING, case="s.c", pointer="event[0]/id")
    assert rules(other, delta) == ["TC118", "TC922"]
