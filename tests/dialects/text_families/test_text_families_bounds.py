"""Text formats read in bounded time: any repetition of any marker, and what is too large."""

from __future__ import annotations

import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.examples import examples
from toolwire.dialects.text_families import TEXT_FAMILIES, ProblemKind
from toolwire.dialects.text_families.glm import last_name
from toolwire.dialects.text_families.scan import LONGEST, MOST_MARKS
from toolwire.dialects.text_families.tagged import HERMES_STRICT

DECODERS = {name: family.decode for name, family in TEXT_FAMILIES.items()} | {
    "hermes-strict": HERMES_STRICT.decode
}
#: A whole call, a begun one and pieces of markup of each format.
CALLS = {name: family.encode([("f", {"a": "1"})]) for name, family in TEXT_FAMILIES.items()}
PIECES = (
    *(
        "<tool_call>",
        "</tool_call>",
        "<tool_call>{",
        '{"name":',
        '{"tool_name":"f","arguments":{}}',
    ),
    *("<function=f>", "<function=", "<parameter=a>", "</parameter>", "<arg_key>", "f<arg_key>a"),
    *(
        "[TOOL_CALLS]",
        "[TOOL_CALLS][",
        "[TOOL_CALLS]f[ARGS]{",
        "[TOOL_REQUEST]{",
        "<|python_tag|>{",
    ),
    *("<|tool_call_begin|>", "<|tool_calls_section_begin|>", "<|tool_call_begin|>f:0"),
    *(
        "<\uff5ctool▁calls▁begin\uff5c>",
        "<\uff5ctool▁call▁begin\uff5c>f",
        "<\uff5cDSML\uff5cinvoke",
    ),
    *(
        '<\uff5cDSML\uff5cinvoke name="f">',
        "<|python_start|>[f(",
        "[f(a=",
        "{",
        "[",
        "}",
        "]",
        "{}",
    ),
    *(
        '"',
        "\\",
        "{ ",
        "[ ",
        " ",
        "\n",
        "`",
        "```",
        '{"a":{',
        '{"tool_name":',
        "a" * 290 + "!<arg_key>",
    ),
)


@pytest.mark.parametrize("name", DECODERS)
def test_a_megabyte_of_any_marker_is_read_in_bounded_time(name: str) -> None:
    """Openers without ends, nested and half open, and whole calls by the thousand."""
    for unit in (*PIECES, CALLS.get(name, CALLS["hermes"])):
        text = (unit * (LONGEST // len(unit)))[: LONGEST - 10]
        before = time.process_time()
        DECODERS[name](text)
        assert time.process_time() - before < 3.0, unit


@pytest.mark.parametrize("name", DECODERS)
def test_what_is_too_long_is_not_read_and_says_so(name: str) -> None:
    """One character over the bound the text stays as it is, with the one reason."""
    call = CALLS.get(name, CALLS["hermes"])
    text = call + " " * (LONGEST + 1 - len(call))
    decoded = DECODERS[name](text)
    assert (decoded.calls, decoded.text) == ((), text)
    assert [(p.kind, p.at) for p in decoded.problems] == [(ProblemKind.UNREAD, 0)]
    assert str(LONGEST) in decoded.problems[0].reason
    assert DECODERS[name](text[:LONGEST]).calls


def test_what_stands_behind_the_last_mark_stays_in_the_text() -> None:
    """As many calls as the bound allows are read, and the next one is named and kept."""
    call = "[TOOL_CALLS]f{}"
    decoded = DECODERS["mistral"](call * (MOST_MARKS + 2))
    assert len(decoded.calls) == MOST_MARKS
    assert decoded.text == call * 2
    assert [(p.kind, p.at) for p in decoded.problems] == [
        (ProblemKind.UNREAD, MOST_MARKS * len(call))
    ]
    whole = DECODERS["prompt-json"]("[] " * (MOST_MARKS + 1) + CALLS["prompt-json"])
    assert (len(whole.calls), whole.text[:3]) == (0, "[] ")
    assert whole.problems[0].kind is ProblemKind.UNREAD


_LAST_NAME = re.compile(r"([A-Za-z0-9_.:/-]{1,128})\s*\Z")


@given(st.lists(st.sampled_from(["a", "f_1", " ", "\n", "\u2003", "é", "!", "x" * 130, "/"])))
@settings(max_examples=examples(300))
def test_the_last_name_is_the_one_a_pattern_finds(pieces: list[str]) -> None:
    """The name before a key is found as the pattern did that tried each place in turn."""
    text = "".join(pieces)
    found = _LAST_NAME.search(text)
    assert last_name(text, 0, len(text)) == (
        (found.start(), found.group(1)) if found else (len(text.rstrip()), "")
    )
