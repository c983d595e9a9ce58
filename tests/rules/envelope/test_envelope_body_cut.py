"""Bodies and events that are cut off in the middle of their JSON: one rule says so, in these words."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from tests.rules.views.test_told_again import live
from toolwire.dialects import DIALECTS, load_dialect
from toolwire.model.exchange import Exchange, Mode
from toolwire.rules import judge
from toolwire.rules.mutate.edit import raw_body
from toolwire.rules.mutate.scenarios import clean


def found(name: str, exchange: Exchange) -> list[tuple[str, str]]:
    """Return rule and words of what is found."""
    return [(one.rule, one.message) for one in judge(load_dialect(name).decode(live(exchange)))]


@pytest.mark.parametrize("scenario", ["say_so", "single_call"])
@pytest.mark.parametrize("name", DIALECTS)
def test_a_body_that_is_cut_is_told_of_once(name: str, scenario: str) -> None:
    """Nothing is held against a reply that cannot be read."""
    exchange = clean(load_dialect(name), scenario, Mode.BLOCKING)
    cut = raw_body(lambda body: body[:-20])(exchange)
    assert found(name, cut) == [("TC117", "The body is cut off in the middle of its JSON.")]


def test_what_is_no_json_is_not_cut() -> None:
    """So a page of a proxy's."""
    exchange = clean(load_dialect("openai-chat"), "say_so", Mode.BLOCKING)
    page = raw_body(lambda _: b"<html>Bad gateway</html>")(exchange)
    assert found("openai-chat", page) == [("TC117", "The body is not one JSON document.")]


def test_an_event_that_is_cut_is_named() -> None:
    """Whoever reads it has no object."""
    exchange = clean(load_dialect("openai-chat"), "say_so", Mode.STREAMING)
    cut = raw_body(lambda body: body.replace(b"}\n\n", b"\n\n", 1))(exchange)
    rule = ("TC117", "The event is cut off in the middle of its JSON.")
    assert rule in found("openai-chat", cut)


@pytest.mark.parametrize(("mode", "what"), [(Mode.BLOCKING, "body"), (Mode.STREAMING, "event")])
@pytest.mark.parametrize("name", DIALECTS)
def test_half_a_character_is_no_cut(name: str, mode: Mode, what: str) -> None:
    """Programs in JavaScript may split a text within one; the JSON around it is whole."""
    dialect = load_dialect(name)
    exchange = clean(dialect, "say_so", mode)
    text = (dialect.decode(exchange).reply.text or "").split()[0].encode()
    half = raw_body(lambda body: body.replace(text, text + rb"\ud83d", 1))(exchange)
    message = f"A character came apart: the JSON of the {what} holds half of it, which strict parsers refuse."
    # Bedrock's messages have a checksum each.
    sealed = (name, mode) == ("bedrock-converse", Mode.STREAMING)
    assert (("TC117", message) in found(name, half)) is not sealed


def test_a_last_line_that_is_cut_is_named() -> None:
    """The object before it does not say that it is the last, since it is not."""
    exchange = clean(load_dialect("ollama-chat"), "say_so", Mode.STREAMING)
    cut = raw_body(lambda body: body[:-20])(exchange)
    message = "The last object is cut off in the middle of its JSON."
    assert found("ollama-chat", cut) == [("TC912", message)]


@pytest.mark.parametrize("scenario", ["say_so", "single_call"])
@pytest.mark.parametrize("name", ["ollama-chat", "cohere-v1"])
def test_objects_on_several_lines_are_named(name: str, scenario: str) -> None:
    """Printers of JSON indent it; no line is an object then, and the stream is not cut off."""
    exchange = clean(load_dialect(name), scenario, Mode.STREAMING)

    def printed(body: bytes) -> bytes:
        lines = (json.dumps(json.loads(line), indent=2) for line in body.splitlines() if line)
        return "\n".join(lines).encode()

    message = "A JSON object stands on several lines, where the format has one on each."
    assert found(name, raw_body(printed)(exchange)) == [("TC117", message)]


def test_lines_that_hold_no_object_together_are_cut() -> None:
    """A first line that is half an object, and lines that close what nobody opened."""
    exchange = clean(load_dialect("ollama-chat"), "say_so", Mode.STREAMING)
    whole = exchange.response.body
    for lines in (b'{"model": "m",\n', b"{\n" + b"}}\n" * 100):
        body = lines + whole
        told = found(
            "ollama-chat", replace(exchange, response=replace(exchange.response, body=body))
        )
        assert ("TC117", "The event is cut off in the middle of its JSON.") in told
