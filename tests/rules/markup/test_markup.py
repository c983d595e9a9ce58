"""Markup in text: which of the rules names it, in structured dialects and in text protocols."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.dialects import Answer, PlannedCall, load_dialect
from toolwire.dialects.text_families import TEXT_FAMILIES
from toolwire.io.json_text import dump, parse
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Exchange, Mode
from toolwire.rules import RULES, judge
from toolwire.rules.groups import EVERYWHERE
from toolwire.rules.mutate.edit import body, put
from toolwire.rules.mutate.faults import stop
from toolwire.rules.mutate.markup_faults import FAULTS, written
from toolwire.rules.mutate.scenarios import clean
from toolwire.rules.views.leaks import FAMILIES, FORM_RULES

MODES = (Mode.BLOCKING, Mode.STREAMING)
CALL = [("get_weather", {"location": "Paris"})]


def saying(
    value: str, name: str = "openai-chat", mode: Mode = Mode.BLOCKING, scenario: str = "plain_text"
) -> list[str]:
    """Return the rules that speak when a clean exchange has another text."""
    exchange = written(value)(name, mode)(clean(load_dialect(name), scenario, mode))
    return [finding.rule for finding in judge(load_dialect(name).decode(exchange))]


def test_every_family_with_a_rule_has_a_decoder_and_faults() -> None:
    """The rules about form are those of the catalogue, one for each family."""
    assert sorted(FORM_RULES) == sorted(FAULTS)
    assert set(FORM_RULES) <= set(TEXT_FAMILIES)
    assert set(FORM_RULES) <= {family.name for family in FAMILIES}
    assert {RULES[rule].name for rule in FORM_RULES.values()} == set(FORM_RULES)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("family", sorted(set(TEXT_FAMILIES) - {"prompt-json"}))
def test_a_whole_call_is_left_as_text_whatever_its_family(family: str, mode: Mode) -> None:
    """What a correct model of each family writes is TC502's when nothing parsed it."""
    said = TEXT_FAMILIES[family].encode([(n, dict(a)) for n, a in CALL])  # type: ignore[arg-type]
    assert saying(said, mode=mode) == ["TC502"]
    assert saying(said, mode=mode, scenario="mixed_content") == ["TC501"]


@pytest.mark.parametrize("family", sorted(FAULTS))
def test_a_broken_call_is_its_familys_and_a_copy_beside_calls(family: str) -> None:
    """The same broken markup is a breach of form alone, and a copy beside structured calls."""
    for _, said in FAULTS[family]:
        assert saying(said) == [FORM_RULES[family]]
    fault, said = FAULTS[family][0]
    assert saying(said, scenario="mixed_content") == ["TC501"], fault


def test_a_call_of_glm_without_arguments_is_whole() -> None:
    """Hermes' tags around a bare name are broken Hermes and a whole call of GLM."""
    assert saying("<tool_call>get_weather\n</tool_call>") == ["TC502"]
    assert saying("<tool_call>get_news\n</tool_call>") == []


@pytest.mark.parametrize(
    "value",
    [
        '`<tool_call>{"name":"get_weather"</tool_call>` is broken',
        '<tool_call>\n{"name":"get_news","arguments":{a}}\n</tool_call>',
        "<function=get_news>\nlocation=Paris\n</function>",
    ],
)  # fmt: skip
def test_broken_markup_of_nothing_on_offer_is_text(value: str) -> None:
    """Quoted markup, and markup that names a tool nobody offered, is prose for all we know."""
    assert saying(value) == []


def test_broken_markup_that_the_request_contains_is_text() -> None:
    """What the user asked about may come back in the answer, broken or not."""
    said = FAULTS["hermes"][1][1]
    exchange = clean(load_dialect("openai-chat"), "plain_text", Mode.BLOCKING)
    assert exchange.request is not None
    sent = parse(exchange.request.body)
    assert isinstance(sent, dict)
    sent["messages"] = [{"role": "user", "content": f"Why is {said} wrong?"}]
    asked = replace(exchange, request=replace(exchange.request, body=dump(sent)))
    answered = written(said)("openai-chat", Mode.BLOCKING)(asked)
    assert judge(load_dialect("openai-chat").decode(answered)) == ()


@pytest.mark.parametrize("name", EVERYWHERE)
def test_the_beginning_of_a_marker_counts_only_where_the_reply_was_cut(name: str) -> None:
    """`<too` at the end of a text is a marker when the limit cut it, and prose when not."""
    for mode in MODES:
        assert saying("One, two <too", name, mode, "cut_text") == ["TX112"]
        assert saying("One, two <too", name, mode) == []
        assert saying("One, two <to", name, mode, "cut_text") == []


