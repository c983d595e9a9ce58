"""Findings that tell one refusal, by what a server said: what names a cause, and what may be of another."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest

from tests.jobs.verify.folded import one, rules
from toolwire.jobs.verify.folds.one_cause import each_cause_once
from toolwire.jobs.verify.folds.told_together import SEVERAL_REFUSED, STREAMS_UNDER_SUCCESS
from toolwire.model.conversation import Json
from toolwire.model.exchange import Mode
from toolwire.model.observation import Severity

SIDES: Final[tuple[Json, Json]] = ("an answer", 400)
OWN: Final = "The server refuses its own message and the results of its calls."


@pytest.mark.parametrize(
    ("rule", "member", "said"),
    [
        ("TC103", "type", 'messages/1/tool_calls/0: "type" is a required property'),
        ("TC103", "type", "messages: missing field `type`"),
        ("TC103", "type", "messages[1].tool_calls[0].type: field required"),
        ("TC201", "id", "messages/1/tool_calls/0/id: 7 is no text"),
        ("TC202", "id", "Two calls of the history share one id."),
        ("TC202", "id", "Duplicate value for 'tool_call_id' of 'call_0'"),
        ("TC203", "id", "Two calls of the history share one id."),
    ],
)
def test_a_message_that_is_refused_for_what_is_wrong_in_it_is_told_once(
    rule: str, member: str, said: str
) -> None:
    """The severity is the graver; a message in which nothing is wrong is refused for another cause."""
    place = f"/choices/0/message/tool_calls/0/{member}"
    wrong = one(rule, "The call does not say it.", seen=(("s.a", Mode.BLOCKING, place),))
    refused = one(
        "TC701",
        OWN,
        severity=Severity.ERROR,
        step=2,
        said=said,
        sides=SIDES,
        seen=(("s.a", Mode.BLOCKING, "status"),),
    )
    (left,) = each_cause_once((wrong, refused))
    assert (left.rule, left.severity, left.others) == (rule, Severity.ERROR, (OWN,))
    streamed = replace(refused, examples=(replace(refused.example, mode=Mode.STREAMING),))
    assert rules(wrong, streamed) == [rule, "TC701"]


@pytest.mark.parametrize(
    ("member", "said"),
    [
        ("type", "unsupported content type"),
        ("type", "{'type': 'missing', 'loc': ('messages', 1, 'content'), 'msg': 'Field required'}"),
        ("type", "messages.1.tool_calls.0.typed: unknown"),
        ("id", "The request is not valid."),
        ("id", ""),
    ],
)
def test_words_that_do_not_name_the_member_are_of_another_cause(member: str, said: str) -> None:
    """A word of everyday language, or of the error itself, names no member."""
    wrong = one("TC103", "x.", seen=(("s.a", Mode.BLOCKING, f"/choices/0/{member}"),))
    refused = one("TC701", OWN, said=said, sides=SIDES, seen=(("s.a", Mode.BLOCKING, "status"),))
    assert rules(wrong, refused) == ["TC103", "TC701"]


def test_parts_that_are_refused_are_told_once() -> None:
    """Who refuses several parts in other words, or loses one of them, does so for another cause."""
    said = "tool content must be a string, message 4"
    part = one("TC705", "A list of one is refused.", said=said, sides=SIDES)
    parts = one("TC763", "Several are refused.", said=said.replace("4", "6"), sides=SIDES)
    assert rules(part, parts) == ["TC705"]
    assert rules(part, replace(parts, said="at most one part")) == ["TC705", "TC763"]
    assert rules(part, replace(parts, others=("One part is lost.",))) == ["TC705", "TC763"]
    lost = one("TC763", "One part of the result is repeated.", sides=(2, "18 C"))
    assert rules(part, lost) == ["TC705", "TC763"]


def test_a_form_of_a_result_that_is_refused_by_name_is_told_once_with_its_parts() -> None:
    """The words name the member; a form of another one is another cause."""
    said = "tool_result content must be a string"
    message = "A form is refused: /messages/*[user]/content/*[tool_result]/content as a list."
    form = one("TC748", message, said=said, sides=SIDES)
    parts = one("TC763", "Several are refused.", said=said, sides=SIDES)
    assert rules(form, parts) == ["TC748"]
    other = one("TC748", "A form is refused: /system as a list.", said=said, sides=SIDES)
    assert rules(other, parts) == ["TC748", "TC763"]


def test_a_message_that_is_refused_for_an_empty_text_is_told_once() -> None:
    """Words that tell of a text, or of something empty, alone are of another cause."""
    seen = (("s.a", Mode.BLOCKING, "/content/0"),)
    empty = one("TC157", "A text beside a call is empty.", seen=seen)
    other = one("TC157", "A thought stands in two blocks.", seen=seen)
    at = (("s.a", Mode.BLOCKING, "status"),)
    said = "messages.1: text content blocks must be non-empty"
    refused = one("TC701", OWN, severity=Severity.ERROR, said=said, sides=SIDES, seen=at)
    (left,) = each_cause_once((refused, empty))
    assert (left.rule, left.severity, left.others) == ("TC157", Severity.ERROR, (OWN,))
    assert rules(refused, other) == ["TC701", "TC157"]
    assert rules(replace(refused, said="no text here"), empty) == ["TC701", "TC157"]
    elsewhere = replace(refused, examples=(replace(refused.example, case="s.b"),))
    assert rules(elsewhere, empty) == ["TC701", "TC157"]


def test_two_results_that_are_refused_are_told_once() -> None:
    """Of cases that have two; what is refused elsewhere is refused for another cause."""
    said = "A call has no result."
    named = "two calls and their results, a call without arguments and its result"
    right = one("TC762", f"A right request is refused: {named}.", said=said, sides=SIDES)
    failed = one("", f"refused with HTTP 400 ({said})", step=2)
    failed = replace(failed, cases=("parallel_calls.one_tool_1", "round_trip.two_results"))
    assert rules(right, failed) == ["TC762"]
    assert rules(right, replace(failed, cases=("round_trip.one_result",))) == ["TC762", ""]


def test_earlier_results_that_are_lost_are_told_once() -> None:
    """In cases that are refused in the same words; results of the last message are lost by themselves."""
    said = "A tool call has no tool result."
    named = "earlier calls with a text as a value, words of the user behind results, in parts"
    claims = "A right request is refused as if a call of its history had no result"
    right = one("TC762", f"{claims}: {named}.", said=said, sides=SIDES)
    cases = one("", f"refused with HTTP 400 ({said})", severity=Severity.ERROR, step=3)
    assert rules(right, cases) == ["TC762"]
    other = replace(right, message=f"{claims}: two calls and their results.")
    assert rules(other, cases) == ["TC762", ""]
    words = "refused with HTTP 400 (Too many messages.)"
    assert rules(right, replace(cases, message=words)) == ["TC762", ""]


def test_what_is_right_is_refused_for_results_that_a_server_loses() -> None:
    """Its own calls are refused in the same words; of other words a result has to be named."""
    said = "A tool call has no tool result."
    own = one("TC701", OWN, said=said, sides=SIDES)
    message = "A right request is refused: a call of the history with a long text."
    right = one("TC762", message, said=said, sides=SIDES)
    assert rules(own, right) == ["TC701"]
    long = "The request is too long."
    assert rules(replace(own, said=long), replace(right, said=long)) == ["TC701", "TC762"]


def test_what_is_refused_by_itself_is_refused_beside_other_things() -> None:
    """In the same words, which quote it; words without marks may be said of anything."""
    said = "invalid type 'List[str]' of a parameter"
    form = one("TC762", "A right request is refused: a list of objects.", said=said, sides=SIDES)
    tools = one("TC658", "Several tools are refused.", said=said, sides=SIDES)
    cases = one("", f"refused with HTTP 400 ({said})", severity=Severity.ERROR)
    (left,) = each_cause_once((cases, form, tools))
    assert (left.rule, left.severity, left.others) == ("TC762", Severity.ERROR, (tools.message,))
    vague = replace(form, said="Bad request")
    assert rules(replace(cases, message="refused with HTTP 400 (Bad request)"), vague) == [
        "",
        "TC762",
    ]
    assert rules(vague, tools) == ["TC762", "TC658"]
    assert rules(replace(tools, rule="TC006"), tools) == ["TC006"]


def test_results_that_are_refused_are_told_with_the_servers_own_calls() -> None:
    """In the same words; what has no result, or is refused in others, is refused for something else."""
    sides: tuple[Json, Json] = ("an answer", 400)
    own = one("TC701", "The server refuses its own message.", said="No call 1.", sides=sides)
    message = (
        "A right request is refused: two calls and their results, the result of a call that failed."
    )
    right = one("TC762", message, said="No call 2.", sides=sides)
    (left,) = each_cause_once((own, right))
    assert (left.rule, left.others) == ("TC701", (message,))
    assert rules(own, replace(right, said="No such tool.")) == ["TC701", "TC762"]
    more = ("A right request is refused: a tool without parameters.",)
    assert rules(own, replace(right, others=more)) == ["TC701", "TC762"]


def test_a_stream_that_is_refused_is_refused_in_each_case() -> None:
    """Cases that are refused without a stream as well have another cause."""
    said = "Extra inputs are not permitted: stream_options"
    stream = one("TC006", "A stream is refused.", modes=("streaming",), said=said, sides=SIDES)
    form = one("TC748", "A form is refused: /stream_options as null.", said=said, sides=SIDES)
    cases = one("", f"refused with HTTP 400 ({said})", modes=("streaming",))
    assert rules(cases, stream, form) == ["TC006"]
    assert rules(replace(cases, modes=("blocking", "streaming")), stream) == ["", "TC006"]


def test_a_message_without_its_role_is_refused_when_it_comes_back() -> None:
    """Another member that is missing is no matter of whose message it is."""
    missing = "A member that the published type requires is missing."
    lacks = one("TC118", missing, pointer="/message/role")
    own = one("TC701", "The server refuses its own message and the results of its calls.", step=2)
    refused = one("", "refused with HTTP 400 (a role is required)", step=2)
    assert rules(lacks, own) == ["TC118"]
    assert rules(lacks, refused) == ["TC118"]
    assert rules(one("TC118", missing, pointer="/message/refusal"), own) == ["TC118", "TC701"]
    assert rules(lacks, replace(refused, examples=(replace(refused.example, step=1),))) == [
        "TC118",
        "",
    ]


def test_members_that_are_refused_alike_are_refused_in_their_cases() -> None:
    """The refusal of the first is quoted; the others' differ from it by the member. A third is told."""
    members = one(
        "TC762",
        "A right request is refused: /thinking.",
        said='unknown field "thinking"',
        sides=(None, 400),
    )
    members = replace(members, others=("A right request is refused: /strict_tools.",))
    other = one("", 'refused with HTTP 400 (unknown field "strict_tools")')
    assert rules(members, other) == ["TC762"]
    third = one("", 'refused with HTTP 400 (unknown field "response_format")')
    assert rules(members, third) == ["TC762", ""]


