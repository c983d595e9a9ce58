"""Asking for a line of the system prompt, of earlier words, results and answers, and beside an earlier call."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tests.support.targets import target
from toolwire.dialects import DIALECTS, Answer, load_dialect
from toolwire.dialects.reference import answer
from toolwire.dialects.spelt import spelt_out
from toolwire.io.json_text import items_of, object_of, parse
from toolwire.jobs.audit.beside.earlier_lines import EARLIER_LINES, SUITE
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.step_request import request_of
from toolwire.model.conversation import (
    AssistantTurn,
    ResultsTurn,
    ToolCall,
    ToolResult,
    Turn,
    UserTurn,
)
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Mode, Request
from toolwire.rules import RULES, judge
from toolwire.suites import load_suites
from toolwire.suites.model import Step

ASKED = tuple(RULES["TC775"].severity)
#: Asked everywhere: the last behind a call and its result.
PLACES = {
    "line_result_1": "TC775",
    "line_words_1": "TC776",
    "line_system_1": "TC777",
    "line_rules_1": "TC788",
}
#: How what was lost goes on, behind the part.
RESTS = {"TC775": "an earlier result", "TC776": "what the user said", "TC777": "the system prompt"}
#: Asked in a history that is written out, where a format has words beside its calls.
SAID, SAID_RULE = "line_said_1", "TC772"
#: Likewise, where results have the id of their call or none.
NAMED, NAMED_RULE = "line_named_1", "TC773"
#: Likewise, everywhere.
REPLY, REPLY_RULE = "line_reply_1", "TC774"
#: Likewise, everywhere.
CALLED, CALLED_RULE = "line_called_1", "TC769"
WITHOUT = ["cohere-v2"]
#: Likewise, where two messages of the user may follow each other.
ROW, ROW_RULE = "line_row_1", "TC778"
WITHOUT_ROW = ["bedrock-converse", "cohere-v1", "cohere-v2", "chatml", "prompted"]
#: Likewise, where results stand in messages of the user.
BESIDE, BESIDE_RULE = "line_beside_1", "TC781"
AMID_WORDS = ["anthropic-messages", "bedrock-converse", "gemini-generate"]
#: Likewise, where a system prompt may be several parts.
PARTS, PARTS_RULE = "line_parts_1", "TC779"
#: Likewise, where a developer says something beside the system prompt.
DEVELOPER, DEVELOPER_RULE = "line_developer_1", "TC786"
PART = {"Vase": "beginning", "Sled": "middle"}
LINE, HERE = "Peg: row 6 beside lamp k4w7", "Door: blue, bell p7s5"
FIRST, AMID = "Vase: green, cupboard b3k8", "Sled: oak, hook r4d9"
ALL = f"{FIRST}\n{AMID}\n{LINE}"
#: Long texts, of which three lines are asked for.
LONG = ("line_result_1", "line_words_1", "line_system_1")
#: Before the user's, the first message of all.
FIRST_OF_ALL, FIRST_RULE = "Kite: linen, chest n2v6", "TC785"
BEFORE = {**dict.fromkeys(LONG, ALL), "line_words_1": f"{FIRST_OF_ALL}\n{ALL}"}


def items(name: str) -> list[Item]:
    """Return what asks a dialect."""
    return list(EARLIER_LINES.items([target(name)], load_suites()))


def _turns(item: Item) -> tuple[Turn, ...]:
    """Return the conversation up to the question, as an obedient model makes it."""
    turns: list[Turn] = []
    for place, step in enumerate(item.case.steps):
        turns.append(_turn(step, turns))
        if place < len(item.case.steps) - 1:
            turns.append(_reply(step, place))
    return tuple(turns)


def _turn(step: Step, before: list[Turn]) -> Turn:
    if not step.results:
        return UserTurn(step.user or "")
    (rule,) = step.results
    ((_, content),) = rule.answers
    called = before[-1]
    assert isinstance(called, AssistantTurn)
    return ResultsTurn((ToolResult(called.calls[0].id, rule.tool, content),))


def _reply(step: Step, place: int) -> AssistantTurn:
    if not step.expect.calls:
        return AssistantTurn("Noted.")
    (call,) = spelt_out(step.user or "")
    return AssistantTurn(None, (ToolCall(call.name, f"call_line{place}", call.arguments),))


def request(name: str, case: str) -> Request:
    """Return the request that asks for both lines."""
    item = next(one for one in items(name) if one.case.id == case)
    return request_of(item, item.case.steps[-1], _turns(item))


def found(name: str, case: str, text: str) -> list[str]:
    """Return which rules about such lines speak of an answer."""
    dialect, asked = load_dialect(name), request(name, case)
    evidence = Evidence(EvidenceLevel.DOCUMENTED, "test")
    response = dialect.respond(asked, Answer(text=text, turn=2))
    probe = {PARTS: PARTS_RULE, DEVELOPER: DEVELOPER_RULE}.get(case, "")
    judged = judge(dialect.decode(Exchange(asked, response, evidence)), probe)
    rules = {CALLED_RULE, SAID_RULE, NAMED_RULE, PARTS_RULE, REPLY_RULE, DEVELOPER_RULE}
    known = {*PLACES.values(), *rules, FIRST_RULE, ROW_RULE, BESIDE_RULE, "TC780", "TC731", "TC510"}
    return [one.rule for one in judged if one.rule in known]


def cases(name: str) -> dict[str, str]:
    """Return the first case of each place of which a dialect is asked, and its rule."""
    asked = {item.case.id for item in items(name)}
    of_models = {CALLED: CALLED_RULE, SAID: SAID_RULE, NAMED: NAMED_RULE, REPLY: REPLY_RULE}
    of_system = {PARTS: PARTS_RULE, DEVELOPER: DEVELOPER_RULE}
    every = {**PLACES, **of_models, **of_system, ROW: ROW_RULE, BESIDE: BESIDE_RULE}
    return {case: rule for case, rule in every.items() if case in asked}


@pytest.mark.parametrize("name", DIALECTS)
def test_each_place_is_asked_of_in_both_modes(name: str) -> None:
    """Three lines each: of few a model might leave all out."""
    modes = [item.mode for item in items(name)]
    assert modes == [*Mode] * 3 * len(cases(name))
    assert {*PLACES, REPLY} <= set(cases(name)) or name not in ASKED


def test_words_beside_calls_are_asked_of_where_a_format_has_any() -> None:
    """Cohere's v2 has a plan there, which is not said to anybody."""
    without = [name for name in ASKED if SAID not in cases(name)]
    assert without == WITHOUT


