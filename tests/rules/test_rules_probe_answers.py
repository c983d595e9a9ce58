"""What the answers to probes are judged by, and what is left alone."""

from __future__ import annotations

import html
import json
from dataclasses import replace

import pytest

from toolwire.dialects import Answer, PlannedCall, Refusal, load_dialect
from toolwire.io.json_text import dump, items_of, object_of, parse
from toolwire.model.conversation import (
    ChoiceMode,
    Conversation,
    Json,
    JsonObject,
    Tool,
    ToolChoice,
    UserTurn,
)
from toolwire.model.exchange import Endpoint, Evidence, EvidenceLevel, Exchange, Mode
from toolwire.model.observation import Finding, Severity
from toolwire.rules import RULES, judge
from toolwire.rules.arguments.probe_echo import recut
from toolwire.rules.proof import exchanges

NOWHERE = Endpoint("https://api.example.invalid", "m-1")
KEEP = Tool("keep", None, {"type": "object", "properties": {"text": {"type": "string"}}})
REFUSED = Answer(refusal=Refusal(400, "invalid_request", "No."))
CRASHED = Answer(refusal=Refusal(500, "server_error", "Oops."))


def _answered(rule: str, name: str, scenario: str, answer: Answer) -> tuple[Finding, ...]:
    staged = exchanges.baseline(rule, name, scenario, Mode.BLOCKING)
    assert staged.request is not None
    exchange = replace(staged, response=load_dialect(name).respond(staged.request, answer))
    return tuple(f for f in judge(load_dialect(name).decode(exchange), rule) if f.rule == rule)


def _echoed(
    rule: str, wanted: Json, came: Json, mode: Mode = Mode.BLOCKING, name: str = "openai-chat"
) -> tuple[Finding, ...]:
    prompt = f"Call keep({dump({'text': wanted}).decode()}) with exactly these arguments."
    spoken = load_dialect(name)
    asked = Conversation((UserTurn(prompt),), (KEEP,), stream=mode is Mode.STREAMING)
    request = spoken.encode(asked, NOWHERE)
    response = spoken.respond(request, Answer(calls=(PlannedCall("keep", {"text": came}),)))
    evidence = Evidence(EvidenceLevel.DOCUMENTED, "test")
    found = judge(spoken.decode(Exchange(request, response, evidence)), rule)
    return tuple(f for f in found if f.rule == rule)


TEXT = 'say "{a & b}" ñ 東京 👩 007 123_456\\n <b>x</b> &lt;'


@pytest.mark.parametrize(
    "came",
    [
        html.escape(TEXT),
        html.escape(TEXT, quote=False),
        html.unescape(TEXT),
        json.dumps(TEXT)[1:-1],
        json.dumps(TEXT, ensure_ascii=False)[1:-1],
        TEXT.encode().decode("latin-1"),
        TEXT.replace("123_456", "123456"),
        TEXT.replace("007", "7"),
        TEXT.replace("<b>", "").replace("</b>", ""),
        TEXT.encode("ascii", "ignore").decode(),
        TEXT.encode("ascii", "replace").decode(),
        TEXT.replace("👩", "\ufffd"),
    ],
)
def test_what_a_parser_does_to_a_text_is_found(came: str) -> None:
    """Each known kind of damage is one finding, and the message does not quote the text."""
    (found,) = _echoed("TC308", TEXT, came)
    assert found.actual == came[:200]
    assert came[:20] not in found.message


@pytest.mark.parametrize(
    ("wanted", "came"),
    [
        ("true", True),
        ("null", None),
        ("None", None),
        ("1e5", 100000),
        ("007", 7),
        ("123_456", 123456),
        ('{"a": 1}', {"a": 1}),
        ("True", True),
    ],
)
def test_a_text_read_as_a_value_is_found(wanted: str, came: Json) -> None:
    """Loose parsers read what looks like a literal."""
    (found,) = _echoed("TC308", wanted, came)
    assert found.message.endswith("it was read as a value.")


@pytest.mark.parametrize(
    "came", [TEXT, TEXT[:-1], "Something else.", TEXT.upper(), 7, None, {"text": TEXT}, True]
)
def test_another_text_is_the_model_s(came: Json) -> None:
    """What no parser makes of the text is no finding."""
    assert _echoed("TC308", TEXT, came) == ()


