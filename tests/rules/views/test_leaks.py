"""The detector of tool-call markup in text."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolwire.rules.views.argument_markup import arguments_markup
from toolwire.rules.views.leaks import FAMILIES, call_in, control_in, markup_in

NAMES = ("get_weather", "get_time")
#: A call of get_weather as each family writes it.
CALLS = {
    "deepseek-v3": "<\uff5ctool▁calls▁begin\uff5c><\uff5ctool▁call▁begin\uff5c>function"
    '<\uff5ctool▁sep\uff5c>get_weather\n```json\n{"location":"Rome"}\n```',
    "deepseek-dsml": '<\uff5cDSML\uff5cfunction_calls><\uff5cDSML\uff5cinvoke name="get_weather">',
    "qwen-xml": "<tool_call>\n<function=get_weather>\n<parameter=location>\nRome\n",
    "gemini-code": 'print(default_api.get_weather(location="Rome"))',
    "glm": "<tool_call>get_weather\n<arg_key>location</arg_key>\n<arg_value>Rome</arg_value>",
    "harmony": "<|channel|>commentary to=functions.get_weather <|message|>{}<|call|>",
    "hermes": '<tool_call>\n{"name":"get_weather","arguments":{}}\n</tool_call>',
    "invoke-xml": '<function_calls>\n<invoke name="get_weather">',
    "kimi": "<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0",
    "llama-pythonic": '<|python_start|>[get_weather(location="Rome")]<|python_end|>',
    "llama3-json": '<|python_tag|>{"name":"get_weather","parameters":{}}',
    "lm-studio": '[TOOL_REQUEST]{"name":"get_weather","arguments":{}}[END_TOOL_REQUEST]',
    "minimax": '<minimax:tool_call>\n<invoke name="get_weather">',
    "mistral": '[TOOL_CALLS]get_weather[ARGS]{"location":"Rome"}',
}


def never(_: str) -> bool:
    """Stand for a request that contains nothing."""
    return False


def test_every_family_has_an_example() -> None:
    """The examples below cover the table."""
    assert sorted(family.name for family in FAMILIES) == sorted(CALLS)


@pytest.mark.parametrize("family", list(CALLS))
def test_a_family_is_known_by_its_markup(family: str) -> None:
    """A call in a family's format is found under its name, with the tool it calls."""
    text = f"Let me look. {CALLS[family]}"
    leak = markup_in(text, NAMES, never)
    assert leak is not None
    assert leak.tool == "get_weather"
    assert text[leak.at :].startswith(leak.marker)
    if family != "minimax":
        assert leak.family == family
    else:
        assert leak.family in {"minimax", "invoke-xml"}


@pytest.mark.parametrize("family", list(CALLS))
def test_what_was_heard_is_not_reported(family: str) -> None:
    """Nothing is found in a text whose every marker the request contains."""
    assert markup_in(CALLS[family], NAMES, lambda _: True) is None


@given(st.text(alphabet=st.characters(exclude_characters="<[{\uff5c.")))
def test_text_without_signs_is_never_a_leak(text: str) -> None:
    """Ordinary text has no markup, no control tokens and spoils no arguments."""
    assert markup_in(text, NAMES, never) is None
    assert control_in(text, never) is None
    if not text[:16].lstrip().startswith(("json\n", "```")):
        assert arguments_markup(text, never) is None


@given(st.text(alphabet='{}"\\:, naemrgutspw_[]()<>|`', max_size=200))
def test_any_text_is_bearable(text: str) -> None:
    """No arrangement of brackets, quotes and bars makes the detector raise."""
    markup_in(text, NAMES, never)
    call_in(f'{text}"name"{text}', NAMES, never)
    control_in(text, never)
    arguments_markup(text, never)


@pytest.mark.parametrize(
    "text",
    ['{"' * 50_000 + '"name"', '"name"' + "{" * 200_000, "<|" * 100_000, "`<tool_call>" * 20_000],
)
def test_hostile_text_costs_little(text: str) -> None:
    """Text built to make the detector search again and again is settled in bounded time."""
    start = time.process_time()
    markup_in(text, NAMES, never)
    control_in(text, never)
    arguments_markup(text, never)
    assert time.process_time() - start < 2


def test_only_the_place_of_a_code_span_counts() -> None:
    """A marker after a closed code span is in the open."""
    assert markup_in("`x` <tool_call>get_weather", NAMES, never) is not None
    assert markup_in("`<tool_call>` get_weather", NAMES, never) is None
    assert markup_in("```\ncode\n```\n<tool_call>get_weather", NAMES, never) is not None


