"""Findings that tell of one thing that befell the calls of a run are one deviation."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from tests.jobs.verify.folded import one, rules
from toolwire.jobs.verify.folds.one_cause import each_cause_once
from toolwire.model.conversation import Json
from toolwire.model.exchange import Mode
from toolwire.model.observation import Severity

WHOLE, STREAM = ("blocking",), ("streaming",)
OTHER_NUMBER = "The stream holds another number of calls than the blocking reply."
OF_ONE_TOOL = one("TC662", "Of several calls of one tool one came.", modes=WHOLE)
ERROR = Severity.ERROR
NONE: Final = "A call of one tool was demanded and none came"
THOUGHTS: Final = "The answer has thoughts alone, though the prompt writes out a call."
WORDS: Final = "The prompt writes out a call of an offered tool, and words came in its place."


def test_calls_in_choices_of_their_own_are_told_once() -> None:
    """The comparison is told of the stream, which is right; where the stream has fewer, it lost others."""
    message = "A choice came that the request does not ask for."
    apart = one("TC119", message, modes=WHOLE)
    pair = one("TC908", OTHER_NUMBER, modes=STREAM, severity=ERROR, sides=(1, 2))
    (left,) = each_cause_once((apart, OF_ONE_TOOL, pair))
    assert (left.rule, left.severity, left.modes) == ("TC119", ERROR, WHOLE)
    assert left.others == (OF_ONE_TOOL.message, OTHER_NUMBER)
    elsewhere = one("TC908", OTHER_NUMBER, modes=STREAM, sides=(1, 2), case="suite.other")
    fewer = one("TC908", OTHER_NUMBER, modes=STREAM, sides=(2, 1))
    for other in (elsewhere, fewer, replace(pair, others=("A call is missing.",))):
        assert rules(apart, other) == ["TC119", "TC908"]
    assert rules(one("TC119", "Two choices have one index.", modes=WHOLE), pair) == [
        "TC119",
        "TC908",
    ]


def test_the_mode_that_lacks_calls_of_one_tool_is_told_once() -> None:
    """What is missing in the other mode, or in a case where both have as many, is another cause."""
    streamed = replace(OF_ONE_TOOL, modes=STREAM)
    pair = one("TC908", OTHER_NUMBER, modes=STREAM, severity=ERROR, sides=(2, 1))
    (left,) = each_cause_once((streamed, pair))
    assert (left.rule, left.severity, left.others) == ("TC908", ERROR, (streamed.message,))
    assert rules(replace(pair, examples=one("", "", sides=(1, 2)).examples), OF_ONE_TOOL) == [
        "TC908"
    ]
    assert rules(pair, OF_ONE_TOOL) == ["TC908", "TC662"]
    assert rules(pair, one("TC662", streamed.message, modes=STREAM, case="suite.other")) == [
        "TC908",
        "TC662",
    ]
    uncounted = replace(pair, examples=one("", "").examples)
    assert rules(uncounted, streamed) == ["TC908", "TC662"]


def test_what_becomes_a_text_in_one_mode_is_told_once() -> None:
    """A value that is a text in the other mode alone was changed there, and not by this."""
    changed = one("TC314", "A value came back changed: a number became a text.", modes=STREAM)
    message = "An argument has the same value in another type in the stream."
    pair = one("TC908", message, modes=STREAM, sides=("integer", "string"))
    (left,) = each_cause_once((changed, pair))
    assert (left.rule, left.others) == ("TC314", (message,))
    assert rules(replace(changed, modes=WHOLE), pair) == ["TC314", "TC908"]
    assert rules(replace(changed, message="A value came back changed."), pair) == [
        "TC314",
        "TC908",
    ]
    whole = one("TC908", message, modes=STREAM, sides=("string", "integer"))
    assert rules(replace(changed, modes=WHOLE), whole) == ["TC314"]


def test_what_becomes_a_text_is_told_of_strict_tools_once() -> None:
    """What is of another type and no text, or of the other mode alone, was changed by something else."""
    changed = one("TC314", "A value came back changed: a number became a text.", modes=STREAM)
    message = "The arguments of a strict tool do not meet 'type' of its schema."
    strict = one("TC313", message, modes=STREAM, severity=ERROR, sides=(["integer"], "7"))
    (left,) = each_cause_once((changed, strict))
    assert (left.rule, left.severity, left.others) == ("TC314", ERROR, (message,))
    both = ["TC314", "TC313"]
    assert rules(replace(changed, message="A value came back changed."), strict) == both
    assert rules(replace(changed, modes=WHOLE), strict) == both
    others: tuple[tuple[Json, Json], ...] = ((["integer"], 7.5), (["integer", "string"], "7"))
    for sides in others:
        assert rules(changed, one("TC313", message, modes=STREAM, sides=sides)) == both
    assert rules(changed, replace(strict, others=("A member is missing.",))) == both


def test_a_signature_inside_of_calls_is_told_once() -> None:
    """In the mode that has it inside there is none beside; where the other has none, it was lost there."""
    inside = one("TC131", "The signature stands in the call, not beside it.", modes=WHOLE)
    message = "The calls have a signature in one mode only."
    assert rules(inside, one("TC932", message, modes=STREAM, sides=("none", "a signature"))) == [
        "TC131"
    ]
    lost = one("TC932", message, modes=STREAM, sides=("a signature", "none"))
    assert rules(inside, lost) == ["TC131", "TC932"]
    assert rules(replace(inside, modes=STREAM), lost) == ["TC131"]


def test_what_stands_in_a_missing_member_is_told_with_it() -> None:
    """A call without `function` has no name there; a name that is missing by itself is another cause."""
    missing = "A member that the published type requires is missing."
    member = one("TC118", missing, pointer="/message/tool_calls/0/function")
    name = one(
        "TC107", "The call has no name.", severity=ERROR, pointer=f"{member.example.pointer}/name"
    )
    (left,) = each_cause_once((name, member))
    assert (left.rule, left.severity, left.others) == ("TC118", ERROR, (name.message,))
    assert rules(name, one("TC118", missing, pointer="/created_at")) == ["TC107", "TC118"]
    assert rules(name, one("TC118", missing, pointer=name.example.pointer)) == ["TC107", "TC118"]
    assert rules(name, replace(member, message="The value is not of the published type.")) == [
        "TC107",
        "TC118",
    ]


def test_calls_that_are_no_objects_are_not_also_missing() -> None:
    """In other modes, or where they are objects without a name, they are missing for another cause."""
    error = Severity.ERROR
    shape = one("TC107", "The call is not an object.", modes=("streaming",), severity=error)
    demanded = one("TC602", f"{NONE}: /tools in snake_case.", modes=("streaming",))
    thoughts = one("TC660", THOUGHTS, modes=("streaming",))
    words = one("TC654", WORDS, modes=("streaming",))
    (left,) = each_cause_once((shape, demanded, thoughts, words))
    assert (left.rule, set(left.others)) == ("TC107", {demanded.message, THOUGHTS, WORDS})
    assert rules(shape, one("TC602", f"{NONE}.")) == ["TC107", "TC602"]
    nameless = one("TC107", "The call has no name.", modes=("streaming",), severity=error)
    assert rules(nameless, demanded) == ["TC107", "TC602"]
    another = one("TC602", "Another tool was called: x.", modes=("streaming",))
    assert rules(shape, another) == ["TC107", "TC602"]


def test_who_never_makes_a_second_call_makes_none_of_one_tool() -> None:
    """Of another mode, or where both are made of several tools, it is told apart."""
    fewer = "Fewer calls came than the prompt writes out: some may have been lost."
    alone = one("TC662", "Of several calls of one tool that the prompt writes out, one came.")
    (left,) = each_cause_once((one("TC651", fewer), alone))
    assert (left.rule, left.others) == ("TC651", (alone.message,))
    assert rules(one("TC651", fewer, modes=("streaming",)), alone) == ["TC651", "TC662"]


def test_the_end_of_arguments_that_came_twice_is_told_once() -> None:
    """Where they are no JSON for another reason, that is told, too."""
    message = "The fragment repeats the arguments that were already sent."
    again = one("TC907", message, modes=STREAM)
    odd = "The arguments are not exactly one JSON value."
    assert rules(
        again, one("TC302", odd, modes=STREAM, sides=("one", '{"city":"Cusco"}usco"}'))
    ) == ["TC907"]
    other = one("TC302", odd, modes=STREAM, sides=("one", '{"city":"Cusco'))
    assert rules(again, other) == ["TC907", "TC302"]
    assert rules(again, one("TC302", odd, modes=STREAM, sides=("one", '{"a":1…'))) == [
        "TC907",
        "TC302",
    ]


def test_arguments_of_which_the_last_piece_is_lost_are_told_once() -> None:
    """Those of one piece are empty; in whole replies they are for another cause."""
    cut = one("TC302", "It is no JSON.", modes=STREAM, sides=("one", '{"city":{"name":"Cusco"}'))
    empty = "The arguments are empty where an empty object belongs."
    assert rules(cut, one("TC304", empty, modes=STREAM)) == ["TC302"]
    assert rules(cut, one("TC304", empty)) == ["TC302", "TC304"]
    hidden = replace(cut, examples=(replace(cut.example, actual='{"city":…'),))
    assert rules(hidden, one("TC304", empty, modes=STREAM)) == ["TC302", "TC304"]
    whole = replace(cut, examples=(replace(cut.example, actual='{"city":1}}'),))
    assert rules(whole, one("TC304", empty, modes=STREAM)) == ["TC302", "TC304"]


def test_a_mode_without_calls_is_not_also_compared() -> None:
    """A comparison in which that mode has some is told."""
    none = one(
        "TC947",
        "The stream has no call; the blocking answer to the same request has.",
        modes=STREAM,
    )
    assert rules(none, one("TC908", OTHER_NUMBER, modes=STREAM, sides=(2, 0))) == ["TC947"]
    assert rules(none, one("TC908", OTHER_NUMBER, modes=STREAM, sides=(2, 1))) == ["TC947", "TC908"]


def test_tools_that_no_stream_has_are_not_also_wrong_ones() -> None:
    """A server that answers such a request in one piece as well does not look at names."""
    none = one(
        "TC947",
        "The stream has no call; the blocking answer to the same request has.",
        modes=STREAM,
    )
    name = one(
        "TC747", "A request that is wrong was answered: a space in a tool's name.", modes=STREAM
    )
    assert rules(none, name) == ["TC947"]
    assert rules(none, replace(name, modes=("blocking", "streaming"))) == ["TC947", "TC747"]
    other = replace(name, message="A request that is wrong was answered: no model.")
    assert rules(none, other) == ["TC947", "TC747"]


def test_what_is_asked_of_later_tools_is_told_with_the_first_alone() -> None:
    """A refusal that says something else is another fault, and so is another finding of that rule."""
    alone = one(
        "TC650", "Of the tools that the prompt names only the one came that is offered first."
    )
    refused = one("TC604", "A form of the tool choice that the format has is refused.")
    named = replace(refused, said="The tool choice names a tool that is not offered.")
    assert rules(alone, named) == ["TC650"]
    assert rules(alone, refused) == ["TC650", "TC604"]
    many = "The call of one of many tools did not come with what its schema alone tells."
    reverse = f"{many} With the tools in reverse order the same is answered as it should be."
    assert rules(alone, one("TC897", reverse)) == ["TC650"]
    assert rules(alone, one("TC897", many)) == ["TC650", "TC897"]


def test_a_name_with_more_before_it_is_not_another_tool() -> None:
    """Another that was demanded is."""
    message = "Another tool was called than the one demanded."
    offered = one("TC115", "The called tool was not offered.")
    longer = one("TC602", message, sides=("get_weather", "default_api.get_weather"))
    assert rules(offered, longer) == ["TC115"]
    assert rules(offered, one("TC602", message, sides=("get_weather", "get_time"))) == [
        "TC115",
        "TC602",
    ]


def test_arguments_that_stand_in_one_are_told_once() -> None:
    """In another mode what is missing is missing for another reason."""
    wrapped = one(
        "TC314",
        "A value came back changed as parsers change it: all arguments were put into one.",
        modes=("blocking",),
    )
    missing = one("TC309", "A required argument is missing.", modes=("blocking",))
    strict = "The arguments of a strict tool do not meet 'required' of its schema."
    assert rules(missing, wrapped, one("TC313", strict, modes=("blocking",))) == ["TC314"]
    assert rules(wrapped, replace(missing, modes=("streaming",))) == ["TC314", "TC309"]


def test_calls_that_come_twice_are_told_once() -> None:
    """Several different calls where one was to come are another cause, and so are other numbers in both modes."""
    twice = one("TC657", "Each call came more often than the prompt writes it out.")
    demanded = one("TC661", "The call that was demanded came more than once.")
    switched = one("", "TC652: Parallel calls were switched off and several came in one reply.")
    assert rules(demanded, switched, twice) == ["TC657"]
    others = one("TC661", "Other calls came than the one that was demanded.")
    assert rules(twice, others) == ["TC657", "TC661"]
    number = one("TC908", "The stream holds another number of calls than the blocking reply.")
    assert rules(twice, number) == ["TC657", "TC908"]
    assert rules(replace(twice, modes=("blocking",)), number) == ["TC657"]
    doubled = replace(number, others=("Each call of one mode stands twice in the other.",))
    in_place = replace(
        twice, modes=("blocking",), others=("One call came twice, in the place of another.",)
    )
    assert rules(in_place, doubled) == ["TC657"]
    shared = one("TC202", "Two calls share one id.")
    assert rules(shared, twice) == ["TC657"]
    assert rules(shared, replace(twice, modes=("blocking",))) == ["TC202", "TC657"]


def test_what_stands_before_names_is_told_once() -> None:
    """Before one that is demanded, before those of several calls, and before all."""
    demanded = one("TC602", "The name of the tool demanded came with something before it.")
    several = one(
        "TC149",
        "Each name of several calls has something before it, and none is that of an offered tool.",
    )
    assert rules(demanded, several) == ["TC149"]
    in_forms = replace(demanded, others=(f"{demanded.message[:-1]}: /tools as a list.",))
    assert rules(in_forms, several) == ["TC149"]
    nobodys = "The call that was demanded came by a name that no tool of the request has."
    named = replace(demanded, others=(nobodys,))
    more = one("", "", sides=("get_time", "functions.get_time"))
    assert rules(replace(named, examples=more.examples), several) == ["TC149"]
    another = one("", "", sides=("get_time", "get_price"))
    assert len(rules(replace(named, examples=another.examples), several)) == 2
    every = one("TC115", "The called tool was not offered.", sides=(["get_time"], "api.get_time"))
    assert rules(several, demanded, every) == ["TC115"]
    another = one("TC115", every.message, sides=(["get_time"], "search"))
    assert rules(several, another) == ["TC149", "TC115"]
    assert rules(one("TC602", "Another tool was called than the one demanded."), several) == [
        "TC602",
        "TC149",
    ]


def test_a_tool_that_is_dropped_is_not_called() -> None:
    """Of a tool that is told of, or elsewhere, that no call came is another cause."""
    untold = "A tool of the request is not among those the response tells of."
    choice = "Another choice is told than was asked for."
    dropped = replace(one("TC133", choice), others=(untold,))
    none = one("TC601", "A call was required and none came.")
    assert rules(dropped, none) == ["TC133"]
    assert rules(one("TC133", untold), none) == ["TC133"]
    elsewhere = one("TC601", "A call was required and none came.", case="suite.other")
    assert rules(dropped, elsewhere) == ["TC133", "TC601"]
    several = "A tool is told several times."
    assert rules(one("TC133", several), none) == ["TC133", "TC601"]


def test_fragments_of_an_item_that_opens_with_them_come_again() -> None:
    """So do those of calls without arguments; of another item they come twice for another cause."""
    opened = one("TC919", "The item opens with arguments.", modes=STREAM)
    again = "The fragment repeats the arguments that were already sent."
    (left,) = each_cause_once((opened, one("TC907", again, modes=STREAM, severity=ERROR)))
    assert (left.rule, left.severity) == ("TC919", ERROR)
    empty = one("TC907", again, modes=STREAM, case="suite.other", sides=("the next", "{}"))
    assert rules(opened, empty) == ["TC919"]
    other = one("TC907", again, modes=STREAM, case="suite.other", sides=("the next", '{"a":1}'))
    assert rules(opened, other) == ["TC919", "TC907"]
    late = one("TC919", "The fragments do not add up to the arguments.", modes=STREAM)
    assert rules(late, one("TC907", again, modes=STREAM)) == ["TC919", "TC907"]


def test_names_that_are_spelled_otherwise_are_so_in_calls_that_hold_everything() -> None:
    """Another change of all values is another cause."""
    spelled = one("TC317", "A parameter came under another spelling of its name.")
    alike = "All values that show it came back changed alike: "
    every = one("TC325", f"{alike}names came in camel case.")
    assert rules(every, spelled) == ["TC317"]
    other = replace(every, message=f"{alike}integers became floats.")
    assert rules(spelled, other) == ["TC317", "TC325"]
    assert rules(replace(spelled, modes=("streaming",)), every) == ["TC317", "TC325"]


def test_the_mode_that_is_short_of_calls_is_told_once() -> None:
    """Forms that are asked for in one mode are not compared; a stream that is short is another cause."""
    message = (
        "The blocking reply holds fewer calls than the prompt writes out; the stream holds all."
    )
    pair = one("TC908", message, modes=STREAM, severity=ERROR, sides=(1, 2))
    form = ("history_forms.result_order", Mode.BLOCKING, "")
    fewer = replace(
        OF_ONE_TOOL, examples=(*OF_ONE_TOOL.examples, *one("", "", seen=(form,)).examples)
    )
    assert rules(pair, fewer) == ["TC908"]
    assert len(rules(replace(pair, others=("A call is missing.",)), fewer)) == 2
    assert len(rules(pair, replace(fewer, modes=STREAM))) == 2


def test_objects_that_became_lists_are_told_once() -> None:
    """An empty list that became something else is another cause."""
    changed = one(
        "TC314",
        "A value came back changed as parsers change it: an empty object became another value.",
    )
    message = "All values that show it came back changed alike: an empty object became a list."
    assert rules(changed, one("TC325", message)) == ["TC314"]
    lists = one("TC325", message.replace("object became a list", "list became null"))
    assert len(rules(changed, lists)) == 2


def test_a_call_that_each_stream_lacks_is_told_once() -> None:
    """A stream that lacks two of several lacks them for another cause."""
    none = one(
        "TC947",
        "The stream has no call; the blocking answer to the same request has.",
        modes=("streaming",),
        sides=(1, 0),
    )
    message = "The stream holds another number of calls than the blocking reply."
    less = one("TC908", message, modes=("streaming",), sides=(3, 2))
    assert rules(less, none) == ["TC947"]
    two = one("TC908", message, modes=("streaming",), sides=(3, 1))
    assert rules(two, none) == ["TC908", "TC947"]


def test_letters_that_are_escaped_are_told_once() -> None:
    """Another change of contents is another cause, and so is what befalls a further mode."""
    how = "A text came back changed as parsers change it: it was escaped once more, in ASCII."
    escaped = one("TC308", how)
    every = "All values that show it came back changed alike: in texts, {}."
    letters = one("TC325", every.format("letters were escaped as JSON may have them"))
    assert rules(letters, escaped) == ["TC308"]
    assert rules(one("TC325", every.format("blanks were doubled")), escaped) == ["TC325", "TC308"]
    assert rules(letters, replace(escaped, modes=("streaming",))) == ["TC325", "TC308"]
