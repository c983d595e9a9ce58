"""What stands in an answer in another spelling is told as that, and not as missing as well."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from toolwire.dialects import load_dialect
from toolwire.model.exchange import Mode
from toolwire.model.reply import Reading
from toolwire.rules import judge
from toolwire.rules.proof import exchanges
from toolwire.rules.views.spelling import (
    folded,
    is_spelled_otherwise,
    name_here,
    stands_otherwise,
)

GEMINI = "gemini-generate"
CAMEL = re.compile(rb'"([a-z]+[A-Z][A-Za-z]*)":')


def snake(mode: Mode) -> Reading:
    """Return a call whose every member is in snake_case, as of servers that write protobuf's own names."""
    told = exchanges.baseline("TC191", GEMINI, "single_call", mode)
    body = CAMEL.sub(
        lambda name: re.sub(rb"([A-Z])", lambda c: b"_" + c[1].lower(), name[0]), told.response.body
    )
    assert b'"finish_reason"' in body
    return load_dialect(GEMINI).decode(replace(told, response=replace(told.response, body=body)))


@pytest.mark.parametrize("mode", Mode)
def test_an_end_in_another_spelling_is_not_missing(mode: Mode) -> None:
    """A stream whose end is told as finish_reason breaks off no more than it does."""
    reading = snake(mode)
    assert is_spelled_otherwise(reading, ["finishReason"])
    assert not is_spelled_otherwise(reading, ["index"])
    assert {one.rule for one in judge(reading)} - {"TC190"} == {"TC191"}


def test_a_spelling_beside_the_right_one_stands_for_nothing() -> None:
    """Only where the member itself is absent is the other one it."""
    assert folded("finish-reason") == folded("finish_reason") == folded("finishReason")
    assert stands_otherwise("finishReason", ["finish_reason"])
    assert not stands_otherwise("finishReason", ["finish_reason", "finishReason"])
    assert not stands_otherwise("finishReason", ["reason"])


def test_names_without_latin_letters_are_kept_apart() -> None:
    """What stands between words goes, and no letter of any script."""
    assert folded("get.Météo") == folded("get_météo")
    assert folded("天気") != folded("時間")


@pytest.mark.parametrize("mode", Mode)
def test_a_count_under_another_formats_name_is_told_once(mode: Mode) -> None:
    """That the format's own is missing follows from it."""
    name = "gemini-generate"
    told = exchanges.baseline("TC191", name, "single_call", mode)
    body = told.response.body.replace(b'"promptTokenCount"', b'"prompt_tokens"')
    reading = load_dialect(name).decode(replace(told, response=replace(told.response, body=body)))
    (found,) = (one for one in judge(reading) if one.rule == "TC191")
    assert (found.expected, found.actual) == ("promptTokenCount", "prompt_tokens")
    assert "TC118" not in {one.rule for one in judge(reading)}


def test_a_count_has_a_name_of_its_own_in_each_format() -> None:
    """What is known here is no other format's, and what nobody counts is none."""
    assert name_here("prompt_tokens", {"inputTokens", "outputTokens"}) == "inputTokens"
    assert name_here("prompt_tokens", {"prompt_tokens"}) is None
    assert name_here("seconds", {"inputTokens"}) is None
    assert stands_otherwise("inputTokens", ["prompt_tokens"])
    assert not stands_otherwise("inputTokens", ["prompt_tokens", "inputTokens"])