def test_errors_without_words_are_told_once() -> None:
    """A refusal that says why is another."""
    wordless = one("TC001", "The error has a name and no words.")
    refused = one("", "refused with HTTP 400 and no message in its error")
    assert rules(refused, wordless) == ["TC001"]
    assert rules(wordless, one("", "refused with HTTP 400 (no such tool)")) == ["TC001", ""]


def test_an_empty_result_that_is_refused_is_refused_in_its_usual_form() -> None:
    """In other words, or of another history, that is another cause."""
    empty = one("TC706", "An empty tool result is refused.", said="output is required", sides=SIDES)
    text = "The usual form of a request is refused: it is taken with an output as a list."
    usual, said = "history_forms.form_usual_empty", "output is required"
    assert rules(empty, one("TC749", text, case=usual, said=said, sides=SIDES)) == ["TC706"]
    for other in (
        one("TC749", text, case=usual, said="content is required", sides=SIDES),
        one("TC749", text, case="history_forms.form_usual_calls", said=said, sides=SIDES),
    ):
        assert rules(empty, other) == ["TC706", "TC749"]


def test_a_tool_whose_parameters_are_left_out_stands_in_cases_under_another_name() -> None:
    """The words name what is wrong, and quote the name."""
    said = "tools: parameters is required for function 'get_day'"
    bare = one(
        "TC762",
        "A right request is refused: a tool whose parameters are left out.",
        said=said,
        sides=("an answer", 400),
    )
    cases = one("", f"refused with HTTP 400 ({said.replace('day', 'server_time')})")
    assert rules(cases, bare) == ["TC762"]
    assert rules(
        bare, replace(cases, message="refused with HTTP 400 (no such tool 'get_day')")
    ) == [
        "TC762",
        "",
    ]
    unnamed = replace(bare, said="function 'get_day' is wrong")
    other = replace(cases, message="refused with HTTP 400 (function 'get_server_time' is wrong)")
    assert rules(unnamed, other) == ["TC762", ""]


