"""Choices of a stream whose numbers count its pieces."""

from __future__ import annotations

import itertools
import re

import pytest

from tests.rules.views.test_told_again import live
from toolwire.dialects import load_dialect
from toolwire.model.exchange import Exchange, Mode
from toolwire.rules import judge
from toolwire.rules.mutate.edit import raw_body
from toolwire.rules.mutate.request_edit import ask
from toolwire.rules.mutate.scenarios import clean

COUNTED = "The number of the choice goes up with each piece of the stream."
NUMBER = re.compile(rb'"index":0')


def told(name: str, exchange: Exchange) -> list[str]:
    """Return what the rule of choices says."""
    reading = load_dialect(name).decode(live(exchange))
    return [one.message for one in judge(reading) if one.rule == "TC119"]


def counting(exchange: Exchange, often: int) -> Exchange:
    """Give the pieces of a stream the next number each, or so many of them one."""
    numbers = itertools.count()

    def numbered(_: re.Match[bytes]) -> bytes:
        return b'"index":%d' % (next(numbers) // often)

    return raw_body(lambda body: NUMBER.sub(numbered, body))(exchange)


@pytest.mark.parametrize("name", ["chatml", "openai-chat"])
def test_a_number_that_goes_up_with_each_piece_is_named(name: str) -> None:
    """One that does not rise with each is of a choice that nobody asked for."""
    exchange = clean(load_dialect(name), "say_so", Mode.STREAMING)
    assert told(name, counting(exchange, 1)) == [COUNTED]
    assert told(name, counting(exchange, 2)) == ["A choice came that the request does not ask for."]
    assert told(name, exchange) == []


def test_choices_that_are_asked_for_may_have_a_piece_each() -> None:
    """Their numbers rise in what may be one piece of each."""
    exchange = clean(load_dialect("openai-chat"), "say_so", Mode.STREAMING)
    several = ask(lambda body: body.update(n=100))(exchange)
    assert COUNTED not in told("openai-chat", counting(several, 1))
