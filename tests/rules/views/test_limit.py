"""The word for a cut in other letters is another word that says the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from toolwire.dialects import load_dialect
from toolwire.model.exchange import Exchange, Mode
from toolwire.rules import judge, judge_pair
from toolwire.rules.proof import exchanges
from toolwire.rules.views.limit import says_cut_otherwise

WORDS = {"gemini-generate": b"MAX_TOKENS", "anthropic-messages": b"max_tokens"}


def cut(name: str, mode: Mode, word: bytes) -> Exchange:
    """Return a reply that was cut and says so in a word."""
    told = exchanges.baseline("TC408", name, "cut_text", mode)
    body = told.response.body.replace(b'"' + WORDS[name] + b'"', b'"' + word + b'"')
    assert word in body
    return replace(told, response=replace(told.response, body=body))


def stops(name: str, word: bytes) -> Iterator[str]:
    """Yield the rules of stop reasons that a pair breaks whose stream ends in a word."""
    dialect = load_dialect(name)
    whole = dialect.decode(cut(name, Mode.BLOCKING, WORDS[name]))
    stream = dialect.decode(cut(name, Mode.STREAMING, word))
    for one in (*judge(stream), *judge_pair(replace(stream, twin=whole))):
        if one.rule in {"TC118", "TC408", "TC410", "TC421", "TC422"}:
            yield one.rule


@pytest.mark.parametrize("name", WORDS)
def test_another_spelling_is_told_as_a_word_that_is_none(name: str) -> None:
    """It hides no cut: one finding is about the word, and a word for whole replies is another matter."""
    assert [*stops(name, WORDS[name])] == []
    assert [*stops(name, WORDS[name].swapcase())] == ["TC410"]
    assert [*stops(name, b"length")] == ["TC410"]
    whole = {"gemini-generate": b"STOP", "anthropic-messages": b"end_turn"}[name]
    assert "TC408" in stops(name, whole)


@pytest.mark.parametrize("name", WORDS)
def test_a_word_says_a_cut_otherwise_by_its_capitals_or_as_another_format(name: str) -> None:
    """The format's own word is none of these, and no more is one that no format has."""
    dialect = load_dialect(name)
    own = WORDS[name]
    for word, told in ((own, False), (own.swapcase(), True), (b"length", True), (b"eos", False)):
        assert says_cut_otherwise(dialect.decode(cut(name, Mode.BLOCKING, word))) is told
