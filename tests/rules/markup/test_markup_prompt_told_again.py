"""Completions that begin with the prompt of their request."""

from __future__ import annotations

from tests.rules.views.test_told_again import live
from toolwire.dialects import load_dialect
from toolwire.io.json_text import dump, object_of, parse
from toolwire.model.exchange import Exchange, Mode
from toolwire.rules import judge
from toolwire.rules.mutate.edit import raw_body
from toolwire.rules.mutate.request_edit import ask
from toolwire.rules.mutate.scenarios import clean

SAID = "The text begins with the prompt of its request."


def told(exchange: Exchange) -> list[str]:
    """Return what is said of the turn."""
    reading = load_dialect("chatml").decode(live(exchange))
    return [one.message for one in judge(reading) if one.rule == "TC139"]


def with_prompt(exchange: Exchange) -> Exchange:
    """Put the prompt before the text."""
    assert exchange.request is not None
    prompt = str(object_of(parse(exchange.request.body)).get("prompt"))
    before = b'"text":' + dump(prompt)[:-1]
    return raw_body(lambda body: body.replace(b'"text":"', before, 1))(exchange)


def test_a_completion_that_begins_with_its_prompt_says_so() -> None:
    """One that asks for its echo gets it, as the published type says."""
    exchange = clean(load_dialect("chatml"), "say_so", Mode.BLOCKING)
    assert told(exchange) == []
    assert told(with_prompt(exchange)) == [SAID]
    echoed = ask(lambda body: body.update(echo=True))(exchange)
    assert SAID not in told(with_prompt(echoed))