@pytest.mark.parametrize(
    ("wanted", "came"),
    [
        (2**53 + 1, 2**53),
        (0.1, 0.10000000149011612),
        (7, "7"),
        (True, "True"),
        (False, 0),
        (None, "null"),
        ([], {}),
        (["a", "b"], "a, b"),
        ({}, []),
        ({"a": [1]}, '{"a": [1]}'),
        ({"a": 1, "b": None}, {"a": 1}),
        ({"a": 1, "b": {}, "c": []}, {"a": 1}),
        ({"a": 1, "b": None, "c": {}}, {"a": 1}),
        ({"a": 1, "b": 0, "c": False}, {"a": 1}),
    ],
)
def test_what_a_parser_does_to_a_value_is_found(wanted: Json, came: Json) -> None:
    """Each known kind of damage is one finding, also inside of what is nested."""
    (found,) = _echoed("TC314", wanted, came)
    assert found.actual in (came, [*came] if isinstance(came, dict) else came)
    (inner,) = _echoed("TC314", {"x": [wanted]}, {"x": [came]})
    assert inner.message == found.message


@pytest.mark.parametrize(
    ("wanted", "came"),
    [
        (2**53 + 1, 2**53 + 1),
        (7, 8),
        (7, "seven"),
        (2, 2.5),
        (True, False),
        (None, "nothing"),
        ([1, 2], [1]),
        (["a", "b"], "c"),
        ({"a": 1, "b": None}, {"b": None}),
        ({"a": None, "b": None}, {"a": None}),
        ("7", 7),
    ],
)
def test_another_value_is_the_model_s(wanted: Json, came: Json) -> None:
    """What no parser makes of the value is no finding; a text is another rule's."""
    assert _echoed("TC314", wanted, came) == ()


@pytest.mark.parametrize(
    "came",
    [
        {},
        {"arguments": {"location": "Paris", "days": 2}},
        {"input": {"location": {"stringValue": "Paris"}, "days": {"numberValue": 2}}},
        {"input": '{"location": "Paris", "days": 2}'},
    ],
)
def test_arguments_that_are_lost_or_wrapped_are_found(came: JsonObject) -> None:
    """A call whose name came through and whose arguments did not, or in another's place."""
    prompt = 'Call get_weather({"location": "Paris", "days": 2}) with exactly these arguments.'
    spoken = load_dialect("gemini-generate")
    tool = replace(KEEP, name="get_weather")
    request = spoken.encode(Conversation((UserTurn(prompt),), (tool,)), NOWHERE)
    response = spoken.respond(request, Answer(calls=(PlannedCall("get_weather", came),)))
    evidence = Evidence(EvidenceLevel.DOCUMENTED, "test")
    found = judge(spoken.decode(Exchange(request, response, evidence)), "TC314")
    assert [one.rule for one in found if one.rule == "TC314"] == ["TC314"]


def test_a_letter_composed_otherwise_is_left_alone() -> None:
    """Models write accents one way or the other."""
    assert _echoed("TC308", "caf\u00e9", "cafe\u0301") == ()


@pytest.mark.parametrize(
    ("came", "found"),
    [
        ('{"a": {"b": "}]"}} [x]', False),
        ('{"a": {"b": "}]"}', True),
        ('{"a": {"b": "]"}} [x]', True),
        ('{"a": {"b": "}]"}} [x] [x]', True),
        ('{"a": {"a": {"b": "}]"}} [x]', True),
        ('{"a": {"c": "}]"}} [x]', False),
        ('{"a": {"": "}]"}} [x]', False),
        ('{"a": {"bb": "}]"}} [x]', False),
        ("", True),
        ("I would rather not.", False),
    ],
)
def test_pieces_missing_and_doubled(came: str, *, found: bool) -> None:
    """A mark or more is the stream's; one letter, and another text, are the model's."""
    wanted = '{"a": {"b": "}]"}} [x]'
    assert recut(wanted, came) is found or came == wanted
    assert bool(_echoed("TC916", wanted, came, Mode.STREAMING)) is (found and came != wanted)
    assert _echoed("TC916", wanted, came) == ()


def test_fewer_calls_are_told_and_none_or_cut_ones_are_not() -> None:
    """One of three is a warning; silence and the token limit are not."""
    one = PlannedCall("get_time", {})
    (found,) = _answered("TC651", "openai-chat", "spelt_out", Answer(calls=(one,)))
    assert (found.expected, found.actual) == (3, 1)
    assert found.severity == "warning"
    for other in (Answer(text="No."), Answer(calls=(one, one, one)), REFUSED):
        assert _answered("TC651", "openai-chat", "spelt_out", other) == ()
    cut = Answer(calls=(one,), cut=True)
    assert _answered("TC651", "openai-chat", "spelt_out", cut) == ()