@pytest.mark.parametrize(
    ("text", "family"),
    [
        ('json\n{"a":1}', "fence"),
        ('```json\n{"a":1}\n```', "fence"),
        ('[ARGS]{"a":1}', "mistral"),
        ('{"a":"x</tool_call>"}', "hermes"),
        ('{"a":1}<|eot_id|>', "control-token"),
    ],
)
def test_markup_in_arguments_is_named(text: str, family: str) -> None:
    """Fences, separators, tags and tokens in arguments are told apart."""
    leak = arguments_markup(text, never)
    assert leak is not None
    assert leak.family == family


@pytest.mark.parametrize(
    "text",
    [
        '{"code":"default_api.get_weather()"}',
        '{"usage":"prog [OPTIONS] [ARGS]..."}',
        '{"markdown":"```json\\n{}\\n```"}',
        '{"html":"<p>a</p>"}',
    ],
)
def test_arguments_may_be_about_code(text: str) -> None:
    """Code, usage lines, Markdown and HTML in an argument are what the tool asked for."""
    assert arguments_markup(text, never) is None


@pytest.mark.parametrize(
    ("text", "tool"),
    [
        ('get_time next: <tool_call>{"name":"other","arguments":{}}</tool_call>', None),
        ('get_time next: <tool_call>{"name":"get_weather","arguments":{}}</tool_call>', "get_weather"),
        ('<tool_call>{"name":"get_weather","arguments":{"a":', "get_weather"),
        ('<tool_call>{"name":"get_weather","arguments":{a}}</tool_call>', "get_weather"),
        ('{"name":"get_weather","arguments":{}}</tool_call>', "get_weather"),
        ("get_weather </tool_call>", "get_weather"),
        ("[TOOL_CALLS]other[ARGS]{}get_weather", None),
        ("<function=other></function> get_weather", None),
        ("<|python_tag|>get_weather.call(a=1)", "get_weather"),
    ],
)  # fmt: skip
def test_the_decoder_says_which_tool_is_called(text: str, tool: str | None) -> None:
    """A call, whole or broken, is of the tool it names; only unnamed markup looks around."""
    leak = markup_in(text, NAMES, never)
    assert leak is not None
    assert leak.tool == tool


@pytest.mark.parametrize(
    ("prompt", "found"),
    [
        ('Call get_weather({"location": "Rome"}) now.', True),
        ('Answer with get_weather(location="Rome").', False),
        ('Not get_weather({"location": "Rome"}) but get_weather(location="Rome").', False),
        ("Answer with a block of tool_code and nothing of get_weather(...).", False),
    ],
)
@pytest.mark.parametrize(
    "text", ['[get_weather(location="Rome")]', '```tool_code\nget_weather(location="Rome")\n```']
)
def test_a_notation_that_the_prompt_shows_is_no_leak(
    prompt: str, text: str, *, found: bool
) -> None:
    """A call written out with an object shows no notation; one with keywords does."""
    leak = call_in(text, NAMES, lambda part: part in prompt)
    fenced = text.startswith("`")
    assert (leak is not None) is (("tool_code" not in prompt) if fenced else found)


@pytest.mark.parametrize(
    ("text", "family"),
    [
        ('[get_weather(location="Rome")]', "llama-pythonic"),
        ('[get_weather(location="Rome"), other(a={"b": [1, None]})]', "llama-pythonic"),
        ('Sure: {"name":"get_weather","parameters":{}}', "bare-json"),
        ('Sure {so}: {"tool_name":"get_weather","arguments":{}}', "bare-json"),
        ("[other()]", None),
        ("[see get_weather(x)]", None),
        ('{"name":"other","parameters":{}}', None),
        ('{"name":"get_weather"}', None),
        ('{"name":"get_weather","parameters":1}', None),
        ('{"name":"get_weather","parameters":{}', None),
        ('```tool_code\nget_weather(location="Rome")\n```', "gemma-code"),
        ('```tool_code\nprint(get_weather(location="Rome"))\n```', "gemma-code"),
        ("```tool_code\nget_weather(location=here)\n```", None),
        ('```tool_code\nother(location="Rome")\n```', None),
        ('```python\nget_weather(location="Rome")\n```', None),
        ('Like so:\n```tool_code\nget_weather(location="Rome")\n```', None),
    ],
)
def test_calls_without_markers_are_whole_calls(text: str, family: str | None) -> None:
    """Bare JSON and Python lists are leaks only when they call an offered tool."""
    leak = call_in(text, NAMES, never)
    assert (leak.family if leak else None) == family
    assert leak is None or leak.tool == "get_weather"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It ends with **<|im_end|>**.", False),
        ('It ends with "<|im_end|>".', False),
        ("Its end (<|im_end|>) is a token.", False),
        ("It ends.<|im_end|>", True),
        ('It said "hi<|im_end|>"', True),
        ("<|im_end|>", True),
    ],
)
def test_a_token_alone_in_marks_is_spoken_of(text: str, *, found: bool) -> None:
    """A control token that marks of the text close in is no leak; one at the end of words is."""
    assert (control_in(text, never) is not None) is found
