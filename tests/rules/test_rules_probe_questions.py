"""Probes ask what they say they ask: the question is in the bytes of the request."""

from __future__ import annotations

import pytest

from toolwire.dialects import load_dialect
from toolwire.dialects.reference import answer
from toolwire.dialects.refusal import refusal, refusal_of_body
from toolwire.io.json_text import object_of, parse
from toolwire.model.conversation import AssistantTurn, Json, ResultsTurn, UserTurn
from toolwire.model.exchange import Mode, Request
from toolwire.rules import RULES, Subject
from toolwire.rules.mutate.edit import at
from toolwire.rules.mutate.scenarios import carried, clean
from toolwire.rules.proof import exchanges

PROBES = [rule for rule in RULES.values() if rule.subject is Subject.PROBE]
ASKED = [(rule.id, name) for rule in PROBES for name in rule.probing]


def _staged(rule: str, name: str, scenario: str) -> Request:
    request = exchanges.baseline(rule, name, scenario, Mode.BLOCKING).request
    assert request is not None
    return request


def _body(rule: str, name: str, scenario: str) -> Json:
    return parse(_staged(rule, name, scenario).body)


@pytest.mark.parametrize(("rule", "name"), ASKED)
def test_a_question_changes_the_request(rule: str, name: str) -> None:
    """What is asked with an edit differs from the clean request, which stays what it was."""
    scenario = next(m.scenario for m in RULES[rule].mutations if m.dialect == name)
    before = clean(load_dialect(name), scenario, Mode.BLOCKING).request
    # What openai-chat says of absent text is null already, as OpenAI itself says it.
    if rule != "TC702":
        assert before != _staged(rule, name, scenario)
    assert before == clean(load_dialect(name), scenario, Mode.BLOCKING).request


@pytest.mark.parametrize(("rule", "name"), [one for one in ASKED if "result" in RULES[one[0]].name])
def test_a_question_about_results_can_be_asked_of_those_of_failed_calls(
    rule: str, name: str
) -> None:
    """A small model calls tools that nobody offered: what is sent back then is put in no form."""
    if "told_failed" in load_dialect(name).wire.left_out:
        pytest.skip("results of failed calls look like others there")
    request = clean(load_dialect(name), "told_failed", Mode.BLOCKING).request
    assert request is not None
    body = object_of(parse(request.body))
    RULES[rule].probing[name](body)
    assert body


@pytest.mark.parametrize(
    ("rule", "holds"),
    [
        ("TC702", lambda said: said["content"] is None),
        ("TC703", lambda said: said["content"] == ""),
        ("TC704", lambda said: "content" not in said),
    ],
)
def test_content_beside_calls_takes_three_forms(rule: str, holds: object) -> None:
    """Null, empty and absent, in the message that has the calls and keeps them."""
    said = at(_body(rule, "openai-chat", "round_trip"), ("messages", 1))
    assert holds(said)  # type: ignore[operator]
    assert object_of(said)["tool_calls"]


@pytest.mark.parametrize(
    ("rule", "name", "path", "value"),
    [
        ("TC705", "openai-chat", ("messages", 2, "content"), [{"type": "text", "text": "18 C"}]),
        ("TC706", "openai-chat", ("messages", 2, "content"), ""),
        ("TC734", "bedrock-converse",
         ("messages", 2, "content", 0, "toolResult", "content", 0, "json", "seen"),
         {"values": [18, 0.5], "final": True, "note": None}),
        ("TC738", "bedrock-converse",
         ("messages", 2, "content", 0, "toolResult", "toolUseId"), "call00001"),
        ("TC738", "cohere-v2", ("messages", 2, "tool_call_id"), "call00001"),
        ("TC738", "cohere-v2", ("messages", 1, "tool_calls", 0, "id"), "call00001"),
        ("TC706", "anthropic-messages", ("messages", 2, "content", 0, "content"), ""),
        ("TC706", "bedrock-converse", ("messages", 2, "content", 0, "toolResult", "content"), []),
        ("TC706", "gemini-generate",
         ("contents", 2, "parts", 0, "functionResponse", "response", "output"), ""),
        ("TC706", "openai-responses", ("input", 2, "output"), ""),
        ("TC706", "ollama-chat", ("messages", 2, "content"), ""),
        ("TC711", "openai-chat", ("messages", 3, "role"), "user"),
        ("TC711", "anthropic-messages", ("messages", 2, "content", 1, "type"), "text"),
        ("TC711", "bedrock-converse", ("messages", 2, "content", 1, "text"),
         'Say "Noted." and nothing else.'),
        ("TC711", "gemini-generate", ("contents", 3, "role"), "user"),
    ],
)  # fmt: skip
def test_what_a_history_is_asked_with(
    rule: str, name: str, path: tuple[str | int, ...], value: Json
) -> None:
    """Each form stands where the dialect has it."""
    assert at(_body(rule, name, "round_trip"), path) == value


