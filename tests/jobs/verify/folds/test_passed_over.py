"""Wrong requests that are answered since a member is passed over: told once, and what is wrong elsewhere beside it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.jobs.verify.folded import UNREAD, one, rules
from toolwire.jobs.verify.folds.one_cause import each_cause_once
from toolwire.jobs.verify.folds.told_together import SETTINGS_PASSED_OVER, SEVERAL_REFUSED
from toolwire.model.exchange import Mode


@pytest.mark.parametrize(
    ("rule", "case"),
    [
        ("TC415", "request_validation.known_blank_stop"),
        ("TC415", "request_validation.retype_stop_sequences_itself"),
        ("TC421", "request_validation.known_no_tokens"),
        ("TC421", "request_validation.known_both_limits"),
        ("TC423", "request_validation.known_worded_limit"),
        ("TC520", "request_validation.retype_format_itself"),
        ("TC601", "request_validation.known_choice_twice"),
        ("TC602", "tool_choice.unknown_name"),
        ("TC602", "request_validation.drop_toolConfig_toolChoice_tool_name"),
        ("TC602", "request_validation.enum_toolConfig_functionCallingConfig_mode"),
        ("TC652", "request_validation.known_parallel_without_tools"),
        ("TC709", "request_validation.drop_messages_content_toolResult_toolUseId"),
        ("TC709", "request_validation.known_empty_call_id"),
        ("TC709", "request_validation.known_result_of_another_call"),
        ("TC731", "request_validation.drop_messages_content_document_data"),
        ("TC731", "request_validation.enum_messages_content_type"),
        ("TC734", "request_validation.known_result_list"),
        ("TC769", "request_validation.drop_chat_history_tool_calls_parameters"),
        ("TC769", "request_validation.drop_messages_content_input"),
        ("TC769", "request_validation.whole_written_arguments"),
        ("TC777", "request_validation.retype_preamble_itself"),
        ("TC777", "request_validation.retype_instructions_itself"),
        ("TC780", "request_validation.known_words_before_results"),
        ("TC911", "request_validation.known_stream_options_without_stream"),
    ],
)
def test_a_member_that_is_passed_over_may_have_anything_in_it(rule: str, case: str) -> None:
    """Who answers what is wrong elsewhere as well, or refuses it otherwise than is due, is told of it."""
    over = one(rule, UNREAD.get(rule, "The member is passed over."))
    said = "A request that is wrong was answered: something in it."
    wrong = one("TC747", said, seen=((case, Mode.BLOCKING, "status"),))
    (left,) = each_cause_once((over, wrong))
    assert (left.rule, left.others) == (rule, (said,))
    more = (*wrong.examples, replace(wrong.example, case="request_validation.bad_schema"))
    assert rules(over, replace(wrong, examples=more)) == [rule, "TC747"]
    refused = "The refusal does not say that the request is at fault: x."
    assert rules(over, replace(wrong, message=refused)) == [rule, "TC747"]


def test_an_image_that_is_passed_over_may_be_none() -> None:
    """Who counts too little of words as well, or answers what is wrong elsewhere, is told of both."""
    unseen = (
        "No token is counted of an image among the user's words: it was not counted, or not read."
    )
    over = one("TC146", unseen, modes=("blocking",))
    said = "A request that is wrong was answered: an image by its address."
    case = "request_validation.known_image_by_link"
    wrong = one("TC747", said, seen=((case, Mode.BLOCKING, "status"),))
    (left,) = each_cause_once((over, wrong))
    assert (left.rule, left.others) == ("TC146", (said,))
    words = "Fewer tokens are counted of the prompt than its words take: a part was not counted."
    assert rules(replace(over, others=(words,)), wrong) == ["TC146", "TC747"]
    assert rules(over, replace(wrong, examples=over.examples)) == ["TC146", "TC747"]


def test_a_schema_that_is_not_counted_may_be_none() -> None:
    """Another part that is not counted says nothing of one."""
    less = "Fewer tokens are counted of the prompt than its words take: a part was not counted: {}."
    over = one("TC146", less.format("long descriptions of parameters"))
    said = "A request that is wrong was answered: parameters that are no object."
    case = "request_validation.bad_schema"
    wrong = one("TC747", said, seen=((case, Mode.BLOCKING, "status"),))
    assert rules(over, wrong) == ["TC146"]
    place = less.format("long descriptions of parameters, under `parametersJsonSchema`")
    assert rules(replace(over, message=place), wrong) == ["TC146"]
    assert rules(replace(over, message=less.format("a long text")), wrong) == ["TC146", "TC747"]


@pytest.mark.parametrize(
    ("wrong", "folded"),
    [
        ("/tools/*/parameter_definitions/location/type left out", True),
        ("/tools/*/input_schema/type a word that is none; so does vllm", True),
        ("/toolConfig/tools/*/toolSpec/inputSchema/json left out", True),
        ("parameters that are no object", True),
        ("a property with a const; so does litellm", True),
        ("a tool whose parameters are no object", True),
        ("/tools/*/name left out", False),
        ("a response_format with a schema of another type", False),
        ("a text without words", False),
    ],
)
def test_parameters_of_which_nothing_is_read_may_be_wrong(wrong: str, *, folded: bool) -> None:
    """Who reads another value of them has lost a part alone."""
    said = "The call has what its tool's description names, and nothing that its parameters' definition tells."
    over = one("TC383", said, sides=("north-7b", None))
    answered = one("TC747", f"A request that is wrong was answered: {wrong}.")
    assert rules(over, answered) == (["TC383"] if folded else ["TC383", "TC747"])
    part = one("TC383", "The call has not the value.", sides=("north-7b", "default"))
    assert rules(part, answered) == ["TC383", "TC747"]


def test_parameters_of_which_nothing_is_read_are_not_counted() -> None:
    """Another part that is not counted is told beside them."""
    less = "Fewer tokens are counted of the prompt than its words take: a part was not counted: {}."
    over = one("TC383", "The call has nothing of them.", sides=("north-7b", None))
    assert rules(over, one("TC146", less.format("long descriptions of parameters"))) == ["TC383"]
    members = one("TC146", less.format("a parameter that is an object of many members"))
    assert rules(over, members) == ["TC383"]
    assert rules(over, one("TC146", less.format("a long text"))) == ["TC383", "TC146"]
    part = replace(over, examples=one("TC383", "", sides=("north-7b", "default")).examples)
    assert rules(part, members) == ["TC383", "TC146"]
    strict = one("TC313", "There are no arguments at all though a strict tool requires some.")
    assert rules(over, strict) == ["TC383"]
    assert rules(over, replace(strict, others=("A number is too large.",))) == ["TC383", "TC313"]


def test_a_json_result_that_is_lost_may_be_a_list() -> None:
    """What stands inside of it is lost as well, whatever is folded first."""
    lost = one("TC734", "The answer has no word of what the tool said: it may not reach the model.")
    nested = one("TC766", "The answer has no word of what stands inside of a result.")
    case = "request_validation.known_result_list"
    said = "A request that is wrong was answered: a result whose json is a list."
    wrong = one("TC747", said, seen=((case, Mode.BLOCKING, "status"),))
    (left,) = each_cause_once((lost, wrong, nested))
    assert (left.rule, {*left.others}) == ("TC734", {nested.message, said})


def test_a_server_that_forces_no_call_is_told_of_once() -> None:
    """Where another tool was called than the one demanded, the choice was read."""
    forced = one("TC601", "A call was required and none came.")
    named = one("TC602", "A call of one tool was demanded and none came.")
    assert rules(named, forced) == ["TC601"]
    assert rules(one("TC601", forced.message, modes=("streaming",)), named) == ["TC601", "TC602"]
    another = one("TC602", "Another tool was called than the one demanded.")
    assert rules(forced, another) == ["TC601", "TC602"]


def test_a_choice_that_is_passed_over_names_no_tool_either() -> None:
    """Who answers where the tool demanded is not offered reads neither that a call is demanded nor of which."""
    forced = one("TC601", "A call was required and none came.")
    another = one("TC602", "Another tool was called than the one demanded.")
    unknown = "A request that is wrong was answered: a tool choice of a tool that is not offered."
    case = ("tool_choice.unknown_name", Mode.BLOCKING, "status")
    assert rules(another, forced, one("TC747", unknown, seen=(case,))) == ["TC601"]
    assert rules(one("TC747", unknown, seen=(case,)), another) == ["TC602"]


def test_an_object_of_settings_that_is_passed_over_is_told_once() -> None:
    """It may be of any type then; where it may not, the two are passed over by themselves."""
    word, limit = (one(rule, UNREAD[rule]) for rule in ("TC415", "TC421"))
    case = ("request_validation.known_options_as_list", Mode.BLOCKING, "status")
    said = "A request that is wrong was answered: {}."
    wrong = one("TC747", said.format("/options of another type"), seen=(case,))
    listed = replace(wrong, others=(said.format("options that are a list"),))
    (left,) = each_cause_once((word, limit, listed))
    assert (left.rule, left.message) == ("TC415", SETTINGS_PASSED_OVER)
    assert {*left.others} == {word.message, limit.message, *listed.texts}
    assert rules(word, limit) == ["TC415", "TC421"]
    others = replace(wrong, others=(said.format("a message that is a list"),))
    assert rules(word, limit, others) == ["TC415", "TC421", "TC747"]


def test_a_member_that_is_lost_is_not_also_lax() -> None:
    """Who refuses what it allows has not got it; where that is taken it may be anything by itself."""
    lost = one(
        "TC762",
        "A right request is refused: a result beside the user's words, with force_single_step.",
    )
    lax = one("TC747", "A request that is wrong was answered: /force_single_step of another type.")
    assert rules(lost, lax) == ["TC762"]
    other = replace(lax, message="A request that is wrong was answered: /message of another type.")
    assert rules(lost, other) == ["TC762", "TC747"]
    words = replace(lost, message="A right request is refused: 16 tools.")
    assert rules(words, lax) == ["TC762", "TC747"]


WRONG = "A request that is wrong was answered: {}."
LESS = "Fewer tokens are counted of the prompt than its words take: a part was not counted, or not read: {}."


def test_parameters_of_which_nothing_is_counted_may_be_anything() -> None:
    """Where some of them is counted, or something else was answered, it is another fault."""
    uncounted = one(
        "TC146",
        LESS.format("long descriptions of parameters"),
    )
    members = LESS.format("a parameter that is an object of many members")
    nothing = replace(uncounted, others=(members,))
    lax = replace(
        one("TC747", WRONG.format("parameters that are no object")),
        others=(WRONG.format("a schema whose properties are a list"),),
    )
    assert rules(nothing, lax) == ["TC146"]
    assert rules(uncounted, lax) == ["TC146", "TC747"]
    assert rules(nothing, replace(lax, others=(WRONG.format("no model"),))) == ["TC146", "TC747"]


@pytest.mark.parametrize("by", ["Anthropic", "Bedrock"])
def test_who_gives_ids_with_such_characters_takes_one(by: str) -> None:
    """Another wrong request that was answered is another fault, and so is another id."""
    own = one("TC205", f"The id has a character that {by} refuses in a history.")
    taken = one(
        "TC747", WRONG.format("an id of a call with a colon and a stop in it; so does litellm")
    )
    assert rules(own, taken) == ["TC205"]
    assert rules(own, replace(taken, others=(WRONG.format("no model"),))) == ["TC205", "TC747"]
    long = replace(own, message="The id is longer than Bedrock takes.")
    assert rules(long, taken) == ["TC205", "TC747"]


def test_who_reads_one_result_of_a_message_looks_at_no_further_one() -> None:
    """Who refuses single results as well, for another reason, or answers what is wrong in the first, is told of both."""
    refused = one(
        "TC701",
        "The server refuses its own message and the results of its calls.",
        said="A tool call has no tool result.",
        case="reasoning_state.parallel_calls",
    )
    taken = replace(
        one("TC747", WRONG.format("two results of one call; so does zai")),
        others=(WRONG.format("a result that no call has beside one that a call has"),),
    )
    several = replace(refused, message=SEVERAL_REFUSED)
    assert rules(several, taken) == ["TC701"]
    doubled = replace(taken, others=(WRONG.format("/messages/*/content/* said twice"),))
    assert rules(several, doubled) == ["TC701"]
    assert rules(refused, taken) == ["TC701", "TC747"]
    assert rules(replace(several, said="No."), taken) == ["TC701", "TC747"]
    first = replace(taken, others=(WRONG.format("no model"),))
    assert rules(several, first) == ["TC701", "TC747"]


def test_thoughts_that_are_lost_may_be_signed_by_anybody() -> None:
    """Where words are lost as well, or something else is answered, it is another fault."""
    lost = one(
        "TC146",
        "As many tokens are counted with the thoughts of the running turn as without them: they were "
        "not counted, or not read.",
    )
    taken = replace(
        one("TC747", WRONG.format("a thinking block with a signature of nobody's")),
        others=(
            WRONG.format(
                "thoughts with their own signature, of which a letter is another; so does x"
            ),
        ),
    )
    (left,) = each_cause_once((taken, lost))
    assert (left.rule, {*left.others}) == ("TC146", {*taken.texts})
    assert rules(lost, replace(taken, others=(WRONG.format("no model"),))) == ["TC146", "TC747"]
    words = replace(lost, message=LESS.format("long descriptions of tools"))
    assert rules(words, taken) == ["TC146", "TC747"]
