"""Rules about the text beside calls: leaks, their borders, and what is no leak."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.dialects import load_dialect
from toolwire.io.json_text import dump, parse
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Exchange, Mode
from toolwire.rules import judge
from toolwire.rules.mutate.edit import body, put
from toolwire.rules.mutate.faults import text
from toolwire.rules.mutate.scenarios import clean

CHAT, ANTHROPIC, GEMINI = "openai-chat", "anthropic-messages", "gemini-generate"
MODES = (Mode.BLOCKING, Mode.STREAMING)
HERMES = '<tool_call>\n{"name":"get_weather","arguments":{"location":"Rome"}}\n</tool_call>'


def saying(
    value: str, scenario: str = "plain_text", name: str = CHAT, mode: Mode = Mode.BLOCKING
) -> list[str]:
    """Return the rules that speak when a clean exchange has another text."""
    exchange = text(value)(name, mode)(clean(load_dialect(name), scenario, mode))
    return [finding.rule for finding in judge(load_dialect(name).decode(exchange))]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", [CHAT, ANTHROPIC])
def test_one_leak_has_one_rule_with_and_without_calls(name: str, mode: Mode) -> None:
    """The same markup is TC501's beside a structured call and TC502's without one."""
    assert saying(HERMES, "mixed_content", name, mode) == ["TC501"]
    assert saying(HERMES, "plain_text", name, mode) == ["TC502"]


def test_control_tokens_of_an_offered_call_are_one_finding() -> None:
    """A Kimi or DeepSeek call in text, whole or not, is one finding and no control tokens."""
    call = "<|tool_call_begin|>functions.get_weather:0{}<|tool_call_end|>"
    assert saying(call.format("<|tool_call_argument_begin|>{}")) == ["TC502"]
    assert saying(call.format("")) == ["TX109"]
    assert saying("<\uff5ctool▁call▁begin\uff5c>function<\uff5ctool▁sep\uff5c>get_weather") == [
        "TX112"
    ]


def test_control_tokens_without_a_call_are_reported_alone() -> None:
    """A marker that calls nothing on offer is a control token in the text."""
    assert saying("[TOOL_CALLS] and nothing") == ["TC506"]
    assert saying("All done.</s>") == ["TC506"]


@pytest.mark.parametrize(
    "value",
    [
        "Use `<tool_call>` to call get_weather.",
        "Like this:\n```\n<|im_start|>user\n```\nThat is ChatML.",
        "<s>old</s>",
        "a < b and {c} [1] | d",
        '{"name":"get_weather"}',
        '{"name":"get_news","arguments":{}}',
        "Call get_weather(location) yourself.",
        "<tool_call>nothing on offer</tool_call>",
    ],
)
def test_text_about_markup_is_no_leak(value: str) -> None:
    """Code spans, prose, HTML and JSON that calls nothing on offer are ordinary text."""
    assert saying(value) == []


def _asked_with(content: str) -> Exchange:
    exchange = clean(load_dialect(CHAT), "plain_text", Mode.BLOCKING)
    assert exchange.request is not None
    sent = parse(exchange.request.body)
    assert isinstance(sent, dict)
    sent["messages"] = [{"role": "user", "content": content}]
    return replace(exchange, request=replace(exchange.request, body=dump(sent)))


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What does <|im_end|> mean?", "<|im_end|> ends a turn."),
        ("Repeat <tool_call> get_weather", "<tool_call> get_weather"),
        ('Answer as {"name": ..., "arguments": ...}', '{"name":"get_weather","arguments":{}}'),
    ],
)
def test_what_the_request_contains_is_no_leak(question: str, answer: str) -> None:
    """A marker the user wrote, or a form the prompt demands, may come back in the text."""
    exchange = text(answer)(CHAT, Mode.BLOCKING)(_asked_with(question))
    assert judge(load_dialect(CHAT).decode(exchange)) == ()
    assert saying(answer) != []


@pytest.mark.parametrize("mode", MODES)
def test_bare_json_needs_no_tags(mode: Mode) -> None:
    """A call written as JSON, alone, fenced or after a sentence, is a call in text."""
    call = '{"name": "get_weather", "parameters": {"location": "Rome {\\"}\\"}"}}'
    for value in (call, f"```json\n{call}\n```", f"I will call it: {call}"):
        assert saying(value, mode=mode) == ["TC502"], value


def test_python_notation_is_a_call_in_text() -> None:
    """Llama's pythonic form is found when it is the whole text and names an offered tool."""
    assert saying('[get_weather(location="Rome")]') == ["TC502"]
    assert saying('[get_news(location="Rome")]') == []