def test_one_call_at_a_time_is_no_loss() -> None:
    """Where parallel calls are switched off, one of two is what was asked for."""
    staged = exchanges.baseline("TC651", "openai-chat", "spelt_out", Mode.BLOCKING)
    assert staged.request is not None
    body = object_of(parse(staged.request.body))
    request = replace(staged.request, body=dump({**body, "parallel_tool_calls": False}))
    answer = Answer(calls=(PlannedCall("get_time", {}),))
    exchange = replace(
        staged, request=request, response=load_dialect("openai-chat").respond(request, answer)
    )
    assert judge(load_dialect("openai-chat").decode(exchange), "TC651") == ()


@pytest.mark.parametrize("rule", ["TC005", "TC707", "TC724", "TC813"])
def test_a_wrong_request_is_refused_as_the_client_s(rule: str) -> None:
    """400 is right; 200 and 500 are not."""
    assert _answered(rule, "openai-chat", "refused", REFUSED) == ()
    for other in (Answer(text="Sure."), CRASHED):
        (found,) = _answered(rule, "openai-chat", "refused", other)
        assert found.pointer == "status"
        assert found.actual in (200, 500)


def test_a_call_without_a_result_is_information_where_the_vendor_s_model_answers() -> None:
    """Command R does, Command A refuses."""
    answer = Answer(text="Sure.")
    (found,) = _answered("TC707", "cohere-v2", "refused", answer)
    assert found.severity is Severity.WARNING
    dialect = load_dialect("cohere-v2")
    asked = exchanges.baseline("TC707", "cohere-v2", "refused", Mode.BLOCKING)
    assert asked.request is not None
    body = {**object_of(parse(asked.request.body)), "model": "command-r-plus-08-2024"}
    request = replace(asked.request, body=dump(body))
    exchange = replace(asked, request=request, response=dialect.respond(request, answer))
    (found,) = (one for one in judge(dialect.decode(exchange), "TC707") if one.rule == "TC707")
    assert found.severity is Severity.INFO


@pytest.mark.parametrize("answer", [REFUSED, CRASHED])
def test_a_right_request_is_not_refused(answer: Answer) -> None:
    """Any refusal is the finding, whatever its status."""
    for rule in ("TC701", "TC702", "TC706", "TC711"):
        (found,) = _answered(rule, "openai-chat", "round_trip", answer)
        assert (found.pointer, found.expected) == ("status", "an answer")


def test_an_error_under_200_is_a_refusal_too() -> None:
    """Where the status hides it, the finding points at the error."""
    staged = exchanges.baseline("TC701", "openai-chat", "round_trip", Mode.BLOCKING)
    assert staged.request is not None
    response = replace(load_dialect("openai-chat").respond(staged.request, REFUSED), status=200)
    read = load_dialect("openai-chat").decode(replace(staged, response=response))
    (found,) = (f for f in judge(read, "TC701") if f.rule == "TC701")
    assert found.pointer == "/error"


def test_a_refusal_that_names_no_id_is_not_about_ids() -> None:
    """Only a text that names an id of the history is."""
    assert _answered("TC207", "openai-chat", "round_trip", REFUSED) == ()
    assert _answered("TC207", "openai-chat", "round_trip", Answer(text="Fine.")) == ()


def test_a_refusal_that_quotes_a_whole_call_is_not_about_its_id() -> None:
    """A validator repeats what it refuses, whatever is wrong in it."""
    staged = exchanges.baseline("TC207", "openai-chat", "round_trip", Mode.BLOCKING)
    conversation = load_dialect("openai-chat").decode(staged).conversation
    assert conversation is not None
    call = conversation.calls()[0]
    for words, told in ((f"bad id {call.id}", 1), (f"bad: {call.id}, {call.name}", 0)):
        refusal = Answer(refusal=Refusal(400, "invalid_request", words))
        assert len(_answered("TC207", "openai-chat", "round_trip", refusal)) == told


