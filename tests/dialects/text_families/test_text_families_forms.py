"""Single text formats: their spellings, what they report, and what they cannot carry."""

from __future__ import annotations

import pytest

from toolwire.dialects.text_families import (
    TEXT_FAMILIES,
    Decoded,
    ProblemKind,
    TextCall,
    with_types,
)
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.errors import ToolwireError

ROME: JsonObject = {"location": "Rome"}
BAR = "\uff5c"


def decode(family: str, text: str) -> Decoded:
    """Decode with a family of the table."""
    return TEXT_FAMILIES[family].decode(text)


@pytest.mark.parametrize(
    ("family", "text", "form"),
    [
        ("hermes", '<tool_call>\n{"name": "w", "arguments": {"location": "Rome"}}\n</tool_call>', "tagged"),
        ("hermes", '<tool_call>{"arguments":{"location":"Rome"},"name":"w"}</tool_call>', "tagged"),
        ("lm-studio", '[TOOL_REQUEST]{"name":"w","arguments":{"location":"Rome"}}[END_TOOL_REQUEST]', "tagged"),
        ("llama3-json", '{"name": "w", "parameters": {"location": "Rome"}}', ""),
        ("llama3-json", '<|python_tag|>{"type":"function","name":"w","parameters":{"location":"Rome"}}<|eom_id|>', ""),
        ("llama-pythonic", "[w(location='Rome')]", ""),
        ("llama-pythonic", '<|python_start|>[w(location="Rome")]<|python_end|>', ""),
        ("mistral", '[TOOL_CALLS] [{"name": "w", "arguments": {"location": "Rome"}}]</s>', "array"),
        ("mistral", '[TOOL_CALLS]w[ARGS]{"location": "Rome"}', "args"),
        ("mistral", '[TOOL_CALLS]w{"location": "Rome"}', "args"),
        ("deepseek-v3", f'<{BAR}tool▁call▁begin{BAR}>function<{BAR}tool▁sep{BAR}>w\n```json\n{{"location": "Rome"}}\n```<{BAR}tool▁call▁end{BAR}>', "fenced"),
        ("deepseek-v3", f'<{BAR}tool▁call▁begin{BAR}>w<{BAR}tool▁sep{BAR}>{{"location": "Rome"}}<{BAR}tool▁call▁end{BAR}>', "bare"),
        ("deepseek-dsml", f'<{BAR}DSML{BAR}tool_calls>\n<{BAR}DSML{BAR}invoke name="w">\n<{BAR}DSML{BAR}parameter name="location">Rome</{BAR}DSML{BAR}parameter>\n</{BAR}DSML{BAR}invoke>\n</{BAR}DSML{BAR}tool_calls>', ""),
        ("qwen-xml", "<tool_call>\n<function=w>\n<parameter=location>\nRome\n</parameter>\n</function>\n</tool_call>", ""),
        ("qwen-xml", "<function=w><parameter=location>Rome</parameter></function>", ""),
        ("qwen-xml", '<function=w>{"location": "Rome"}</function>', ""),
        ("glm", "<tool_call>w\n<arg_key>location</arg_key>\n<arg_value>Rome</arg_value>\n</tool_call>", ""),
        ("glm", "<tool_call>w<arg_key>location</arg_key><arg_value>Rome</arg_value></tool_call>", ""),
        ("kimi", '<|tool_call_section_begin|><|tool_call_begin|> functions.w:0 <|tool_call_argument_begin|> {"location": "Rome"} <|tool_call_end|><|tool_call_section_end|>', ""),
        ("prompt-json", '{"tool_name": "w", "arguments": {"location": "Rome"}}', "bare"),
        ("prompt-json", '```json\n{"tool_name": "w", "arguments": {"location": "Rome"}}\n```', "fenced"),
        ("prompt-json", '{"arguments": {"location": "Rome"}, "tool_name": "w"}', "bare"),
    ],
)  # fmt: skip
def test_spellings_of_one_call(family: str, text: str, form: str) -> None:
    """Each spelling seen in the field is one call, with nothing left over."""
    decoded = decode(family, text)
    assert [(c.name, c.arguments, c.form) for c in decoded.calls] == [("w", ROME, form)]
    assert (decoded.text, decoded.problems) == ("", ())


def test_ids_are_read_where_a_format_has_them() -> None:
    """Mistral's call id and Kimi's `functions.name:number` are the calls' ids."""
    named = decode("mistral", "[TOOL_CALLS]w[CALL_ID]a1B2c3D4e[ARGS]{}[TOOL_CALLS]v[ARGS]{}")
    assert [(call.name, call.id) for call in named.calls] == [("w", "a1B2c3D4e"), ("v", None)]
    listed = decode("mistral", '[TOOL_CALLS][{"name":"w","arguments":{},"id":"a1B2c3D4e"}]')
    assert listed.calls[0].id == "a1B2c3D4e"
    numbered = TEXT_FAMILIES["kimi"].encode([("w", {}), ("w", {})])
    assert [call.id for call in decode("kimi", numbered).calls] == [
        "functions.w:0",
        "functions.w:1",
    ]