def test_a_fence_of_tool_code_is_a_call_in_text() -> None:
    """So it is as Gemma writes it, unless it is of a tool that nobody offers, or after words."""
    call = '```tool_code\nget_weather(location="Rome")\n```'
    assert saying(call) == ["TC502"]
    assert saying(call.replace("weather", "news")) == []
    assert saying(f"In Python it is so:\n{call}") == []


def test_a_copy_of_the_arguments_is_a_leak() -> None:
    """The bare arguments beside their call are a leak; other JSON beside a call is not."""
    assert saying('{"days":2, "location":"Paris"}', "mixed_content") == ["TC501"]
    assert saying('{"days":3, "location":"Paris"}', "mixed_content") == []
    assert saying("{}", "mixed_content") == []


def test_json_amid_sentences_beside_calls_is_what_a_model_says() -> None:
    """A model that thinks aloud goes on behind it; what a parser left stands at an end of the text."""
    call = '{"name": "get_weather", "arguments": {"location": "Paris"}}'
    amid = f"The call would be:\n\n{call}\n\nThen I say what the weather is."
    assert saying(amid, "mixed_content") == []
    left = (call, f"I will call it: {call}", f"{call} Let me see.", f"So: {call}\n{call}")
    for value in left:
        assert saying(value, "mixed_content") == ["TC501"], value
    # Without a structured call it may be the one that nobody parsed.
    assert saying(amid) == ["TC502"]
    # Markers are written by no sentence.
    assert saying(f"So: <tool_call>{call}</tool_call> Then I say it.", "mixed_content") == ["TC501"]


def test_thinking_in_a_turn_without_calls_is_not_judged() -> None:
    """Only a turn with calls has to keep its reasoning apart; prose may say anything."""
    assert saying("<think>Hm.</think>Hello.") == []
    assert saying("<think>Hm.</think>Hello.", "mixed_content") == ["TC508"]


def test_a_call_thought_about_beside_an_answer_is_no_leak() -> None:
    """Reasoning may mention markup when the reply has text or calls of its own."""

    def thinking(value: JsonObject) -> None:
        put(value, ("choices", 0, "message", "reasoning_content"), HERMES)

    exchange = body(thinking)(clean(load_dialect(CHAT), "plain_text", Mode.BLOCKING))
    # The member itself is drift: it is no part of OpenAI's format.
    assert [f.rule for f in judge(load_dialect(CHAT).decode(exchange))] == ["TC190"]


def test_null_content_is_a_string_enough() -> None:
    """Content is a string or null; an object is neither."""

    def objected(value: JsonObject) -> None:
        put(value, ("choices", 0, "message", "content"), {"text": "Hello."})

    base = clean(load_dialect(CHAT), "single_call", Mode.BLOCKING)
    assert judge(load_dialect(CHAT).decode(base)) == ()
    (finding,) = judge(load_dialect(CHAT).decode(body(objected)(base)))
    assert (finding.rule, finding.actual) == ("TC504", "object")
    assert finding.pointer == "/choices/0/message/content"


CITED = ("It is <co: 0,2>18 C</co: 0,2>.", "It is <co>18 C</co: 0:[1,2],1:[0]>.")


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", ["cohere-v1", "cohere-v2"])
@pytest.mark.parametrize("value", CITED)
def test_marks_of_citations_are_reported_where_a_format_tells_citations(
    name: str, mode: Mode, value: str
) -> None:
    """They are told beside the text; elsewhere a model's words are its own."""
    assert saying(value, name=name, mode=mode) == ["TC506"]
    assert saying(value, mode=mode) == []


@pytest.mark.parametrize(
    "value",
    [
        "It is `<co: 0>18 C</co: 0>` in the text.",
        'A model writes "<co: 0>18 C</co: 0>" there.',
        "<co: 0> opens and </co: 0> closes.",
        "<co>Acme</co> of <company>Acme</company>.",
        "a <co b> c",
    ],
)
def test_text_about_marks_of_citations_is_none(value: str) -> None:
    """Code spans, words in quotation marks and other tags are ordinary text."""
    assert saying(value, name="cohere-v2") == []
