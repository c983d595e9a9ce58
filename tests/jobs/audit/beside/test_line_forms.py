"""Asking for lines of before in forms that gateways read past."""

from __future__ import annotations

import pytest

from tests.support.targets import target
from toolwire.dialects import DIALECTS, Answer, load_dialect
from toolwire.dialects.reference import answer
from toolwire.io.json_text import items_of, object_of, parse
from toolwire.jobs.audit.beside.line_forms import LINE_FORMS
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.step_request import request_of
from toolwire.model.conversation import JsonObject, UserTurn
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Mode, Request
from toolwire.rules import RULES, judge
from toolwire.suites import load_suites

MESSAGES, PARTS, ANSWERS = "form_messages_1", "form_said_parts_1", "form_answers_1"
RULE_OF = {MESSAGES: "TC796", PARTS: "TC797", ANSWERS: "TC794"}
#: Rules about lines, of which one fault is to trip no other.
OF_LINES = {
    *("TC772", "TC774", "TC777", "TC779", "TC786", "TC794", "TC796", "TC797"),
    "TC731",
    "TC510",
}
LINE, HERE = "Peg: row 6 beside lamp k4w7", "Kiln: east yard, chalk b6r3"
ASKED = [(case, name) for case, rule in RULE_OF.items() for name in RULES[rule].severity]


def items(name: str) -> list[Item]:
    """Return what asks a dialect."""
    return list(LINE_FORMS.items([target(name)], load_suites()))


def request(name: str, case: str) -> Request:
    """Return the request that asks for both lines."""
    item = next(one for one in items(name) if one.case.id == case)
    (step,) = item.case.steps
    return request_of(item, step, (UserTurn(step.user or ""),))


def messages(name: str, case: str) -> list[JsonObject]:
    """Return the messages of that request."""
    body = object_of(parse(request(name, case).body))
    return [object_of(one) for one in items_of(body.get("messages", body.get("input")))]


def found(name: str, case: str, text: str) -> list[str]:
    """Return which rules about lines speak of an answer."""
    dialect, asked = load_dialect(name), request(name, case)
    response = dialect.respond(asked, Answer(text=text, turn=3))
    exchange = Exchange(asked, response, Evidence(EvidenceLevel.DOCUMENTED, "test"))
    judged = judge(dialect.decode(exchange), RULE_OF[case] if case == MESSAGES else "")
    return [one.rule for one in judged if one.rule in OF_LINES]


@pytest.mark.parametrize("name", DIALECTS)
def test_each_form_is_asked_of_in_both_modes(name: str) -> None:
    """Three lines each, in formats that have both forms."""
    forms = sum(name in RULES[rule].severity for rule in RULE_OF.values())
    assert [item.mode for item in items(name)] == [*Mode] * 3 * forms


@pytest.mark.parametrize("name", RULES["TC796"].severity)
def test_the_line_stands_in_the_second_of_three_messages(name: str) -> None:
    """Who keeps the first alone, or the last, has nothing of it."""
    first, told, last, asked = messages(name, MESSAGES)
    assert [one["role"] for one in (first, told, last)] == ["system"] * 3
    assert LINE in str(told["content"])
    assert LINE not in f"{first}{last}{asked}"


@pytest.mark.parametrize("name", RULES["TC797"].severity)
def test_what_was_said_stands_in_a_part(name: str) -> None:
    """Beside each of three calls."""
    said = [one["content"] for one in messages(name, PARTS) if one.get("tool_calls")]
    assert len(said) == 3
    assert said[0] == [{"type": "text", "text": LINE}]


@pytest.mark.parametrize(
    ("name", "text", "members"),
    [
        ("cohere-v2", None, {"role", "content"}),
        ("openai-chat", "text", {"role", "content"}),
        ("openai-responses", "output_text", {"role", "content", "id", "type", "status"}),
    ],
)
def test_answers_stand_in_the_form_that_is_not_asked_of_otherwise(
    name: str, text: str | None, members: set[str]
) -> None:
    """A text where the format's servers have a list, a list for a text, and the item that a server writes."""
    said = [one for one in messages(name, ANSWERS) if one["role"] == "assistant"]
    assert len(said) == 3
    assert len({str(one.get("id", number)) for number, one in enumerate(said)}) == 3
    assert set(said[0]) == members
    content = said[0]["content"]
    if text is None:
        assert content == LINE
        return
    (part,) = map(object_of, items_of(content))
    assert (part["type"], part["text"]) == (text, LINE)


@pytest.mark.parametrize(("case", "name"), ASKED)
def test_a_line_that_did_not_reach_is_told_of_once(case: str, name: str) -> None:
    """Who repeats none of both does not do as told, which is no server's fault."""
    assert found(name, case, f"{LINE}\n{HERE}") == []
    assert found(name, case, f"There is no other line. {HERE}") == [RULE_OF[case]]
    assert found(name, case, "That is all there is to say about it.") == []


@pytest.mark.parametrize(("case", "name"), ASKED)
def test_the_reference_responder_repeats_both(case: str, name: str) -> None:
    """In whatever form the first stands."""
    conversation = load_dialect(name).read_request(request(name, case))
    assert conversation is not None
    assert answer(conversation).text == f"{LINE}\n{HERE}"


def test_nothing_is_asked_without_the_suite() -> None:
    """It stands beside the suite of calls and results."""
    others = tuple(suite for suite in load_suites() if suite.id != "round_trip")
    assert not list(LINE_FORMS.items([target("openai-chat")], others))