def test_results_that_go_by_a_name_are_asked_of_where_others_have_ids() -> None:
    """No message of such a history has an id."""
    assert [name for name in ASKED if NAMED in cases(name)] == ["ollama-chat"]
    assert b'_id"' not in request("ollama-chat", NAMED).body
    assert b'"id"' not in request("ollama-chat", NAMED).body


def test_two_messages_of_the_user_are_asked_of_where_a_vendor_takes_them() -> None:
    """Cohere and Bedrock want user and assistant by turns."""
    assert [name for name in ASKED if ROW not in cases(name)] == WITHOUT_ROW
    *_, before, last = items_of(object_of(parse(request("openai-chat", ROW).body))["messages"])
    assert [object_of(one)["role"] for one in (before, last)] == ["user", "user"]
    assert LINE in str(before)
    assert LINE not in str(last)


@pytest.mark.parametrize("name", AMID_WORDS)
def test_a_question_in_the_message_of_a_result_is_asked_where_that_is_the_users(name: str) -> None:
    """Who drops the words has the model repeat the result alone, and who drops the result the words."""
    body = object_of(parse(request(name, BESIDE).body))
    *_, called, last = items_of(body.get("messages", body.get("contents")))
    assert LINE in str(last)
    assert HERE in str(last)
    assert LINE not in str(called)
    assert found(name, BESIDE, f"It is {LINE}.") == ["TC780"]
    assert found(name, BESIDE, f"{HERE}.") == ["TC781"]


def test_no_such_question_is_asked_where_a_result_is_a_message_of_its_own() -> None:
    """Words of the user are another message there."""
    assert [name for name in ASKED if BESIDE in cases(name)] == AMID_WORDS


@pytest.mark.parametrize("name", AMID_WORDS)
def test_earlier_words_stand_in_no_message_of_a_result(name: str) -> None:
    """Those are asked of apart, so that who drops them is told of once."""
    body = object_of(parse(request(name, "line_words_1").body))
    messages = items_of(body.get("messages", body.get("contents")))
    (told,) = [str(one) for one in messages if LINE in str(one)]
    assert "It was found." not in told