def test_hermes_reports_missing_tags() -> None:
    """A call without its opening tag, or without any, is read and reported."""
    call = '{"name": "w", "arguments": {}}'
    unopened = decode("hermes", f"Sure. {call}\n</tool_call>")
    assert [(c.name, c.form) for c in unopened.calls] == [("w", "unopened")]
    assert unopened.text == "Sure. "
    assert [(p.kind, p.at, p.name) for p in unopened.problems] == [(ProblemKind.FORM, 6, "w")]
    bare = decode("hermes", f"{call}\n{call}")
    assert [c.form for c in bare.calls] == ["bare", "bare"]
    assert [p.kind for p in bare.problems] == [ProblemKind.FORM] * 2
    assert bare.problem == bare.problems[0]
    assert decode("hermes", f"Here: {call}").calls == ()


@pytest.mark.parametrize("fence", ["```json\n{}\n```", "```\n{}\n```", "\n```json {} ```\n"])
def test_hermes_reports_a_call_in_a_fence(fence: str) -> None:
    """A fence that is the whole text and holds calls alone: what is quoted between words is none."""
    call = '{"name": "w", "arguments": {}}'
    fenced = decode("hermes", fence.format(f"{call}\n{call}"))
    assert [one.name for one in fenced.calls] == ["w", "w"]
    assert {(one.kind, one.at, one.reason) for one in fenced.problems} == {
        (ProblemKind.FORM, 0, "The call stands in a fence, and has no tags.")
    }
    apart = decode("hermes", "\n".join([fence.format(call)] * 2))
    assert [one.reason for one in apart.problems] == [one.reason for one in fenced.problems]
    for text in (f"So: {fence}", fence.replace("{}", '{"x": 1}'), fence.replace("{}", "")):
        assert decode("hermes", text.replace("{}", call)).calls == ()


def test_glm_reports_a_missing_opening_tag() -> None:
    """A name right before the first key is a call without its tag, read and reported."""
    pair = "<arg_key>location</arg_key>\n<arg_value>Rome</arg_value>\n</tool_call>"
    text = f"Sure.\n<|begin_of_box|>w\n{pair} and <tool_call>v{pair}"
    decoded = decode("glm", text)
    assert [(call.name, call.arguments) for call in decoded.calls] == [("w", ROME), ("v", ROME)]
    assert [(p.kind, p.name) for p in decoded.problems] == [(ProblemKind.FORM, "w")]
    assert decoded.text == "Sure.\n<|begin_of_box|>\n and "
    assert decode("glm", "A <arg_key> tag").calls == ()


def test_a_stray_closing_tag_is_no_call() -> None:
    """A closing tag that closes nothing stays in the text and is reported."""
    decoded = decode("hermes", "Well. </tool_call> Done.")
    assert decoded.text == "Well. </tool_call> Done."
    assert [p.kind for p in decoded.problems] == [ProblemKind.MALFORMED]


def test_arguments_may_hold_the_closing_tag() -> None:
    """A closing tag inside a JSON string ends nothing."""
    arguments: JsonObject = {"html": "</tool_call>[END_TOOL_REQUEST]<|tool_call_end|>```}"}
    for name in ("hermes", "lm-studio", "kimi", "deepseek-v3", "mistral", "prompt-json"):
        text = TEXT_FAMILIES[name].encode([("w", arguments), ("w", {})])
        assert [call.arguments for call in decode(name, text).calls] == [arguments, {}]


@pytest.mark.parametrize(
    ("family", "text"),
    [
        ("hermes", '<tool_call>\n{"name": "w", "arguments": {"a": }}\n</tool_call>'),
        ("hermes", '<tool_call>\n{"name": "w", "arguments": {}} and more\n</tool_call>'),
        ("llama-pythonic", "[w(a=open('x'))]"),
        ("mistral", "[TOOL_CALLS]w[ARGS]{'a': 1}"),
        ("mistral", "[TOOL_CALLS][{\"name\": \"w\", 'arguments': {}}]"),
        ("deepseek-v3", f"<{BAR}tool▁call▁begin{BAR}>w<{BAR}tool▁sep{BAR}>{{a}}<{BAR}tool▁call▁end{BAR}>"),
        ("deepseek-dsml", f'<{BAR}DSML{BAR}invoke name="w"><{BAR}DSML{BAR}parameter name="a" string="false">x</{BAR}DSML{BAR}parameter></{BAR}DSML{BAR}invoke>'),
        ("qwen-xml", "<function=w>so<parameter=a>1</parameter></function>"),
        ("glm", "<tool_call>w<arg_key>a</arg_key>1</tool_call>"),
        ("kimi", "<|tool_call_begin|>functions.w:0<|tool_call_argument_begin|>{a}<|tool_call_end|>"),
        ("prompt-json", '{"tool_name": "w", "arguments": {"a": }}'),
    ],
)  # fmt: skip
def test_what_cannot_be_read_stays_and_names_its_tool(family: str, text: str) -> None:
    """A closed but unreadable body is no call, stays in the text, and says whose it was."""
    decoded = decode(family, f"{text}")
    assert decoded.calls == ()
    assert decoded.text == text
    assert [(p.kind, p.name) for p in decoded.problems] == [(ProblemKind.MALFORMED, "w")]
    assert decoded.names() == ("w",)