@pytest.mark.parametrize("opener", ["<tool_call>", "<|tool_calls_section_begin|>", "[TOOL_CALLS]"])
def test_a_marker_with_nothing_behind_it_is_cut(opener: str) -> None:
    """A whole opening marker at the end of a cut text is TX112's, control token or not."""
    assert saying(f"Sure. {opener}", scenario="cut_text") == ["TX112"]


def test_json_the_limit_cut_is_a_cut_call_only_when_it_names_a_tool() -> None:
    """Data that a user asked for as JSON is no call, cut or not."""
    assert saying('{"name":"get_weather","parameters":{"loc', scenario="cut_text") == ["TX112"]
    assert saying('{"name":"Ada","parameters":{"loc', scenario="cut_text") == []
    assert saying('{"city":"Paris","name":"get_wea', scenario="cut_text") == []


def test_a_copy_beside_calls_stays_a_copy_when_it_is_cut() -> None:
    """Beside structured calls there is one rule for markup, whatever became of it."""
    assert saying('<tool_call>\n{"name":"get_wea', scenario="mixed_content") == ["TC501"]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("value", "rules"),
    [
        ('<tool_call>\n{"name":"get_weather","arguments":{}}\n</tool_call>', []),
        ('Sure.\n<tool_call>\n{"name":"get_weather","arguments":{}}\n</tool_call>', []),
        ('{"name":"get_weather","arguments":{}}', ["TX101"]),
        ('{"name":"get_news","arguments":{}}', []),
        ('{"city":"Paris"}', []),
        ('{"name":"get_weather","arguments":{}}\n</tool_call>', ["TX101"]),
        ("<tool_call>\nget_weather\n</tool_call>", ["TX101"]),
        ('<tool_call>\n{"name":"get_weather","argu', ["TX112"]),
        ("The tag `<tool_call>` opens a call.", []),
    ],
)
def test_hermes_where_text_is_the_protocol(value: str, rules: list[str], mode: Mode) -> None:
    """In chatml a call between its tags is right, and everything else that means one is not."""
    assert saying(value, "chatml", mode) == rules


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("value", "rules"),
    [
        ('{"tool_name":"get_weather","arguments":{}}', []),
        ('```json\n{"tool_name":"get_weather","arguments":{}}\n```', []),
        ('I will look: {"tool_name":"get_weather","arguments":{}}', []),
        ('[{"tool_name":"get_weather","arguments":{}},{"tool_name":"get_time","arguments":{}}]', []),
        ("Braces {like these} are prose.", []),
        ('{"tool_name":"get_weather","arguments":{}} {"tool_name":"get_time","arguments":{}}', ["TX111"]),
        ('{"tool_name":"get_weather","arguments":{Paris}}', ["TX111"]),
        ('{"tool_name":"get_weather","arguments":{"loc', ["TX112"]),
    ],
)  # fmt: skip
def test_json_where_the_prompt_asks_for_it(value: str, rules: list[str], mode: Mode) -> None:
    """In prompted exchanges a call is one object or array, fenced or not, and it is JSON."""
    assert saying(value, "prompted", mode) == rules


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("chatml", '<tool_call>\n{"name":"get_weather","argu'),
        ("prompted", '{"tool_name":"get_weather","argu'),
    ],
)
def test_in_text_the_limit_may_cut_a_call(name: str, value: str, mode: Mode) -> None:
    """Where text is the protocol a call cut by the limit is no fault; the reply says `length`."""
    assert saying(value, name, mode, "cut_text") == []
    assert saying(value, name, mode) == ["TX112"]


def test_a_filter_may_cut_a_call_too() -> None:
    """A reply that something else broke off did not end by itself."""
    base = clean(load_dialect("prompted"), "plain_text", Mode.BLOCKING)
    cut = written('{"tool_name":"get_weather","argu')("prompted", Mode.BLOCKING)(base)
    filtered = stop("content_filter")("openai-chat", Mode.BLOCKING)(cut)
    assert judge(load_dialect("prompted").decode(filtered)) == ()


def test_structured_calls_of_a_prompted_server_are_no_breach_of_form() -> None:
    """A server that answers a prompt with structured calls wrote no markup at all."""

    def structured(value: JsonObject) -> None:
        put(value, ("choices", 0, "message", "content"), None)

    exchange = body(structured)(clean(load_dialect("prompted"), "plain_text", Mode.BLOCKING))
    assert judge(load_dialect("prompted").decode(exchange)) == ()


def test_a_cut_call_that_is_structured_is_not_markup() -> None:
    """A structured call in a reply that was cut has nothing to do with its text."""
    base: Exchange = clean(load_dialect("ollama-chat"), "single_call", Mode.BLOCKING)
    assert base.request is not None
    answer = Answer(calls=(PlannedCall("get_weather", {"location": "Paris"}),), cut=True)
    read = load_dialect("ollama-chat").decode(
        replace(base, response=load_dialect("ollama-chat").respond(base.request, answer))
    )
    assert judge(read) == ()
