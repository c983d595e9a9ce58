"""What every text format of tool calls has in common."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.examples import examples
from toolwire.dialects.text_families import (
    TEXT_FAMILIES,
    Decoded,
    ProblemKind,
    TextFamily,
    with_types,
)
from toolwire.dialects.text_families.deepseek import encode_bare
from toolwire.dialects.text_families.mistral import encode_array
from toolwire.model.conversation import Json, JsonObject

Calls: TypeAlias = Sequence[tuple[str, JsonObject]]
Encode: TypeAlias = Callable[[Calls], str]
FAMILIES = list(TEXT_FAMILIES.values())
#: Formats with a second spelling of the same family.
SPELLINGS = [(family, family.encode) for family in FAMILIES] + [
    (TEXT_FAMILIES["mistral"], encode_array),
    (TEXT_FAMILIES["deepseek-v3"], encode_bare),
]
IDS = [family.name for family in FAMILIES] + ["mistral-array", "deepseek-bare"]
#: Formats in which a call is the whole text, so that nothing may stand before it.
ALONE = {"llama3-json", "llama-pythonic"}
NAMES = st.sampled_from(["get_weather", "get_time", "f", "x" * 64])
KEYS = st.sampled_from(["location", "days", "unit", "a"])
TEXTS = st.text(max_size=20).filter(lambda text: "</" not in text)
VALUES: st.SearchStrategy[Json] = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64) | st.floats(-1e9, 1e9) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)
CALLS = st.lists(
    st.tuples(NAMES, st.dictionaries(KEYS, VALUES, max_size=3)), min_size=1, max_size=3
)
KINDS = {bool: "boolean", int: "integer", float: "number", list: "array", dict: "object"}
MARKS = sorted({mark for family in FAMILIES for mark in family.markers})
PIECES = st.sampled_from(
    [
        *MARKS,
        *("</tool_call>", "</function>", "</parameter>", "[END_TOOL_REQUEST]", "<|tool_call_end|>"),
        *("<|tool_call_begin|>", "functions.f:0", "<|tool_call_argument_begin|>", "</arg_key>"),
        *("<\uff5ctool▁call▁begin\uff5c>", "<\uff5ctool▁sep\uff5c>", "<\uff5ctool▁call▁end\uff5c>"),
        *(
            "<\uff5cDSML\uff5cinvoke",
            ' name="f">',
            "</\uff5cDSML\uff5cinvoke>",
            "f>",
            "[f(a=",
            ")]",
        ),
        *('{"name":"f","arguments":{}}', '{"name":"f","parameters":{}}', '{"tool_name":"f"', "```"),
        *("{", "}", "[", "]", '"', "\\", ",", ":", "(", ")", "\n", " ", "f", "1", "-", ".", "é"),
    ]
)


def typed(decoded: Decoded, calls: Calls) -> list[tuple[str, Json]]:
    """Return name and arguments of every call, text values cast by a schema that fits."""
    found: list[tuple[str, Json]] = []
    for call, (_, arguments) in zip(decoded.calls, calls, strict=False):
        properties: JsonObject = {
            key: {"type": KINDS.get(type(value), "null")}
            for key, value in arguments.items()
            if not isinstance(value, str)
        }
        cast = with_types(call, {"type": "object", "properties": properties})
        found.append((cast.name, cast.arguments))
    return found


def read(family: TextFamily, text: str, calls: Calls) -> Decoded:
    """Decode, with every call named and typed as it was written."""
    decoded = family.decode(text)
    for call in decoded.calls:
        assert 0 <= call.start < call.end <= len(text)
    if family.typed:
        assert [(call.name, call.arguments) for call in decoded.calls] == [
            tuple(call) for call in calls[: len(decoded.calls)]
        ]
    else:
        assert typed(decoded, calls) == [tuple(call) for call in calls[: len(decoded.calls)]]
    return decoded


def form_only(decoded: Decoded) -> bool:
    """Return whether nothing worse than a breach of form was found."""
    return all(problem.kind is ProblemKind.FORM for problem in decoded.problems)


def test_the_table_is_in_the_order_of_its_names() -> None:
    """The table holds the eleven formats of the catalogue, sorted, each under its own name."""
    assert list(TEXT_FAMILIES) == sorted(TEXT_FAMILIES)
    assert len(TEXT_FAMILIES) == 11
    assert all(family.name == name for name, family in TEXT_FAMILIES.items())


@pytest.mark.parametrize(("family", "encode"), SPELLINGS, ids=IDS)
@given(calls=CALLS)
@settings(max_examples=examples(30))
def test_what_is_written_is_read(family: TextFamily, encode: Encode, calls: Calls) -> None:
    """Calls written in a format are read back whole, and nothing of them is left as text."""
    decoded = read(family, encode(calls), calls)
    assert len(decoded.calls) == len(calls)
    assert (decoded.text, decoded.problems) == ("", ())


@pytest.mark.parametrize(("family", "encode"), SPELLINGS, ids=IDS)
@given(calls=CALLS, said=st.text("abc .,\n", min_size=1, max_size=20).filter(str.strip))
@settings(max_examples=examples(20))
def test_text_before_the_calls_is_kept(
    family: TextFamily, encode: Encode, calls: Calls, said: str
) -> None:
    """Text before the calls comes back as it was, where the format allows any."""
    if family.name in ALONE:
        assert family.decode(f"{said}\n{encode(calls)}").calls == ()
        return
    decoded = read(family, f"{said}\n{encode(calls)}", calls)
    assert len(decoded.calls) == len(calls)
    assert (decoded.text, decoded.problems) == (said, ())


@pytest.mark.parametrize(("family", "encode"), SPELLINGS, ids=IDS)
@given(calls=CALLS, data=st.data())
@settings(max_examples=examples(30))
def test_a_text_cut_anywhere_invents_no_call(
    family: TextFamily, encode: Encode, calls: Calls, data: st.DataObject
) -> None:
    """What came whole is a call; what did not is said to be truncated and is no content."""
    whole = encode(calls)
    cut = whole[: data.draw(st.integers(8, len(whole)) if len(whole) > 8 else st.just(8))]
    decoded = read(family, cut, calls)
    if cut != whole and decoded.text:
        # Only formats without markers of their own may take the beginning for a text.
        assert family.name in {"llama3-json", "llama-pythonic"}
        assert len(decoded.text) < 160
    assert all(p.kind is ProblemKind.TRUNCATED for p in decoded.problems)
    if not decoded.problems and not decoded.text:
        # Nothing tells that more was to come: the cut is between two calls.
        assert cut.rstrip("; \n") == encode(calls[: len(decoded.calls)])


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
@given(pieces=st.lists(PIECES, max_size=30))
@settings(max_examples=examples(100))
def test_any_text_is_bearable(family: TextFamily, pieces: list[str]) -> None:
    """No arrangement of markers, brackets and quotes raises, and offsets stay inside."""
    text = "".join(pieces)
    decoded = family.decode(text)
    assert all(0 <= problem.at <= len(text) for problem in decoded.problems)
    assert len(decoded.text) <= len(text)
    if not decoded.calls and not decoded.problems:
        assert decoded.text == text


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
@given(text=st.text(max_size=60, alphabet=st.characters(exclude_characters="<[{")))
def test_ordinary_text_is_left_alone(family: TextFamily, text: str) -> None:
    """Text without brackets comes back whole, without a call and without a problem."""
    decoded = family.decode(text)
    assert (decoded.text, decoded.calls, decoded.problems) == (text, (), ())


HOSTILE = [
    "<tool_call>",
    "</tool_call>",
    '<tool_call>{"',
    '<tool_call>{"</tool_call>',
    '<tool_call>["</tool_call>",',
    '{"name":"f","arguments":{}}</tool_call>',
    "{</tool_call>",
    "{",
    "[",
    '{"tool_name":',
    '{"tool_name":"f","arguments":{}}',
    "{}{",
    '{"a":1,',
    "[TOOL_CALLS]f",
    '[TOOL_CALLS]f[ARGS]{"',
    "[TOOL_CALLS][",
    '[TOOL_REQUEST]{"[END_TOOL_REQUEST]',
    "<function=f>",
    "<function=f><parameter=a>",
    "<function=f>{</function>",
    "<tool_call>f<arg_key>a</arg_key>",
    "<tool_call>f<arg_key></tool_call>",
    "<tool_call>f<arg_key>a</arg_key><arg_value></tool_call>",
    "<|tool_calls_section_begin|>",
    "<|tool_call_begin|>functions.f:0",
    '<|tool_call_begin|>functions.f:0<|tool_call_argument_begin|>{"',
    "<|tool_call_begin|><|tool_call_end|>",
    "<\uff5ctool▁calls▁begin\uff5c>",
    "<\uff5ctool▁call▁begin\uff5c>f<\uff5ctool▁sep\uff5c>{",
    "<\uff5ctool▁call▁begin\uff5c><\uff5ctool▁call▁end\uff5c>",
    '<\uff5cDSML\uff5cinvoke name="f"><\uff5cDSML\uff5cparameter name="a"></\uff5cDSML\uff5cinvoke>',
    "<\uff5cDSML\uff5cfunction_calls>",
    "<|python_tag|>{",
    "<|python_start|>[f(",
    "-",
    "<tool_call> ",
    "```json\n",
]


@pytest.mark.parametrize("unit", HOSTILE)
def test_hostile_text_costs_linear_time(unit: str) -> None:
    """A markup text of 100,000 characters that goes wrong again and again is read quickly."""
    text = unit * (100_000 // len(unit))
    for family in FAMILIES:
        start = time.process_time()
        family.decode(text)
        assert time.process_time() - start < 1, family.name