@pytest.mark.parametrize(
    ("family", "text"),
    [
        ("hermes", "Well <too"),
        ("hermes", "Well <tool_call>"),
        ("lm-studio", "Well [TOOL_REQ"),
        ("mistral", "Well [TOOL_CALLS]"),
        ("deepseek-v3", f"Well <{BAR}tool▁calls▁b"),
        ("kimi", "Well <|tool_calls_section_begin|>"),
        ("qwen-xml", "Well <function=w"),
        ("glm", "Well <tool_call>w"),
        ("deepseek-dsml", f"Well <{BAR}DSML{BAR}function_calls>"),
        ("prompt-json", 'Well {"tool_na'),
        ("prompt-json", 'Well ```json\n{"tool_name": "w", "arguments": {'),
    ],
)
def test_a_cut_opener_is_neither_call_nor_content(family: str, text: str) -> None:
    """Markup the text ended in is reported as truncated and leaves only the words before it."""
    decoded = decode(family, text)
    assert decoded.calls == ()
    assert decoded.text.rstrip() == "Well"
    assert [p.kind for p in decoded.problems] == [ProblemKind.TRUNCATED]


def test_an_open_section_keeps_its_whole_calls() -> None:
    """Calls that came whole count although their section was cut off."""
    for name in ("kimi", "deepseek-v3", "deepseek-dsml"):
        text = TEXT_FAMILIES[name].encode([("w", {}), ("v", {})])
        decoded = decode(name, text[: text.rindex("<")])
        assert [call.name for call in decoded.calls] == ["w", "v"]
        assert [p.kind for p in decoded.problems] == [ProblemKind.TRUNCATED]


@pytest.mark.parametrize(
    "text",
    [
        "[w(x)]",
        "[w(*[1])]",
        "[w(**{'a': 1})]",
        "[w(a=1, a=2)]",
        "[w(a=b)]",
        "[w(a=1+1)]",
        "[w(a=f'{1}')]",
        "[w(a=[x for x in ()])]",
        "[w(a=b'x')]",
        "[w(a=1j)]",
        "[w(a=1e999)]",
        "[w(a=-True)]",
        "[w(a=...)]",
        "[w(a={1: 2})]",
        "[w(a={**{}})]",
        "[w(a='\\ud800')]",
        "[w()()]",
        "[w(a=lambda: 1)]",
        "[w(a=(1,))]",
        "[w(a=" + "9" * 5000 + ")]",
        "[w(a=" + "-" * 15_000 + "1)]",
        "[w(a=" + "[" * 9_000 + "]" * 9_000 + ")]",
        "[w(a='" + "x" * 30_000 + "')]",
    ],
    ids=range(23),
)
def test_python_is_read_as_literals_only(text: str) -> None:
    """Nothing but keyword arguments of JSON literals is a call, and nothing is run."""
    decoded = decode("llama-pythonic", text)
    assert decoded.calls == ()
    assert [(p.kind, p.name) for p in decoded.problems] == [(ProblemKind.MALFORMED, "w")]


def test_python_literals_become_json() -> None:
    """True, None, negative numbers, nesting and unknown escapes are read as JSON values."""
    text = r"[a.w(a=True, b=None, c=-1.5, d={'x': [1, 'y']}, e='\d'), v()]"
    first, second = decode("llama-pythonic", text).calls
    expected: JsonObject = {"a": True, "b": None, "c": -1.5, "d": {"x": [1, "y"]}, "e": r"\d"}
    assert (first.name, first.arguments) == ("a.w", expected)
    assert (second.name, second.arguments) == ("v", {})