def test_words_of_the_developer_stand_beside_those_of_the_system() -> None:
    """They are a message before the user's, as Codex sends them, or in the place of the system's."""
    asked = [name for name in ASKED if DEVELOPER in cases(name)]
    assert asked == ["anthropic-messages", "openai-chat", "openai-responses"]
    sent = object_of(parse(request("openai-chat", DEVELOPER).body))
    told, *_ = map(object_of, items_of(sent["messages"]))
    assert LINE in str(told["content"])
    assert told["role"] == "developer"
    body = object_of(parse(request("openai-responses", DEVELOPER).body))
    first, *others = items_of(body["input"])
    assert LINE in str(object_of(first)["content"])
    assert object_of(first)["role"] == "developer"
    assert LINE not in str(body["instructions"]) + str(others)


def test_a_later_message_of_the_system_stands_behind_the_question() -> None:
    """As the vendor takes one: directly behind the user's words, beside a system prompt that tells other things."""
    body = object_of(parse(request("anthropic-messages", DEVELOPER).body))
    question, later = map(object_of, items_of(body["messages"]))
    assert (question["role"], later["role"]) == ("user", "system")
    assert LINE in str(later["content"])
    assert LINE not in f"{question}{body['system']}"


@pytest.mark.parametrize("name", ASKED)
def test_a_line_of_the_system_prompt_is_asked_for_behind_other_words(name: str) -> None:
    """Some servers send it on where it stands before one question alone."""
    conversation = load_dialect(name).read_request(request(name, "line_system_1"))
    assert conversation is not None
    assert [type(turn) for turn in conversation.turns] == [UserTurn, AssistantTurn, UserTurn]


@pytest.mark.parametrize("name", ASKED)
def test_a_line_of_the_system_prompt_is_asked_for_behind_a_result(name: str) -> None:
    """Nothing else stands between the system prompt and the question."""
    conversation = load_dialect(name).read_request(request(name, "line_rules_1"))
    assert conversation is not None
    assert [type(turn) for turn in conversation.turns] == [UserTurn, AssistantTurn, ResultsTurn]
    assert LINE in (conversation.system or "")


@pytest.mark.parametrize("name", ASKED)
def test_a_line_that_did_not_reach_is_told_of(name: str) -> None:
    """Who repeats none of both does not do as told, which is no server's fault."""
    for case, rule in cases(name).items():
        before = BEFORE.get(case, LINE)
        assert found(name, case, f"{before}\n{HERE}") == []
        assert (
            found(name, case, "Chest n2v6, cupboard b3k8, hook r4d9, lamp k4w7, bell P7S5.") == []
        )
        assert found(name, case, f"There is no other line. {HERE}") == [rule]
        assert found(name, case, "That is all there is to say about it.") == []


@pytest.mark.parametrize("name", ASKED)
def test_the_reference_responder_repeats_both(name: str) -> None:
    """Wherever the first of them stands."""
    for case in cases(name):
        conversation = load_dialect(name).read_request(request(name, case))
        assert conversation is not None
        before = BEFORE.get(case, LINE)
        assert answer(conversation).text == f"{before}\n{HERE}"


@pytest.mark.parametrize("name", ASKED)
@pytest.mark.parametrize("case", LONG)
def test_the_part_of_a_long_text_that_did_not_reach_is_named(name: str, case: str) -> None:
    """Gateways keep the first of it, the last, or both ends; the question itself is never cut."""
    assert told(name, case, (AMID, LINE)) == "no word of the beginning of "
    assert told(name, case, (FIRST, LINE)) == "no word of the middle of "
    assert told(name, case, (FIRST, AMID)) == "no word of the end of "
    assert told(name, case, (LINE,)) == "no word of the beginning and the middle of "
    assert told(name, case, (FIRST,)) == "no word of the middle and the end of "


def told(name: str, case: str, lines: tuple[str, ...]) -> str:
    """Return how what is found of an answer with some lines begins to say what was lost."""
    dialect, asked = load_dialect(name), request(name, case)
    first = (FIRST_OF_ALL,) if case == "line_words_1" else ()
    response = dialect.respond(asked, Answer(text="\n".join((*first, *lines, HERE)), turn=2))
    evidence = Evidence(EvidenceLevel.DOCUMENTED, "test")
    judged = judge(dialect.decode(Exchange(asked, response, evidence)))
    (one,) = [one for one in judged if one.rule == PLACES[case]]
    before, _, _ = one.message.removeprefix("The answer has ").partition(RESTS[one.rule])
    return before


