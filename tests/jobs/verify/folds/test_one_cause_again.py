"""One cause is one deviation: what several rules say of a member, an end, an id, a refusal or a history."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.jobs.verify.folds.test_one_cause import BOTH, one, rules
from toolwire.jobs.verify.deviation import DeviationExample, ServerDeviation
from toolwire.jobs.verify.folds.one_cause import each_cause_once
from toolwire.model.conversation import Json
from toolwire.model.exchange import Mode
from toolwire.model.observation import Severity

WHOLE, STREAM = ("blocking",), ("streaming",)
MISSING = "A member that the published type requires is missing."
OTHER_TYPE = "The value is not of the published type."


def at(found: ServerDeviation, *pointers: str) -> ServerDeviation:
    """Return a deviation whose examples stand at some places."""
    examples = tuple(DeviationExample("suite.case", Mode.BLOCKING, 1, one) for one in pointers)
    return replace(found, examples=examples)


@pytest.mark.parametrize(
    ("rule", "noun", "number"),
    [("TC914", "block", "contentBlockIndex"), ("TC923", "part", "index")],
)
def test_a_part_without_a_number_is_told_once(rule: str, noun: str, number: str) -> None:
    """The type may miss other members, or the number in the other mode: that is another cause."""
    order = one(rule, f"No number is told of the {noun}.", modes=STREAM, severity=Severity.ERROR)
    typed = at(one("TC118", MISSING, modes=STREAM), f"event[1]/{number}", f"event[4]/{number}")
    (left,) = each_cause_once((order, typed))
    assert (left.rule, left.others) == (rule, (MISSING,))
    assert rules(order, at(typed, f"event[1]/{number}", "event[0]/role")) == [rule, "TC118"]
    assert rules(order, replace(typed, modes=BOTH)) == [rule, "TC118"]
    assert rules(order, replace(typed, others=(OTHER_TYPE,))) == [rule, "TC118"]
    assert rules(one(rule, "No such part is open.", modes=STREAM), typed) == [rule, "TC118"]


def test_an_id_that_one_mode_lacks_is_told_once() -> None:
    """An id of a call is another one, and so is what else differs."""
    pair = one("TC908", "The answer has an id in one mode only.", modes=STREAM)
    lacks = at(one("TC118", MISSING, modes=WHOLE), "/id")
    assert rules(lacks, pair) == ["TC118"]
    assert rules(at(replace(lacks, modes=STREAM), "event[0]/id"), pair) == ["TC118"]
    assert rules(at(lacks, "/message/tool_calls/0/id"), pair) == ["TC118", "TC908"]
    assert rules(replace(lacks, modes=BOTH), pair) == ["TC118", "TC908"]
    begins = one("TC923", "The stream does not begin with message-start.", modes=STREAM)
    assert rules(begins, pair) == ["TC923"]
    assert rules(replace(begins, message="No such part is open."), pair) == ["TC923", "TC908"]
    assert rules(lacks, replace(pair, others=("The texts differ.",))) == ["TC118", "TC908"]


def test_durations_that_are_decimals_are_told_once() -> None:
    """Those of whole seconds, too; another member, or a time, is wrong by itself."""
    typed = at(one("TC118", OTHER_TYPE), "/total_duration", "event[3]/load_duration")
    whole = one("TC125", "A duration is written with a fraction, which Go's integers refuse.")
    assert rules(typed, whole) == ["TC118"]
    assert rules(at(typed, "/total_duration", "/eval_count"), whole) == ["TC118", "TC125"]
    late = one("TC125", "The time has not come.")
    assert rules(typed, late) == ["TC118", "TC125"]
    assert rules(replace(typed, modes=STREAM), whole) == ["TC118", "TC125"]


def test_counts_whose_members_are_missing_are_told_once() -> None:
    """Where members of the usage are; counts that nobody tells without it are another cause."""
    lacks = at(one("TC118", MISSING, modes=WHOLE), "/usage/totalTokens", "/usage")
    other = one("TC908", "Other token counts are told in the blocking reply.", modes=STREAM)
    none = one("TC152", "Nothing says how many tokens were read and made.", modes=WHOLE)
    assert rules(lacks, other) == ["TC118"]
    assert rules(lacks, none) == ["TC118"]
    assert rules(replace(lacks, message=OTHER_TYPE), other) == ["TC118"]
    assert rules(at(lacks, "/usage", "/metrics"), other) == ["TC118", "TC908"]
    assert rules(lacks, replace(other, message="The texts differ.")) == ["TC118", "TC908"]


def test_fragments_that_nobody_reads_leave_no_arguments() -> None:
    """What is of another type elsewhere, or in another mode, holds none of them."""
    held = "event[2]/delta/message/tool_calls"
    typed = at(one("TC118", OTHER_TYPE, modes=STREAM), held)
    message = "The arguments are empty where an empty object belongs."
    empty = one("TC304", message, modes=STREAM, severity=Severity.ERROR)
    empty = at(empty, "event[1]/delta/message/tool_calls/function/arguments")
    (left,) = each_cause_once((empty, typed))
    assert (left.rule, left.severity, left.others) == ("TC118", Severity.ERROR, (message,))
    assert rules(at(typed, "event[2]/delta/usage"), empty) == ["TC118", "TC304"]
    assert rules(typed, replace(empty, modes=BOTH)) == ["TC118", "TC304"]
    assert rules(at(one("TC118", MISSING, modes=STREAM), held), empty) == ["TC118", "TC304"]


def test_cases_whose_calls_end_as_replies_without_are_of_that_rule() -> None:
    """They are counted; another word, or another failure, is told beside."""
    wrong = one("TC410", "The reply holds calls and ends as one without.")
    case = one("", "The stop reason does not tell of the call that the reply has.")
    (left,) = each_cause_once((wrong, case))
    assert (left.rule, left.count) == ("TC410", 4)
    assert rules(one("TC410", "The stop reason is not a word of this API."), case) == ["TC410", ""]
    assert rules(wrong, one("", "The reply has two calls.")) == ["TC410", ""]
    none = one("TC410", "The reply ends as one with calls and holds none.")
    assert rules(none, one("", "The stop reason tells of a call and the reply has none.")) == [
        "TC410"
    ]
    assert rules(none, case) == ["TC410", ""]


def test_a_word_in_other_letters_is_not_also_another_reason() -> None:
    """At a stop sequence a word that the API has not may be another one, too."""
    sides: tuple[Json, Json] = ("STOP_SEQUENCE", "stop_sequence")
    message = "The text ended at a word of the request, and the reason is another."
    ended = one("TC415", message, modes=WHOLE, sides=sides)
    word = one("TC410", "The stop reason is not a word of this API.", modes=WHOLE)
    assert rules(word, ended) == ["TC410"]
    other = one("TC415", message, modes=WHOLE, sides=("STOP_SEQUENCE", "eos"))
    assert rules(word, other) == ["TC410", "TC415"]
    assert rules(word, replace(ended, modes=BOTH)) == ["TC410", "TC415"]


def test_the_word_of_one_mode_at_a_stop_sequence_is_told_once() -> None:
    """Where the pair has the same word."""
    pair = one(
        "TC908",
        "The stream ends in another word than the blocking reply.",
        modes=STREAM,
        sides=("end_turn", "stop_sequence"),
    )
    message = "The text ended at a word of the request, and the reason is another."
    ended = one("TC415", message, modes=WHOLE, sides=("stop_sequence", "end_turn"))
    assert rules(ended, pair) == ["TC415"]
    there = "The text has a word at which the request wants it to end."
    assert rules(replace(ended, message=there), pair) == ["TC415", "TC908"]


def test_what_one_mode_says_of_all_that_is_cut_is_told_once() -> None:
    """Calls of the other mode are another cause, and calls that are not left out."""
    cut = one(
        "TC408",
        "One mode says that the reply was cut, the other that it is whole.",
        modes=STREAM,
        sides=("length", "stop"),
    )
    message = "The call is left out where its request allows no more, and the reason says that all is whole."
    call = one("TC422", message, modes=STREAM, sides=("the word for a cut", "stop"))
    assert rules(cut, call) == ["TC408"]
    assert rules(cut, replace(call, modes=BOTH)) == ["TC408", "TC422"]
    assert rules(cut, replace(call, message="The call has more words.")) == ["TC408", "TC422"]


def test_words_that_are_changed_as_values_are_told_once() -> None:
    """In the modes of the values; another change is another cause."""
    how = "UTF-8 was read as Latin-1."
    value = one("TC308", f"A text came back changed as parsers change it: {how}", modes=STREAM)
    words = one("TC511", f"The words that were to be said came otherwise: {how}", modes=STREAM)
    assert rules(value, words) == ["TC308"]
    assert rules(value, replace(words, modes=BOTH)) == ["TC308", "TC511"]
    other = replace(words, message="The words came otherwise: accents were dropped.")
    assert rules(value, other) == ["TC308", "TC511"]


def test_an_id_that_all_calls_have_is_told_once() -> None:
    """Ids that are shared in an answer and others that come again are two causes."""
    shared = one("TC202", "Two calls share one id.", sides=("an id of its own", "call_0"))
    again = one("TC203", "The id was used before.", sides=("an id of its own", "call_0"))
    assert rules(shared, again) == ["TC202"]
    assert rules(shared, one("TC203", again.message, sides=("x", "call_1"))) == ["TC202", "TC203"]
    assert rules(one("TC202", shared.message), one("TC203", again.message)) == ["TC202", "TC203"]


def test_a_failed_result_that_is_refused_is_told_once() -> None:
    """With the cases that have one; others, and other words, are another cause."""
    sides: tuple[Json, Json] = ("an answer", 400)
    message = "A right request is refused: the result of a call that failed."
    right = one("TC762", message, said="status: must be success", sides=sides)
    cases = one("", "refused with HTTP 400 (status: must be success)", step=2)
    failed = replace(cases, cases=("error_result.told", "round_trip.error_result"))
    (left,) = each_cause_once((right, failed))
    assert (left.rule, left.count) == ("TC762", 4)
    assert rules(right, replace(failed, cases=(*failed.cases, "round_trip.one_result"))) == [
        "TC762",
        "",
    ]
    assert rules(replace(right, said="too many"), failed) == ["TC762", ""]
    other = "A right request is refused: an empty text."
    assert rules(replace(right, message=other), failed) == ["TC762", ""]


def test_a_tool_choice_that_is_refused_is_told_once() -> None:
    """In each request that has it, where the words name it: others may be said of any request."""
    sides: tuple[Json, Json] = ("an answer", 400)
    said = "toolChoice: auto is the default"
    form = one("TC604", "A form of the tool choice is refused.", said=said, sides=sides)
    others = [
        one("", f"refused with HTTP 400 ({said})"),
        one("TC006", "A request for a stream is refused.", said=said, sides=sides),
        one("TC762", "A right request is refused: /toolChoice.", said=said, sides=sides),
    ]
    assert rules(form, *others) == ["TC604"]
    vague = [replace(it, said="bad request") for it in (form, *others[1:])]
    assert rules(*vague) == ["TC604", "TC006", "TC762"]
    assert rules(form, *vague[1:], one("", f"refused with HTTP 422 ({said})")) == [
        "TC604",
        "TC006",
        "TC762",
        "",
    ]


def test_an_object_that_is_refused_is_told_once() -> None:
    """In the words in which one with others in it is; other words are another cause."""
    sides: tuple[Json, Json] = ("an answer", 400)
    plain = one("TC734", "An object is refused.", said="only text", sides=sides)
    nested = one("TC766", "An object with objects in it is refused.", said="only text", sides=sides)
    assert rules(plain, nested) == ["TC734"]
    assert rules(plain, replace(nested, said="too deep")) == ["TC734", "TC766"]
    several = one("TC765", "One of several members is refused.", said="only text", sides=sides)
    assert rules(nested, several) == ["TC766"]


def test_an_object_that_is_lost_is_told_once() -> None:
    """What stands inside of it is lost with it; where a part alone is lost, it is another cause."""
    plain = one("TC734", "The answer has no word of what the tool said.")
    nested = one("TC766", "The answer has no word of what stands inside of a result.")
    assert rules(plain, nested) == ["TC734"]
    written = replace(nested, message="An object within came as a program shows it.")
    assert rules(plain, written) == ["TC734", "TC766"]
    assert rules(replace(plain, modes=STREAM), nested) == ["TC734", "TC766"]
    beside = one("TC765", "The answer has no word of the member beside `result` of a result.")
    assert rules(nested, beside) == ["TC766"]
    assert rules(written, beside) == ["TC766", "TC765"]


@pytest.mark.parametrize(
    ("rule", "message", "beside"),
    [
        (
            "TC707",
            "A history in which a call has no result was answered.",
            "two calls in the history, and the result of one",
        ),
        (
            "TC724",
            "A result of a call that nobody made was answered.",
            "a result with an id that no call has, beside one that is right",
        ),
    ],
)
def test_a_wrong_history_that_is_answered_is_told_once(
    rule: str, message: str, beside: str
) -> None:
    """Who answers other wrong requests as well, or says too little of them, is told of those."""
    history = one(rule, message)
    answered = one("TC747", f"A request that is wrong was answered: {beside}.")
    assert rules(history, answered) == [rule]
    more = replace(answered, others=("A request that is wrong was answered: a tool.",))
    assert rules(history, more) == [rule, "TC747"]
    refusal = f"The refusal does not say that the request is at fault: {beside}."
    assert rules(history, replace(answered, message=refusal)) == [rule, "TC747"]
    assert rules(one(rule, "Another history was answered."), answered) == [rule, "TC747"]


def test_a_part_that_is_lost_is_not_counted() -> None:
    """Where the parts of the same place alone are counted short; elsewhere it is another cause."""
    lost = one("TC779", "The answer has no word of a system prompt of several parts.")
    message = "Fewer tokens are counted of the prompt than its words take: a part was not counted."
    less = one("TC146", message, modes=WHOLE, case="suite.other")
    example = replace(less.example, case="history_forms.form_in_parts_system")
    assert rules(lost, replace(less, examples=(example,))) == ["TC779"]
    elsewhere = replace(example, case="history_forms.long_tools")
    assert rules(lost, replace(less, examples=(example, elsewhere))) == ["TC779", "TC146"]
    # A prompt whose lines were lost is one that was counted short.
    assert rules(lost, replace(less, examples=(example, lost.example))) == ["TC779"]
    words = one("TC776", "The answer has no word of what the user said before, in several parts.")
    assert rules(words, replace(less, examples=(example,))) == ["TC776", "TC146"]
    example = replace(example, case="history_forms.form_in_parts_messages_user_content")
    assert rules(words, replace(less, examples=(example,))) == ["TC776"]
    shown = (
        "No token is counted of an image among the user's words: it was not counted, or not read."
    )
    asked = replace(example, case="history_forms.right_long_system")
    image = replace(less, others=(shown,), examples=(example, asked))
    assert rules(words, image) == ["TC776"]
    whole = one("TC776", "The answer has no word of what the user said before.")
    assert rules(whole, image) == ["TC776", "TC146"]
    assert rules(lost, replace(image, examples=(asked,))) == ["TC779", "TC146"]
    for place in ("messages_user_content", "contents_user_parts"):
        example = replace(example, case=f"history_forms.form_in_parts_{place}")
        assert rules(words, replace(less, examples=(example,))) == ["TC776"]
    said = one("TC786", "The answer has no word of a message of the developer.")
    assert rules(said, replace(less, examples=(example,))) == ["TC786", "TC146"]
    example = replace(example, case="history_forms.form_developer_message_instructions")
    assert rules(said, replace(less, examples=(example,))) == ["TC786"]


def test_an_image_behind_the_part_that_is_read_is_told_with_it() -> None:
    """Where one part of a result reaches the model; a long prompt that is not counted is another cause."""
    parts = one("TC763", "One part of the result is repeated, another is not.")
    image = one("TC146", "Far fewer tokens are counted of an image in a tool result than of x.")
    assert rules(parts, image) == ["TC763"]
    less = "Fewer tokens are counted of the prompt than its words take."
    assert rules(parts, replace(image, others=(less,))) == ["TC763", "TC146"]
    assert rules(replace(parts, message="A list of parts is refused."), image) == ["TC763", "TC146"]


def test_a_plan_that_is_a_text_in_one_mode_is_told_once() -> None:
    """Where the same cases show both; in both modes alike nothing differs."""
    plan = one(
        "TC181",
        "The words beside the calls stand in the content, and there is no plan.",
        modes=WHOLE,
    )
    text = one("TC908", "What is reasoning in one mode is text in the other.", modes=STREAM)
    assert rules(plan, text) == ["TC181"]
    elsewhere = replace(text.example, case="suite.other")
    assert rules(plan, replace(text, examples=(text.example, elsewhere))) == ["TC181", "TC908"]
    assert rules(plan, replace(text, others=("The text is cut.",))) == ["TC181", "TC908"]


def test_a_bare_tool_that_is_refused_is_told_once() -> None:
    """With all cases that have one beside others, where the words name what it lacks."""
    sides: tuple[Json, Json] = ("an answer", 400)
    said = "tool parameters must have a property"
    message = "A right request is refused: a tool without parameters."
    right = one("TC762", message, said=said, sides=sides)
    cases = one("", f"refused with HTTP 400 ({said})")
    assert rules(right, replace(cases, cases=("multi_tool.two",))) == ["TC762"]
    vague = replace(right, said="bad request")
    other = one("", "refused with HTTP 400 (bad request)")
    assert rules(vague, replace(other, cases=("multi_tool.two",))) == ["TC762", ""]


def test_a_history_that_is_lost_is_told_once() -> None:
    """Where the user's own earlier words are lost with it; where they are not, each loss is told."""
    words = one("TC776", "The answer has no word of what the user said before.")
    others = [
        one("TC769", "The answer has no word of what an earlier call was made with."),
        one("TC772", "The answer has no word of what was said beside an earlier call."),
        one("TC774", "The answer has no word of an earlier answer."),
        one("TC775", "The answer has no word of an earlier result."),
    ]
    (left,) = each_cause_once((words, *others))
    assert (left.rule, {*left.others}) == ("TC776", {it.message for it in others})
    assert rules(*others) == ["TC769", "TC774", "TC775"]
    part = one("TC776", "The answer has no word of the end of what the user said before.")
    assert rules(part, *others) == ["TC776", "TC769", "TC774", "TC775"]