@pytest.mark.parametrize(
    "message", ["A member is missing.", "The value is not of the published type."]
)
def test_a_role_that_is_wrong_is_told_once(message: str) -> None:
    """Whatever is refused in answers whose role is right is refused for something else."""
    message = message.replace("A member is", "A member that the published type requires is")
    role = one("TC118", message, seen=(("s.a", Mode.BLOCKING, "/message/role"),))
    refused = one("TC701", OWN, step=2, said="no role", seen=(("s.a", Mode.BLOCKING, "status"),))
    assert rules(role, refused) == ["TC118"]
    other = replace(refused, examples=(replace(refused.example, case="s.b"),))
    assert len(rules(role, other)) == 2
    content = replace(role, examples=(replace(role.example, pointer="/message/content"),))
    assert len(rules(content, refused)) == 2


def test_a_list_that_is_refused_as_empty_is_told_once() -> None:
    """Where the words say both, and of a later request: calls that are refused otherwise are another cause."""
    empty = one("TC105", "tool_calls is there and empty.")
    said = "refused with HTTP 400 (messages/1/tool_calls: [] has less than 1 item)"
    refused = one("", said, severity=Severity.ERROR, step=2)
    (left,) = each_cause_once((refused, empty))
    assert (left.rule, left.severity) == ("TC105", Severity.ERROR)
    for other in (
        replace(refused, message=said.replace("[] has less than 1 item", "7 is not a text")),
        replace(refused, message=said.replace("tool_calls", "content")),
        one("", said, severity=Severity.ERROR, step=1),
    ):
        assert len(rules(empty, other)) == 2
    assert len(rules(replace(empty, modes=("streaming",)), refused)) == 2


