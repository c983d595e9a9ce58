"""TC010: an HTTP body that is not ended, behind the answer and amid it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.dialects import DIALECTS, load_dialect
from toolwire.model.exchange import Exchange, Mode
from toolwire.model.reply import Reading
from toolwire.rules import judge, judge_pair
from toolwire.rules.mutate.scenarios import clean


def cut(exchange: Exchange, left: int | None = None) -> Exchange:
    """Break an answer off behind a number of bytes."""
    response = exchange.response
    return replace(
        exchange, response=replace(response, body=response.body[:left], chunks=(), broken_off=True)
    )


def read(name: str, mode: Mode, *, half: bool = False, broken: bool = True) -> Reading:
    """Return a plain answer that was broken off."""
    dialect = load_dialect(name)
    exchange = clean(dialect, "single_call", mode)
    left = len(exchange.response.body) // 2 if half else None
    return dialect.decode(cut(exchange, left) if broken else exchange)


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("name", DIALECTS)
def test_of_an_answer_that_is_cut_nothing_else_is_told(name: str, mode: Mode) -> None:
    """What is missing of it is missing since it was cut."""
    for half, told in ((False, "behind the answer"), (True, "amid the answer")):
        (found,) = judge(read(name, mode, half=half))
        assert found.rule == "TC010"
        assert told in found.message


def test_the_events_that_came_are_judged() -> None:
    """A stream with all its events and a fault of another kind has both findings."""
    exchange = cut(clean(load_dialect("openai-chat"), "plain_text", Mode.STREAMING))
    body = exchange.response.body.replace(b"data: [DONE]\n\n", b"")
    exchange = replace(exchange, response=replace(exchange.response, body=body))
    found = judge(load_dialect("openai-chat").decode(exchange))
    assert [one.rule for one in found] == ["TC010", "TC910"]


def test_modes_are_not_compared_where_one_was_cut() -> None:
    """Half an answer differs from a whole one, and that says nothing more."""
    stream, whole = read("openai-chat", Mode.STREAMING, broken=False), Mode.BLOCKING
    assert not judge_pair(replace(stream, twin=read("openai-chat", whole, half=True)))
    torn = read("openai-chat", Mode.STREAMING, half=True)
    assert not judge_pair(replace(torn, twin=read("openai-chat", whole, broken=False)))


def test_what_is_missing_is_named() -> None:
    """In chunks the last of them, else bytes."""
    exchange = cut(clean(load_dialect("openai-chat"), "plain_text", Mode.STREAMING))
    headers = (*exchange.response.headers, ("transfer-encoding", "chunked"))
    chunked = replace(exchange, response=replace(exchange.response, headers=headers))
    for one, expected in ((exchange, "as many bytes as announced"), (chunked, "the last chunk")):
        (found,) = judge(load_dialect("openai-chat").decode(one))
        assert found.expected == expected