@pytest.mark.parametrize(
    "said",
    [
        'messages/1/tool_calls/0: "type" is a required property',
        "messages.1.tool_calls.0.type: Field required",
    ],
)
def test_a_message_that_is_refused_for_what_is_wrong_with_it_is_told_once(said: str) -> None:
    """Words that name no member, or another one, may be of another cause."""
    wrong = at(one("TC103", "The call does not say what it is."), "/message/tool_calls/0/type")
    back = one("TC701", "Its own message is refused.", severity=Severity.ERROR, said=said)
    (left,) = each_cause_once((back, wrong))
    assert (left.rule, left.severity, left.others) == ("TC103", Severity.ERROR, (back.message,))
    assert rules(wrong, replace(back, said="the request is not of this type")) == ["TC103", "TC701"]
    other = at(one("TC118", OTHER_TYPE), "/message/content/0")
    assert rules(other, back) == ["TC118", "TC701"]
    parts = "messages/1/content/0: {} has more than 1 property"
    assert rules(other, replace(back, said=parts)) == ["TC118"]


def test_pieces_that_come_twice_are_told_once() -> None:
    """Of short texts the modes differ; where the stream tells nothing twice, a piece is missing."""
    twice = one("TC929", "Each piece of the text is sent twice.", modes=STREAM)
    cut = "A piece of the text is missing in one mode, cut out of a word."
    pair = one("TC908", cut, modes=STREAM, severity=Severity.ERROR)
    (left,) = each_cause_once((pair, twice))
    assert (left.rule, left.severity, left.others) == ("TC929", Severity.ERROR, (cut,))
    amid = "A piece of the text stands there twice in one mode, amid a word."
    assert rules(replace(pair, others=(amid,)), twice) == ["TC929"]
    again = replace(twice, message="Each piece of the text repeats what was sent before.")
    assert rules(pair, again) == ["TC908", "TC929"]
    assert rules(replace(pair, others=("A call is missing.",)), twice) == ["TC908", "TC929"]


def test_a_plainest_request_that_is_refused_is_told_once() -> None:
    """Every request has its form; another form that is refused breaks no first request."""
    sides: tuple[Json, Json] = ("an answer", 400)
    case = "history_forms.form_usual_plain"
    said = "Missing required parameter: 'input[0].type'."
    form = one("TC749", "The usual form is refused.", said=said, sides=sides, case=case)
    cases = one("", f"refused with HTTP 400 ({said.replace('0', '2')})")
    assert rules(form, cases) == ["TC749"]
    assert rules(replace(form, said="bad request"), cases) == ["TC749", ""]
    other = replace(form.example, case="history_forms.form_usual_system")
    assert rules(replace(form, examples=(other,)), cases) == ["TC749", ""]