def test_a_result_that_shares_a_word_with_the_answer_was_read() -> None:
    """The model may put it in other words; only an answer without any is told, mildly."""
    for text in ("It is 18 degrees.", "18 C"):
        assert _answered("TC705", "openai-chat", "round_trip", Answer(text=text)) == ()
    (found,) = _answered("TC705", "openai-chat", "round_trip", Answer(text="No idea."))
    assert found.severity == "warning"
    calling = Answer(calls=(PlannedCall("get_weather", {"location": "Paris"}),), turn=1)
    assert _answered("TC705", "openai-chat", "round_trip", calling) == ()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It is 23 C in Tokyo.", False),
        ("It is 18 C in Tokyo.", True),
        ("18 C and 23 C.", False),
        ("I cannot tell.", False),
    ],
)
def test_only_another_call_s_result_is_mixed_up(text: str, *, found: bool) -> None:
    """Both results or none prove nothing."""
    for name in RULES["TC709"].probing:
        seen = _answered("TC709", name, "two_results", Answer(text=text, turn=2))
        assert bool(seen) is found


def test_a_tool_outside_the_allowed_ones_is_told() -> None:
    """Gemini's list of names allows several, and a call of another was passed over."""
    spoken = load_dialect("gemini-generate")
    tools = tuple(Tool(name, None, None) for name in ("one", "two", "three"))
    asked = Conversation((UserTurn("Go."),), tools, ToolChoice(ChoiceMode.REQUIRED))
    request = spoken.encode(asked, NOWHERE)
    body = object_of(parse(request.body))
    RULES["TC604"].probing["gemini-generate"](body)
    request = replace(request, body=dump(body))
    evidence = Evidence(EvidenceLevel.DOCUMENTED, "test")
    found = {}
    for name in ("two", "three"):
        response = spoken.respond(request, Answer(calls=(PlannedCall(name, {}),)))
        read = spoken.decode(Exchange(request, response, evidence))
        found[name] = [(f.rule, f.expected) for f in judge(read, "TC604")]
    assert found == {"two": [], "three": [("TC604", ["one", "two"])]}


def test_a_request_for_a_whole_answer_asks_nothing_of_streams() -> None:
    """TC006 judges requests for a stream only."""
    assert _answered("TC006", "openai-chat", "single_call", REFUSED) == ()


@pytest.mark.parametrize(
    ("status", "error", "found"),
    [
        (400, {"code": "tool_use_failed"}, True),
        (422, {"failed_generation": ""}, True),
        (500, {"code": "tool_use_failed"}, False),
        (400, {"code": "invalid_api_key"}, False),
    ],
)
def test_a_bad_generation_is_told_by_its_own_words(
    status: int, error: JsonObject, *, found: bool
) -> None:
    """Under a status that blames the client, and only there."""
    staged = exchanges.baseline("TC004", "openai-chat", "refused", Mode.BLOCKING)
    body = dump({"error": {"message": "No.", "type": "x", "param": None, "code": None, **error}})
    response = replace(staged.response, status=status, body=body)
    seen = judge(load_dialect("openai-chat").decode(replace(staged, response=response)))
    assert ("TC004" in {f.rule for f in seen}) is found


def test_functions_beside_tools_may_be_answered_either_way() -> None:
    """A request with both forms says nothing of which one it wants."""
    staged = exchanges.mutated(RULES["TC053"], RULES["TC053"].mutations[0])
    assert staged.request is not None
    body = object_of(parse(staged.request.body))
    both = replace(staged.request, body=dump({**body, "tools": []}))
    read = load_dialect("openai-chat").decode(replace(staged, request=both))
    assert "TC053" not in {f.rule for f in judge(read)}


@pytest.mark.parametrize("call", [{"location": "Paris"}, "Paris"])
def test_results_are_refused_only_behind_calls_that_are_right(call: Json) -> None:
    """A history with arguments that are no object may be refused for them: TC306 tells of those."""
    spoken, name = load_dialect("bedrock-converse"), "TC763"
    staged = exchanges.baseline(name, spoken.name, "told_in_lines", Mode.BLOCKING)
    assert staged.request is not None
    body = object_of(parse(staged.request.body))
    for message in map(object_of, items_of(body["messages"])):
        for block in map(object_of, items_of(message["content"])):
            if "toolUse" in block:
                block["toolUse"] = {**object_of(block["toolUse"]), "input": call}
    request = replace(staged.request, body=dump(body))
    answer = spoken.respond(request, REFUSED)
    found = judge(spoken.decode(replace(staged, request=request, response=answer)), name)
    assert [one.rule for one in found if one.rule == name] == ([name] * isinstance(call, dict))