def test_several_results_that_are_refused_are_told_of_as_such() -> None:
    """However many ids are named; where a single one is refused too, each own message may be."""
    named = "Expected toolResult blocks for the following Ids: {}"
    own = one("TC701", OWN, step=2, said=named.format("a_1"), sides=SIDES, case="parallel_calls.x")
    right = "A right request is refused: two calls and their results, a result that failed."
    case = "history_forms.right_results"
    more = one("TC762", right, said=named.format("b_2, b_3"), sides=SIDES, case=case)
    unmet = f"refused with HTTP 400 ({named.format('c_4, c_5, c_6')})"
    cases = ("error_result.one_of_two", "round_trip.two_results")
    also = replace(one("", unmet, step=2, case=cases[0]), cases=cases)
    (left,) = each_cause_once((own, more, also))
    assert (left.rule, left.message) == ("TC701", SEVERAL_REFUSED)
    assert left.others == (OWN, right)
    single = replace(own, examples=(*own.examples, replace(own.example, case="round_trip.one")))
    (left,) = each_cause_once((single, more, also))
    assert left.message == OWN
    elsewhere = replace(more, said="The model is not known.")
    assert rules(own, elsewhere) == ["TC701", "TC762"]


def test_refusals_of_streams_under_a_success_are_told_of_as_such() -> None:
    """Where those of whole answers are so too, nothing is said of streams."""
    said = "The refusal comes under a status of success"
    wrong = one("TC747", f"{said}: no model.", modes=("streaming",))
    missed = one("TC707", f"{said}.", modes=("streaming",))
    (left,) = each_cause_once((wrong, missed))
    assert (left.rule, left.message) == ("TC747", STREAMS_UNDER_SUCCESS)
    both = ("blocking", "streaming")
    (left,) = each_cause_once((replace(wrong, modes=both), replace(missed, modes=both)))
    assert left.message == wrong.message
    assert rules(wrong, replace(missed, message="A history was answered.")) == ["TC747", "TC707"]


@pytest.mark.parametrize(
    ("rule", "message", "pointer"),
    [
        (
            "TC008",
            "The kind of the error is a word of servers such as vLLM, and none of the format.",
            "/error/type",
        ),
        ("TC001", "A key of the published type is of another type.", "/error/code"),
    ],
)
def test_a_mistake_that_comes_as_the_servers_own_is_told_once_with_its_kind(
    rule: str, message: str, pointer: str
) -> None:
    """Another member, a right request, and a refusal with its own status are other matters."""
    text = "The refusal does not say that the request is at fault: no model."
    case = "request_validation.bad_name"
    failed = one("TC747", text, sides=("a status of 400 to 499", 500), case=case)
    kind = one(rule, message, case=case, pointer=pointer)
    assert rules(kind, failed) == ["TC747"]
    assert rules(one(rule, message, case=case, pointer="/error/message"), failed) == [rule, "TC747"]
    right = one(rule, message, case="round_trip.told", pointer=pointer)
    assert rules(right, failed) == [rule, "TC747"]
    blamed = one("TC747", text, sides=("400 or 422", 401), case=case)
    assert rules(kind, blamed) == [rule, "TC747"]