@pytest.mark.parametrize("name", list(RULES["TC709"].probing))
def test_results_stand_in_reverse_and_keep_their_ids(name: str) -> None:
    """Only the order changes: each id still has its own content."""
    before = clean(load_dialect(name), "two_results", Mode.BLOCKING).request
    assert before is not None
    turns = [
        load_dialect(name).read_request(r) for r in (before, _staged("TC709", name, "two_results"))
    ]
    straight, turned = (asked.turns[-1] for asked in turns if asked is not None)
    assert isinstance(straight, ResultsTurn)
    assert isinstance(turned, ResultsTurn)
    assert turned.results == straight.results[::-1]
    assert turned.results != straight.results


@pytest.mark.parametrize("rule", ["TC707", "TC724"])
def test_histories_that_do_not_fit_are_refused_by_a_correct_server(rule: str) -> None:
    """A call without a result and a result without a call, in every dialect that is asked."""
    for name in RULES[rule].probing:
        asked = load_dialect(name).read_request(_staged(rule, name, "refused"))
        assert asked is not None
        kinds = [type(turn) for turn in asked.turns[-2:]]
        wanted = [AssistantTurn, UserTurn] if rule == "TC707" else [AssistantTurn, ResultsTurn]
        assert kinds == wanted
        assert refusal(asked) is not None


@pytest.mark.parametrize("rule", ["TC005", "TC813"])
def test_what_only_a_body_shows_is_refused_by_a_correct_server(rule: str) -> None:
    """A word that no format has and an empty list of tools are told by the body alone."""
    for name in RULES[rule].probing:
        request = _staged(rule, name, "refused")
        asked = load_dialect(name).read_request(request)
        assert asked is not None
        assert refusal(asked) is None
        assert refusal_of_body(name, parse(request.body)) is not None


def test_no_clean_body_is_refused() -> None:
    """The forms that all suites and scenarios send are known; bodies of strangers are read."""
    for name in RULES["TC701"].severity:
        for scenario in carried(load_dialect(name)):
            request = clean(load_dialect(name), scenario, Mode.BLOCKING).request
            assert request is not None
            assert refusal_of_body(name, parse(request.body)) is None
        for strange in (None, [], {"tool_choice": 7, "toolConfig": []}):
            assert refusal_of_body(name, strange) is None


@pytest.mark.parametrize("rule", ["TC802", "TC803", "TC805", "TC806"])
def test_schemas_are_asked_with_and_still_say_the_rest(rule: str) -> None:
    """The tool keeps its own arguments; what is added is optional."""
    for name in RULES[rule].probing:
        asked = load_dialect(name).read_request(_staged(rule, name, "single_call"))
        assert asked is not None
        schema = object_of(asked.tools[0].parameters)
        assert "location" in object_of(schema["properties"])
        assert schema["required"] == ["location"]
        assert len(object_of(schema["properties"])) > 3
        if name == "gemini-generate":
            assert (
                b'"parameters":'
                not in _staged(rule, name, "single_call").body.partition(b"get_time")[0]
            )


@pytest.mark.parametrize(
    ("name", "choice"),
    [
        ("openai-chat", {"tool_choice": {"type": "allowed_tools", "allowed_tools": {
            "mode": "required",
            "tools": [{"type": "function", "function": {"name": "get_weather"}}]}}}),
        ("openai-responses", {"tool_choice": {"type": "allowed_tools", "mode": "required",
            "tools": [{"type": "function", "name": "get_weather"}]}}),
        ("gemini-generate", {"toolConfig": {"functionCallingConfig": {
            "mode": "ANY", "allowedFunctionNames": ["get_weather"]}}}),
        ("anthropic-messages", {"tool_choice": {
            "type": "any", "disable_parallel_tool_use": False}}),
    ],
)  # fmt: skip
def test_the_widest_form_of_a_choice(name: str, choice: dict[str, Json]) -> None:
    """Each dialect's own form, as its SDK types spell it."""
    body = object_of(_body("TC604", name, "required_choice"))
    assert {key: body[key] for key in choice} == choice


def test_the_reference_answers_right_questions() -> None:
    """What has to be taken is taken by the reference responder, in every dialect."""
    for rule in PROBES:
        scenario = rule.mutations[0].scenario
        if scenario == "refused":
            continue
        for name in rule.severity:
            asked = load_dialect(name).read_request(_staged(rule.id, name, scenario))
            assert asked is not None
            assert answer(asked).refusal is None, (rule.id, name)
