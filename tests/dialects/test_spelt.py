"""The search for written-out calls against a plain one that tries every closing brace."""

from __future__ import annotations

import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.examples import examples
from toolwire.dialects.spelt import spelt_out
from toolwire.io.json_text import JsonError, object_of, parse
from toolwire.model.conversation import JsonObject

_CALL = re.compile(r"([A-Za-z_][A-Za-z0-9_.:-]{0,127})\((?=\{)")
PIECES = st.sampled_from(
    [
        *(
            "f(",
            "({",
            "f({",
            'f({"',
            '{"a":',
            '"a":1',
            '"',
            "\\",
            '\\"',
            "{",
            "}",
            "[",
            "]",
            "(",
            ")",
        ),
        *(
            "})",
            ",",
            ":",
            "1",
            "null",
            " ",
            "\n",
            "é",
            "9f",
            "_",
            ".",
            "a" * 130,
            "f({})",
            "[]",
            "{}",
        ),
        *('f({"a":"g({})"})', 'f({"a":"}"})', 'f({"\\', "\ud800", "\x00"),
    ]
)


def plain(prompt: str) -> list[tuple[str, JsonObject]]:
    """Find the calls as was done before: from each opener every closing brace is tried."""
    found = []
    for match in _CALL.finditer(prompt):
        text = prompt[match.end() :]
        for end in (m.end() for m in re.finditer(r"\}", text)):
            try:
                value = parse(text[:end])
            except JsonError:
                continue
            found.append((match.group(1), object_of(value)))
            break
    return found


def quick(prompt: str) -> list[tuple[str, JsonObject]]:
    """Return what the search finds, as pairs."""
    return [(call.name, call.arguments) for call in spelt_out(prompt)]


@given(st.lists(PIECES, max_size=40).map("".join))
@settings(max_examples=examples(600))
def test_the_same_calls_are_found_as_before(prompt: str) -> None:
    """Whatever the markup, broken, nested or half open, both searches agree."""
    assert quick(prompt) == plain(prompt)


@given(st.lists(st.sampled_from(['f({"', '":', '"}', "f({", '\\"', "})", " "]), max_size=60))
@settings(max_examples=examples(300))
def test_openers_inside_strings_are_found_as_before(pieces: list[str]) -> None:
    """A dense mixture of openers, quotes and escapes, in which looks overlap."""
    prompt = "".join(pieces)
    assert quick(prompt) == plain(prompt)


@pytest.mark.parametrize(
    "unit",
    [
        *('f({"a":"}}}}}}}', "f({", 'f({"', 'f({\\"', 'f({"a":', 'f({"f({":1,', "f({}", "f({}) "),
        *("}", "{", "a", "({", '"', "f({[", 'f({"a":1,', 'f({"\\\\', '"f({"', "f({'", "f({ \n"),
    ],
)
def test_a_megabyte_of_anything_takes_well_under_a_second(unit: str) -> None:
    """What took minutes: openers, braces, strings and escapes, repeated, closed and open."""
    prompt = (unit * (1_000_000 // len(unit))) + '"}' * 8
    for text in (prompt, 'f({"a":"' + prompt, "f({" + prompt):
        before = time.process_time()
        sum(1 for _ in spelt_out(text))
        assert time.process_time() - before < 2.0