@pytest.mark.parametrize(
    "text",
    ["[w(x) and so on", "[link](w)", "[1]", "[w(), 1]", "See [w(a=1)].", "[w(a=1)] is the call"],
)
def test_prose_is_no_python_list(text: str) -> None:
    """A list of calls is the whole text; words around it make it prose."""
    if text == "[w(x) and so on":
        assert decode("llama-pythonic", text).problems[0].kind is ProblemKind.TRUNCATED
        return
    decoded = decode("llama-pythonic", text)
    assert (decoded.calls, decoded.text, decoded.problems) == ((), text, ())


@pytest.mark.parametrize(
    "text",
    [
        "Use {braces} or {} as you like.",
        '{"tool_name": "w"}',
        '{"name": "w", "arguments": {}}',
        '[{"tool_name": "w", "arguments": {}}, 1]',
        '{"outer": {"tool_name": "w", "arguments": {}}}',
        "if (a) { b(); }",
        "[] {}",
    ],
)
def test_braces_in_prose_are_no_prompted_call(text: str) -> None:
    """Other JSON and other braces are text, and no problem."""
    decoded = decode("prompt-json", text)
    assert (decoded.calls, decoded.text, decoded.problems) == ((), text, ())


def test_a_prompted_call_may_have_prose_around_it() -> None:
    """The one object is found behind other braces, and the prose is kept."""
    text = 'I use {it}.\n{"tool_name": "w", "arguments": {"a": "}"}}\nThen I go on.'
    decoded = decode("prompt-json", text)
    assert decoded.calls == (TextCall("w", {"a": "}"}, form="prose", start=12, end=55),)
    assert decoded.text == "I use {it}.\nThen I go on."


def test_two_prompted_calls_outside_an_array_are_none() -> None:
    """Which of two objects is meant cannot be told; in one array both are."""
    one = '{"tool_name": "w", "arguments": {}}'
    decoded = decode("prompt-json", f"{one} or {one}")
    assert (decoded.calls, decoded.text) == ((), f"{one} or {one}")
    assert [p.kind for p in decoded.problems] == [ProblemKind.MALFORMED] * 2
    assert len(decode("prompt-json", f"First: [{one}, {one}]").calls) == 2


def test_kimi_reports_degraded_ids() -> None:
    """An id without `functions.` names its tool; one without a colon names none."""

    def one(identity: str) -> Decoded:
        opening = f"<|tool_call_begin|>{identity}<|tool_call_argument_begin|>"
        return decode("kimi", f"{opening}{{}}<|tool_call_end|>")

    assert [
        (c.name, p.kind) for d in [one("w:0")] for c, p in zip(d.calls, d.problems, strict=True)
    ] == [("w", ProblemKind.FORM)]
    for identity in ("functionsexec5", "call_abc", "functions.w"):
        assert one(identity).calls == ()
        assert [p.kind for p in one(identity).problems] == [ProblemKind.MALFORMED]


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        ("string", "123_456", "123_456"),
        ("string", "1", "1"),
        ("integer", "12", 12),
        ("integer", "123_456", "123_456"),
        ("boolean", "True", True),
        ("boolean", "false", False),
        ("null", "None", None),
        ("object", '{"a": 1}', {"a": 1}),
        ("array", "[1", "[1"),
        (["integer", "null"], "null", None),
        (["string", "null"], "null", "null"),
        (None, "1", "1"),
    ],
)
def test_the_schema_alone_types_text_values(kind: Json, text: str, value: Json) -> None:
    """A value that the schema calls text stays text; others are read, Python's words too."""
    call = TextCall("w", {"a": text})
    parameters: JsonObject = {"properties": {"a": {} if kind is None else {"type": kind}}}
    assert with_types(call, parameters).arguments == {"a": value}
    assert with_types(call, None) == call


@pytest.mark.parametrize(
    ("family", "name", "arguments"),
    [
        ("qwen-xml", "w", {"a": "</parameter>"}),
        ("qwen-xml", "w", {"a>": "x"}),
        ("qwen-xml", "w>", {}),
        ("glm", "w", {"a": "</arg_value>"}),
        ("glm", "w", {"</arg_key>": "a"}),
        ("glm", "a b", {}),
        ("deepseek-dsml", "w", {"a": f"</{BAR}DSML{BAR}parameter>"}),
        ("deepseek-dsml", 'w"', {}),
        ("deepseek-v3", "a b", {}),
        ("mistral", "a[", {}),
        ("kimi", "a:b", {}),
        ("llama-pythonic", "get-weather", {}),
        ("llama-pythonic", "w", {"class": 1}),
        ("llama-pythonic", "w", {"a b": 1}),
    ],
)
def test_what_a_format_cannot_carry_is_refused(
    family: str, name: str, arguments: JsonObject
) -> None:
    """Nothing is escaped in these formats, so a name or value that would end them is refused."""
    with pytest.raises(ToolwireError):
        TEXT_FAMILIES[family].encode([(name, arguments)])