def test_lines_of_a_long_text_are_asked_for_in_other_orders() -> None:
    """A model that repeats some by where the question names them, each time, repeats each in some reply."""
    asked = [one for one in items("openai-chat") if one.case.id.startswith("line_system_")]
    prompts = [one.case.steps[-1].user or "" for one in asked[::2]]
    begins = [re.findall('with "([A-Z][a-z]+):"', prompt) for prompt in prompts]
    assert begins == [
        ["Sled", "Peg", "Vase", "Door"],
        ["Ferry", "Vase", "Sled", "Tram"],
        ["Vase", "Sled", "Loaf", "Plums"],
    ]
    parts = [[PART.get(one, "end") for one in begin] for begin in begins]
    own = [begin.index(one) for begin, one in zip(begins, ("Door", "Ferry", "Plums"), strict=True)]
    for chosen in ({0, -1}, {0, 1}, {-2, -1}, {0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3}):
        places = {place % 4 for place in chosen}
        shown = {one[n] for one, mine in zip(parts, own, strict=True) for n in places - {mine}}
        assert shown == {"beginning", "middle", "end"}, chosen


@pytest.mark.parametrize("name", RULES[PARTS_RULE].severity)
def test_a_line_of_the_system_stands_amid_parts(name: str) -> None:
    """Who reads the first part alone, or the last, has nothing of it."""
    parts = f'"the user this line when it is asked for.\\n{LINE}\\nBe as brief as you "'
    assert parts in request(name, PARTS).body.decode()


@pytest.mark.parametrize("name", ["anthropic-messages", "bedrock-converse", "openai-responses"])
def test_a_line_of_earlier_words_stands_amid_parts_behind_a_result(name: str) -> None:
    """The question itself stays as it is usually written."""
    body = request(name, "line_words_1").body.decode()
    assert f'{LINE}\\nI will ask for some "' in body
    assert body.index("It was found.") < body.index(LINE) < body.index(HERE)
    assert f'"{HERE}\\nRepeat the line' in body


def test_earlier_answers_have_parts_where_those_of_servers_have() -> None:
    """That is what a client sends back; elsewhere a text is."""
    part = [{"type": "text", "text": LINE}]
    for name, content in (("cohere-v2", part), ("openai-chat", LINE), ("cohere-v1", None)):
        body = object_of(parse(request(name, REPLY).body))
        messages = [object_of(one) for one in items_of(body.get("messages"))]
        said = [one["content"] for one in messages if one.get("role") == "assistant"]
        assert said[:1] == ([] if content is None else [content])


def test_a_line_that_the_model_repeated_is_that_of_the_user() -> None:
    """It stands in an earlier answer, too, where the model did more than it was told."""
    plain = request("openai-chat", "line_words_1")
    sent = replace(plain, body=plain.body.replace(b"Noted.", f"Noted.\\n{LINE}".encode(), 1))
    assert sent != plain
    dialect, evidence = load_dialect("openai-chat"), Evidence(EvidenceLevel.DOCUMENTED, "test")
    exchange = Exchange(sent, dialect.respond(sent, Answer(text=HERE, turn=3)), evidence)
    conversation = dialect.read_request(sent)
    assert conversation is not None
    assert answer(conversation).text == f"{FIRST_OF_ALL}\n{ALL}\n{HERE}"
    assert "TC776" in [one.rule for one in judge(dialect.decode(exchange))]


def test_nothing_is_asked_without_the_suite() -> None:
    """It stands beside the suite of calls and results."""
    others = tuple(suite for suite in load_suites() if suite.id != SUITE)
    assert not list(EARLIER_LINES.items([target("openai-chat")], others))


@pytest.mark.parametrize("name", ASKED)
def test_a_result_is_longer_than_what_is_left_whole_by_those_who_cut(name: str) -> None:
    """And its middle is far from both ends, which they keep."""
    conversation = load_dialect(name).read_request(request(name, "line_result_1"))
    assert conversation is not None
    turns = [turn for turn in conversation.turns if isinstance(turn, ResultsTurn)]
    (text,) = (one.content for turn in turns for one in turn.results if AMID in one.content)
    assert 11_000 < len(text) < 12_000
    assert AMID not in text[:5_000] + text[-5_000:]
