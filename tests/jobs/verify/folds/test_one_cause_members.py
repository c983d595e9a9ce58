"""What is told once where a server passes over a member, refuses it, or leaves it out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.jobs.verify.folded import UNREAD, one, rules
from toolwire.jobs.verify.deviation import ServerDeviation
from toolwire.jobs.verify.folds.one_cause import each_cause_once
from toolwire.model.conversation import Json
from toolwire.model.exchange import Mode

STREAM = ("streaming",)
SIDES: tuple[Json, Json] = ("an answer", 400)


@pytest.mark.parametrize(
    ("rule", "wrong"),
    [
        ("TC387", "/tools/*/description left out"),
        ("TC415", "more than 5 stop_sequences; so does litellm"),
        ("TC415", "/stop of another type"),
        ("TC421", "a max_tokens below 0"),
        ("TC421", "/generationConfig/maxOutputTokens of another type"),
        ("TC520", "a response_format of JSON beside tools"),
        ("TC601", "a tool_choice of REQUIRED and no tools"),
        ("TC602", "a tool choice of a tool that is not offered"),
        ("TC602", "allowedFunctionNames and the mode AUTO; so does litellm"),
        ("TC758", "a previous_response_id that nobody was given; so does transformers"),
        ("TC774", "a message of the assistant with an input_text; so does transformers"),
        ("TC777", "/systemInstruction of another type"),
        ("TC777", "/instructions of another type"),
        ("TC777", "a system message behind others"),
    ],
)
def test_what_is_wrong_in_a_member_that_is_not_read_is_told_with_it(rule: str, wrong: str) -> None:
    """All of it has to be of that member."""
    unread = one(rule, UNREAD.get(rule, "It is passed over."))
    answered = one("TC747", f"A request that is wrong was answered: {wrong}.")
    assert rules(unread, answered) == [rule]
    more = "A request that is wrong was answered: /tools of another type."
    assert rules(unread, replace(answered, others=(more,))) == [rule, "TC747"]
    refused = answered.message.replace(
        "A request that is wrong was answered", "The refusal names x"
    )
    assert rules(unread, replace(answered, message=refused)) == [rule, "TC747"]


def test_a_member_that_is_refused_is_told_once() -> None:
    """With the cases that have it, where the words name it."""
    said = "unknown field strict_tools"
    right = one("TC762", "A right request is refused: /strict_tools.", said=said, sides=SIDES)
    cases = replace(one("", f"refused with HTTP 400 ({said})"), cases=("tool_definition.strict",))
    assert rules(right, cases) == ["TC762"]
    other = replace(right, message="A right request is refused: /seed.")
    assert rules(other, cases) == ["TC762", ""]


def test_an_id_that_calls_of_one_mode_lack_is_told_once() -> None:
    """Where neither has one, or more is said of the two, there is more to tell."""
    none = one("TC201", "The call has no id.", modes=STREAM)
    differs = one("TC908", "The call has an id in one mode only.", modes=STREAM)
    assert rules(none, differs) == ["TC201"]
    assert rules(none, replace(differs, others=("The text is cut.",))) == ["TC201", "TC908"]
    assert rules(replace(none, message="The id is empty."), differs) == ["TC201", "TC908"]


def test_a_long_result_of_several_that_are_lost_is_told_with_them() -> None:
    """It is one of two, of which one alone is read."""
    lost = one("TC733", "One of the results is repeated, another is not.")
    less = "Fewer tokens are counted of the prompt than its words take: a result of 16 kB."
    counted = one("TC146", less, case="history_forms.right_results")
    assert rules(lost, counted) == ["TC733"]


def test_earlier_answers_that_are_lost_are_told_with_the_words_beside_calls() -> None:
    """Words beside calls alone are another cause, and so are those of which a part is lost."""
    words = one("TC772", "The answer has no word of what was said beside an earlier call.")
    answers = one("TC774", "The answer has no word of an earlier answer.")
    assert rules(words, answers) == ["TC774"]
    part = replace(words, message="The answer has no word of the beginning of what was said.")
    assert rules(part, answers) == ["TC772", "TC774"]


def test_a_number_that_goes_with_an_event_is_told_with_it() -> None:
    """Of the same answers; numbers that have gaps elsewhere are another cause."""
    part = one("TC927", "The text is of a part that was not opened.", modes=STREAM)
    number = one("TC919", "The sequence numbers do not rise one by one.", modes=STREAM)
    assert rules(part, number) == ["TC927"]
    elsewhere = replace(number.example, case="suite.other")
    assert rules(part, replace(number, examples=(elsewhere,))) == ["TC927", "TC919"]


def test_arguments_with_which_a_call_opens_are_told_once() -> None:
    """In streams, with what becomes of them there; what comes twice otherwise is another cause."""
    opens = one(
        "TC923", "A call opens with arguments, which are those of tool-call-delta.", modes=STREAM
    )
    value = one("TC302", "The arguments are not exactly one JSON value.", modes=STREAM)
    again = one("TC907", "The fragment repeats the arguments that were already sent.", modes=STREAM)
    assert rules(opens, value, again) == ["TC923"]
    assert rules(replace(opens, message="A part is not closed."), value) == ["TC923", "TC302"]
    assert rules(opens, replace(value, modes=("blocking",))) == ["TC923", "TC302"]


def test_a_member_that_is_told_as_if_nobody_sent_it_is_told_with_what_it_does() -> None:
    """Where another member is told otherwise too, or what is lost is another, there is more to tell."""
    lost = one("TC758", "An answer that was to be kept is not gone on from.")
    at = "event[0]/response/previous_response_id"
    told = one("TC133", "Another value is told than was asked with.", pointer=at)
    assert rules(lost, told) == ["TC758"]
    assert rules(one("TC777", "It is passed over."), told) == ["TC777", "TC133"]
    seen = (("s.a", Mode.BLOCKING, at), ("s.b", Mode.BLOCKING, "/instructions"))
    both = one("TC133", "Another value is told than was asked with.", seen=seen)
    assert rules(lost, both) == ["TC758", "TC133"]


def test_ends_that_are_passed_over_with_what_holds_them_are_told_once() -> None:
    """Where the object that holds them is looked at, one is passed over for another cause than the other."""
    words, limit = (one(rule, UNREAD[rule]) for rule in ("TC415", "TC421"))
    answered = one("TC747", "A request that is wrong was answered: a topP of 2.")
    whole = "A request that is wrong was answered: /inferenceConfig of another type."
    (left,) = each_cause_once((limit, replace(answered, others=(whole,)), words))
    assert {whole, limit.message} <= set(left.others)
    assert rules(limit, answered, words) == ["TC421", "TC747", "TC415"]
    more = (whole, "A request that is wrong was answered: /tools of another type.")
    assert rules(limit, replace(answered, others=more), words) == ["TC421", "TC747", "TC415"]


def test_a_choice_of_tools_that_is_passed_over_is_told_once() -> None:
    """Where one that is none is refused, choices are read, and each is lost by itself."""
    required = one("TC601", "A call was required and none came.")
    none = one("TC005", "A tool choice that does not exist was passed over.")
    named = one("TC602", "A call of one tool was demanded and none came.")
    forbidden = one("TC603", "A call came although calls were forbidden.")
    assert rules(none, named, forbidden, required) == ["TC601"]
    spelled = replace(forbidden, message=f"{forbidden.message[:-1]}: /toolConfig in snake_case.")
    assert rules(none, named, spelled, required) == ["TC601"]
    assert rules(named, required) == ["TC601"]
    assert rules(none, named) == ["TC005", "TC602"]
    other = replace(named, others=("The name is another.",))
    assert rules(none, other, required) == ["TC602", "TC601"]


def test_a_form_that_is_refused_as_the_servers_own_message_is_told_with_it() -> None:
    """In words that quote it: other words may be said of any request."""
    said = "Invalid value: 'output_text', message 2"
    own = one("TC701", "Its own message is refused.", said=said, sides=SIDES)
    form = one("TC748", "A form is refused: /input.", said=said.replace("2", "4"), sides=SIDES)
    assert rules(own, form) == ["TC701"]
    assert rules(own, replace(form, said="Invalid value: 'text'")) == ["TC701", "TC748"]
    vague = [replace(it, said="The request is not valid.") for it in (own, form)]
    assert rules(*vague) == ["TC701", "TC748"]


def test_a_history_that_is_refused_for_what_is_lost_of_it_is_told_once() -> None:
    """What it lacks has to be what the server then does not miss."""
    own = one("TC701", "Its own message is refused.", said="A tool result follows no tool call.")
    call = one("TC707", "A history in which a call has no result was answered.")
    result = one("TC724", "A result of a call that nobody made was answered.")
    assert rules(own, call) == ["TC701"]
    assert rules(own, result) == ["TC701", "TC724"]
    other = replace(own, said="No tool output found for function call call_1.")
    assert rules(other, result) == ["TC701"]
    assert rules(other, call) == ["TC701", "TC707"]
    streamed = replace(other, modes=STREAM)
    assert rules(streamed, result) == ["TC701", "TC724"]


def test_answers_of_another_format_are_told_once_of_both_modes() -> None:
    """Chunks that differ elsewhere, or in answers that are of the type, are another cause."""
    seen = (("s.a", Mode.BLOCKING, "/object"), ("s.a", Mode.STREAMING, "event[0]/choices/0/text"))
    named = one("TC118", "The value is not of the published type.", seen=seen)
    message = "The chunks do not agree."
    called = one("TC922", message, modes=STREAM, seen=(("s.a", Mode.STREAMING, "event[0]/object"),))
    assert rules(named, called) == ["TC118"]
    for other in (
        ("s.a", Mode.STREAMING, "event[0]/id"),
        ("s.b", Mode.STREAMING, "event[0]/object"),
    ):
        assert rules(named, one("TC922", message, modes=STREAM, seen=(other,))) == [
            "TC118",
            "TC922",
        ]
    unread = one("TC118", "A member is missing.", seen=seen[1:])
    assert rules(unread, called) == ["TC118", "TC922"]


def test_a_history_that_lacks_turns_is_refused_when_it_comes_back() -> None:
    """In its own answers, at a later step; what is refused elsewhere is refused for another cause."""
    place = (("round_trip.told", Mode.BLOCKING, "/chat_history"),)
    lacks = one("TC926", "The history lacks what was asked.", seen=place)
    refused = one("", "refused with HTTP 400 (A tool call has no result.)", step=3)
    refused = replace(refused, examples=(replace(refused.example, case="round_trip.told"),))
    assert rules(lacks, refused) == ["TC926"]
    other = replace(refused, examples=(replace(refused.example, case="tool_choice.free"),))
    assert rules(lacks, other) == ["TC926", ""]
    first = replace(refused, examples=(replace(refused.example, step=1),))
    assert rules(lacks, first) == ["TC926", ""]
    text = replace(lacks, examples=(replace(lacks.example, pointer="event[4]/response/text"),))
    assert rules(text, refused) == ["TC926", ""]


def test_arguments_that_are_a_text_at_one_place_are_told_once() -> None:
    """In the same answers, of calls: texts that are told twice differ for another cause."""
    text = one("TC306", "The arguments are not a JSON object.", case="round_trip.told")
    place = (("round_trip.told", text.example.mode, "/chat_history/1/tool_calls"),)
    differs = one("TC926", "What is told twice differs.", seen=place)
    assert rules(text, differs) == ["TC306"]
    words = replace(differs.example, pointer="/chat_history/1/message")
    assert rules(text, replace(differs, examples=(words,))) == ["TC306", "TC926"]
    elsewhere = replace(differs.example, case="suite.other")
    assert rules(text, replace(differs, examples=(elsewhere,))) == ["TC306", "TC926"]


def test_counts_in_a_response_that_an_event_lacks_are_told_with_it() -> None:
    """Another member that is missing holds none."""
    lacks = one("TC118", "A member that the published type requires is missing.", modes=STREAM)
    lacks = replace(lacks, examples=(replace(lacks.example, pointer="event[9]/response"),))
    none = one("TC908", "No token counts are told in the stream.", modes=STREAM)
    assert rules(lacks, none) == ["TC118"]
    other = replace(lacks, examples=(replace(lacks.example, pointer="event[9]/finish_reason"),))
    assert rules(other, none) == ["TC118", "TC908"]


def test_a_failure_that_is_lost_with_other_objects_is_told_with_them() -> None:
    """One that came changed was read."""
    nested = one("TC766", "The answer has no word of what stands inside of a result.")
    failed = one("TC736", "The answer has no word of a failure that it was to repeat.")
    assert rules(nested, failed) == ["TC766"]
    assert rules(nested, replace(failed, message="The failure is a success.")) == ["TC766", "TC736"]


def test_words_in_a_message_that_is_missing_are_missing_with_it() -> None:
    """In the same answers, wherever it is looked for there."""
    text = "A member that the published type requires is missing."
    place = (("round_trip.told", Mode.STREAMING, "event[2]/delta/message"),)
    lacks = one("TC118", text, modes=STREAM, seen=place)
    place = (("round_trip.told", Mode.STREAMING, "event[1]/delta/message/content"),)
    nothing = one("TC510", "The answer says nothing, though it was told.", modes=STREAM, seen=place)
    assert rules(lacks, nothing) == ["TC118"]
    beside = replace(nothing.example, pointer="event[1]/delta/messages")
    assert rules(lacks, replace(nothing, examples=(beside,))) == ["TC118"]
    other = replace(nothing.example, case="round_trip.again")
    assert rules(lacks, replace(nothing, examples=(other,))) == ["TC118", "TC510"]


def test_thoughts_in_a_list_that_is_a_text_are_told_with_it() -> None:
    """In one mode, and in its answers."""
    place = (("reasoning_state.told", Mode.BLOCKING, "/message/content"),)
    message = "The value is not of the published type."
    text = one("TC118", message, modes=("blocking",), seen=place)
    none = one("TC908", "Reasoning came in one mode only.", case="reasoning_state.told")
    assert rules(text, none) == ["TC118"]
    assert rules(replace(text, modes=("blocking", "streaming")), none) == ["TC118", "TC908"]


def test_results_that_are_told_backwards_are_matched_by_place() -> None:
    """One that is told for all of them is kept by the name of its tool, and tells of both."""
    place = one("TC709", "The answer gives the result of another call than the one asked about.")
    text = "The results of one tool are told in the reverse order of their calls."
    assert rules(place, one("TC767", text)) == ["TC709"]
    twice = one("TC767", "One result of a tool is told in the place of another one of it.")
    assert rules(place, twice) == ["TC767"]


def test_what_a_response_tells_otherwise_was_asked_so() -> None:
    """In the same answers, and where nothing else is told otherwise."""
    parameters = one("TC133", "A tool is told with other parameters than it has in the request.")
    value = "The call has not the value that an alternative of its parameter alone allows."
    assert rules(parameters, one("TC395", value)) == ["TC133"]
    assert rules(parameters, one("TC395", value, case="suite.other")) == ["TC133", "TC395"]
    form = one("TC133", "The text is told to have another format than was asked for.")
    text = "The text is not one JSON object, though the request wants it to fit a schema."
    assert rules(form, one("TC520", text)) == ["TC133"]
    assert rules(parameters, one("TC520", text)) == ["TC133", "TC520"]


@pytest.mark.parametrize("rule", ["TC398", "TC399"])
def test_a_call_without_what_is_not_told_as_required_is_of_that(rule: str) -> None:
    """Where all that is told otherwise is that; what shows in other answers as well has another cause."""
    told = one("TC133", "A tool is told with other parameters than it has in the request.")

    def telling(expected: Json) -> ServerDeviation:
        return replace(told, examples=(replace(told.example, expected=expected),))

    lacks = one(rule, "The call has not what its tool's schema requires.")
    assert rules(telling("keep: note as required"), lacks) == ["TC133"]
    assert rules(telling({"type": "object"}), lacks) == ["TC133", rule]
    other = one(rule, "The call has not what its tool's schema requires.", case="suite.other")
    assert rules(telling("keep: note as required"), other) == ["TC133", rule]


def test_who_gives_two_items_one_id_takes_them_back() -> None:
    """What else is wrong and answered is another cause."""
    shared = one("TC154", "Two items of the answer share one id.")
    answered = "A request that is wrong was answered: "
    twice = f"{answered}two calls of one item id; so does transformers."
    assert rules(shared, one("TC747", twice)) == ["TC154"]
    assert rules(shared, one("TC747", f"{answered}no model.")) == ["TC154", "TC747"]
