"""What is missing in answers that cannot be read is told with what keeps them from being read."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.jobs.verify.folded import one, rules
from toolwire.jobs.verify.deviation import ServerDeviation
from toolwire.model.exchange import Mode

STREAM = ("streaming",)
A, B = ("round_trip.told", Mode.STREAMING, ""), ("round_trip.again", Mode.STREAMING, "")
SILENT = one(
    "TC510", "The answer says nothing, though it was told what to say.", modes=STREAM, seen=(A,)
)
NO_CALL = one(
    "TC947",
    "The stream has no call; the blocking answer to the same request has.",
    modes=STREAM,
    seen=(A,),
)


def at(found: ServerDeviation, pointer: str, *cases: str) -> ServerDeviation:
    """Return a finding at a place, in streams of some cases or in its own."""
    shown = tuple(
        replace(found.example, case=case, pointer=pointer)
        for case in cases or [each.case for each in found.examples]
    )
    return replace(found, examples=shown)


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("TC117", "The events stand on lines, and are no server-sent events."),
        ("TC117", "The body is not a JSON object."),
        ("TC117", "The stream is one JSON array, where the format has one object on each line."),
        ("TC003", "The stream ends early and does not say why."),
        ("TC002", "The answer holds neither a reply nor an error."),
        ("TC914", "No event has a name of the format's."),
        ("TC925", "The event has the members of one with another name."),
    ],
)
def test_what_is_missing_in_unread_answers_is_told_with_them(rule: str, message: str) -> None:
    """In their answers, and nothing else that is wrong there."""
    unread = one(rule, message, modes=STREAM, seen=(A, B))
    assert rules(unread, SILENT) == [rule]
    assert rules(unread, NO_CALL) == [rule]
    assert rules(unread, at(SILENT, "", "single_call.auto")) == [rule, "TC510"]
    other = one("TC410", "The stop reason is not a word of this API.", modes=STREAM, seen=(A,))
    assert rules(unread, other) == [rule, "TC410"]
    mild = replace(unread, message="The stream has an event with a name and no data.")
    assert rules(mild, SILENT) == [rule, "TC510"]


@pytest.mark.parametrize(
    ("rule", "modes", "left"),
    [
        ("TC117", STREAM, ["TC117"]),
        # Whole bodies say nothing of streams, and neither does a stream that breaks off.
        ("TC117", ("blocking",), ["TC117", "TC006"]),
        ("TC003", STREAM, ["TC003", "TC006"]),
    ],
)
def test_a_stream_in_one_piece_is_told_with_how_streams_are_framed(
    rule: str, modes: tuple[str, ...], left: list[str]
) -> None:
    """It is asked once, of an answer that other rules may not be asked of."""
    said = {
        "TC117": "The body is not a JSON object.",
        "TC003": "The stream ends early and does not say why.",
    }
    framed = one(rule, said[rule], modes=modes, seen=(A,))
    piece = one(
        "TC006", "A stream was asked for and the answer came in one piece.", modes=STREAM, seen=(B,)
    )
    assert rules(framed, piece) == left


@pytest.mark.parametrize(
    "holder", ["/content", "event[1]/candidates/0/content/parts", "/output/message/tool_calls"]
)
def test_a_holder_of_another_type_has_nothing_in_it(holder: str) -> None:
    """Where another member is wrong, words are missing for another cause."""
    wrong = one("TC118", "The value is not of the published type.", modes=STREAM, seen=(A, B))
    assert rules(at(wrong, holder), NO_CALL) == ["TC118"]
    assert rules(at(wrong, holder), SILENT) == ["TC118"]
    assert rules(at(wrong, "/usage"), NO_CALL) == ["TC118", "TC947"]
    assert rules(at(wrong, holder, B[0]), NO_CALL) == ["TC118", "TC947"]
    form = at(NO_CALL, "", "history_forms.form_null_stream")
    assert rules(at(wrong, holder), form) == ["TC118", "TC947"]


def test_an_answer_that_is_none_lacks_the_member_that_others_lack() -> None:
    """It is judged by another rule, which has it at the same place."""
    lacks = one("TC118", "A member that the published type requires is missing.", seen=(A,))
    none = one("TC002", "The answer holds neither a reply nor an error.", seen=(B,))
    assert rules(at(lacks, "/text"), at(none, "/text")) == ["TC118"]
    assert rules(at(lacks, "/id"), at(none, "/text")) == ["TC118", "TC002"]


def test_an_event_of_no_type_brings_no_piece() -> None:
    """Of calls that have pieces elsewhere the arguments are empty for another cause."""
    typed = one("TC118", "The value is not of the published type.", modes=STREAM, seen=(A,))
    empty = one(
        "TC304", "The arguments are empty where an empty object belongs.", modes=STREAM, seen=(A,)
    )
    assert rules(at(typed, "event[2]/type"), empty) == ["TC118"]
    assert rules(at(typed, "event[2]/delta/type"), empty) == ["TC118", "TC304"]
    assert rules(at(typed, "event[2]/type"), at(empty, "", B[0])) == ["TC118", "TC304"]


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("TC191", "Calls of offered tools stand in a member that the format does not have."),
        (
            "TC502",
            "A call of an offered tool stands in the text and there is no structured call.",
        ),
    ],
)
def test_calls_that_stand_elsewhere_are_missed_where_they_belong(rule: str, message: str) -> None:
    """In the same mode; and a reply that ends as one with calls holds none."""
    there = one(rule, message, modes=STREAM, seen=(B,))
    ends = one("TC410", "The reply ends as one with calls and holds none.", modes=STREAM, seen=(A,))
    assert rules(there, NO_CALL) == [rule]
    assert rules(there, ends) == [rule]
    whole = replace(
        ends, modes=("blocking",), examples=(replace(ends.example, mode=Mode.BLOCKING),)
    )
    assert rules(there, whole) == [rule, "TC410"]
    assert rules(there, SILENT) == [rule, "TC510"]


def test_a_stream_that_is_framed_otherwise_is_called_as_it_was_asked_for() -> None:
    """The content type is right where the framing would be; that of other answers is told."""
    message = "The events are server-sent events, and stand on no lines."
    framed = one("TC117", message, modes=STREAM, seen=(A,))
    named = "The content type does not say what the body is."
    assert rules(framed, one("TC007", named, modes=STREAM, seen=(A,))) == ["TC117"]
    assert rules(framed, one("TC007", named, modes=STREAM, seen=(B,))) == ["TC117", "TC007"]
    other = replace(framed, message="The event is not one JSON object.")
    assert rules(other, one("TC007", named, modes=STREAM, seen=(A,))) == ["TC117", "TC007"]


def test_a_choice_without_a_number_of_its_own_is_nobodys() -> None:
    """Its calls are not read."""
    message = "The value is not of the published type."
    number = one("TC118", message, modes=("streaming",), pointer="event[0]/choices/0/index")
    lost = "The stream has no call; the blocking answer to the same request has."
    assert rules(one("TC947", lost, modes=("streaming",)), number) == ["TC118"]


def test_streams_of_events_that_cannot_be_read_have_no_end() -> None:
    """Of those in which no event is broken the end is missing for another reason."""
    cut = one("TC117", "The event is cut off in the middle of its JSON.", modes=("streaming",))
    early = one("TC003", "The stream ends early and does not say why.", modes=("streaming",))
    torn = replace(cut, message=f"{cut.message[:-1]}: a line ends at U+2028 of a text.")
    assert rules(torn, early) == ["TC117"]
    assert rules(early, cut) == ["TC117"]
    elsewhere = one(early.rule, early.message, modes=("streaming",), case="suite.other")
    assert rules(cut, elsewhere) == ["TC117", "TC003"]


def test_letters_that_are_no_utf_8_are_told_once_for_both_modes() -> None:
    """A body that is no JSON for another reason leaves letters as they are."""
    body = "The body is not one JSON document."
    whole = one("TC117", body, modes=("blocking",), sides=("JSON", "the text is not UTF-8"))
    apart = "A character came apart: the text has U+FFFD in its place."
    letters = one("TC935", apart, modes=("streaming",))
    assert rules(letters, whole) == ["TC117"]
    assert rules(one("TC117", body, modes=("blocking",)), letters) == ["TC117", "TC935"]


@pytest.mark.parametrize("pointer", ["/message/content/0", "/message/content"])
def test_a_part_of_another_type_has_no_call(pointer: str) -> None:
    """Where it stands in a list says nothing."""
    part = one("TC118", "The value is not of the published type.", pointer=pointer)
    lost = "The reply ends as one with calls and holds none."
    assert rules(one("TC410", lost), part) == ["TC118"]


def test_calls_that_stand_in_no_list_are_told_once_where_they_are_told_again() -> None:
    """A list that differs is another cause."""
    calls = one("TC118", "The value is not of the published type.", pointer="/tool_calls")
    twice = one("TC926", "What is told twice differs.", pointer="/chat_history/1/tool_calls")
    pieces = one("TC923", "The whole calls are not those of the pieces.")
    assert rules(twice, pieces, calls) == ["TC118"]
    other = one("TC118", "The value is not of the published type.", pointer="/text")
    assert rules(twice, other) == ["TC926", "TC118"]


def test_a_whole_answer_that_ends_as_a_stream_is_told_once() -> None:
    """Another content type of it is another cause."""
    ended = "The body is one JSON document with the mark behind it that ends a stream."
    body = one("TC117", ended, modes=("blocking",))
    message = "The content type does not say what the body is."
    events = one(
        "TC007", message, modes=("blocking",), sides=("application/json", "text/event-stream")
    )
    assert rules(body, events) == ["TC117"]
    page = one("TC007", message, modes=("blocking",), sides=("application/json", "text/html"))
    assert rules(body, page) == ["TC117", "TC007"]


def test_choices_that_count_pieces_are_told_once() -> None:
    """Calls that are missing where another choice came that nobody asked for are another cause."""
    counted = one(
        "TC119",
        "The number of the choice goes up with each piece of the stream.",
        modes=STREAM,
        seen=(A,),
    )
    never = one("TC909", "The choice never gets a finish reason.", modes=STREAM, seen=(A,))
    cut = one("TX112", "The text ends inside an opening marker.", modes=STREAM, seen=(A,))
    assert rules(never, cut, NO_CALL, counted) == ["TC119"]
    assert rules(at(NO_CALL, "", "round_trip.again"), counted) == ["TC947", "TC119"]
    more = replace(counted, message="A choice came that the request does not ask for.")
    assert rules(more, cut) == ["TC119", "TX112"]


OTHER_TYPE = one("TC118", "The value is not of the published type.", modes=STREAM, seen=(A,))
EARLY = one("TC003", "The stream ends early and does not say why.", modes=STREAM, seen=(A,))


@pytest.mark.parametrize("pointer", ["event[0]", "event[3]/candidates", "/choices"])
def test_a_stream_whose_end_cannot_be_read_does_not_end_early(pointer: str) -> None:
    """Of another member, or in other answers, the two are two."""
    assert rules(at(OTHER_TYPE, pointer), EARLY) == ["TC118"]
    assert len(rules(at(OTHER_TYPE, f"{pointer}/usage"), EARLY)) == 2
    assert len(rules(at(OTHER_TYPE, pointer, "round_trip.again"), EARLY)) == 2
    cut = one(
        "TC003",
        "The stream is empty: it has neither an answer nor a refusal.",
        modes=STREAM,
        seen=(A,),
    )
    assert len(rules(at(OTHER_TYPE, pointer), cut)) == 2


def test_a_case_fails_whose_answers_cannot_be_read() -> None:
    """One that is not among them fails for something else."""
    unmet = one("", "The tool choice was taken and not honoured.", modes=STREAM, seen=(A,))
    assert rules(at(OTHER_TYPE, "/candidates"), unmet) == ["TC118"]
    assert len(rules(at(OTHER_TYPE, "/candidates/0/index"), unmet)) == 2
    assert len(rules(at(OTHER_TYPE, "/candidates"), at(unmet, "", "round_trip.again"))) == 2


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("TC002", "The answer holds neither a reply nor an error."),
        ("TC949", "The stream has a line that is neither empty nor begins with `data: `."),
    ],
)
def test_events_of_which_nothing_is_read_are_not_of_the_type(rule: str, message: str) -> None:
    """A member of one that is of another type is told by itself."""
    whole = one(rule, message, modes=STREAM, seen=(A,))
    assert rules(whole, at(OTHER_TYPE, "event[0]")) == [rule]
    assert len(rules(whole, at(OTHER_TYPE, "event[0]/usage"))) == 2
    assert len(rules(whole, at(OTHER_TYPE, "event[0]", "round_trip.again"))) == 2


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("TC104", "The call has no name."),
        ("TC902", "The calls are not numbered from 0 without gaps."),
        ("TC909", "The choice never gets a finish reason."),
        ("TC922", "The first chunk of the choice does not say who speaks."),
    ],
)
def test_pieces_that_are_choices_of_their_own_are_told_once(rule: str, message: str) -> None:
    """Also where a stream is too short to tell, and is no example; what is seen more often is another cause."""
    counted = one(
        "TC119",
        "The number of the choice goes up with each piece of the stream.",
        modes=STREAM,
        seen=(A,),
    )
    more = "A choice came that the request does not ask for."
    other = one(rule, message, modes=STREAM, seen=(A,))
    elsewhere = one(rule, message, modes=STREAM, seen=(B,))
    assert rules(counted, other) == ["TC119"]
    assert rules(replace(counted, others=(more,)), other) == ["TC119"]
    assert len(rules(replace(counted, message=more), elsewhere)) == 2
    assert rules(counted, elsewhere) == ["TC119"]
    assert len(rules(counted, replace(elsewhere, count=3))) == 2
    assert len(rules(counted, replace(elsewhere, modes=("blocking",)))) == 2
    assert len(rules(counted, replace(elsewhere, message="Something else is wrong."))) == 2


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("TC651", "Fewer calls came than the prompt writes out: some may have been lost."),
        ("TC662", "Of several calls of one tool that the prompt writes out, one came."),
    ],
)
def test_calls_that_are_left_in_the_text_are_told_once(rule: str, message: str) -> None:
    """They are missing beside it; where the text has none they are lost otherwise."""
    text = "The text beside the calls contains markup of a call."
    left = one("TC501", text, modes=STREAM, seen=(A,))
    assert rules(left, one(rule, message, modes=STREAM, seen=(A,))) == ["TC501"]
    assert rules(left, one(rule, message, modes=STREAM, seen=(A, B))) == ["TC501", rule]
    other = replace(left, message="The text contains markup of a call.")
    assert rules(other, one(rule, message, modes=STREAM, seen=(A,))) == ["TC501", rule]
