"""A stream that is framed as another format's is told of once: nothing of it is read."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.dialects import load_dialect
from toolwire.model.exchange import Exchange, Mode
from toolwire.rules import judge
from toolwire.rules.mutate.scenarios import clean

OLLAMA = load_dialect("ollama-chat")


def as_events(scenario: str, dialect: str = "ollama-chat") -> Exchange:
    """Return a stream of lines, each of them an event."""
    asked = clean(load_dialect(dialect), scenario, Mode.STREAMING)
    lines = asked.response.body.splitlines()
    body = b"".join(b"data: " + line + b"\n\n" for line in lines)
    headers = (("content-type", "text/event-stream"),)
    return replace(asked, response=replace(asked.response, headers=headers, body=body))


@pytest.mark.parametrize("question", ["", "TC006", "TC748"])
@pytest.mark.parametrize("scenario", ["single_call", "say_so"])
def test_it_is_told_of_once(scenario: str, question: str) -> None:
    """A stream did come, and what it says is not known."""
    found = judge(OLLAMA.decode(as_events(scenario)), question)
    assert [finding.rule for finding in found] == ["TC117"]


def test_a_body_in_one_piece_is_no_stream() -> None:
    """It is told of as before."""
    asked = clean(OLLAMA, "single_call", Mode.STREAMING)
    whole = clean(OLLAMA, "single_call", Mode.BLOCKING)
    found = judge(OLLAMA.decode(replace(asked, response=whole.response)), "TC006")
    assert [finding.rule for finding in found] == ["TC006"]


def on_lines(asked: Exchange, events: int | None = None) -> Exchange:
    """Return a stream whose events stand on lines, the first of them or all."""
    lines = [one[6:] for one in asked.response.body.splitlines() if one.startswith(b"data: {")]
    body = b"".join(line + b"\n" for line in lines[:events])
    return replace(asked, response=replace(asked.response, body=body))


@pytest.mark.parametrize(
    ("dialect", "events"),
    [
        ("anthropic-messages", None),
        ("gemini-generate", None),
        # one of Gemini's is a whole answer
        ("gemini-generate", 1),
        ("openai-chat", None),
    ],
)
@pytest.mark.parametrize("question", ["", "TC006"])
def test_events_on_lines_are_told_of_once(dialect: str, events: int | None, question: str) -> None:
    """Its content type is right, and so is that it is a stream: the marks before its events are missing."""
    speaker = load_dialect(dialect)
    asked = clean(speaker, "single_call", Mode.STREAMING)
    found = judge(speaker.decode(on_lines(asked, events)), question)
    assert [one.message for one in found] == [
        "The events stand on lines, and are no server-sent events."
    ]


def test_two_objects_that_were_not_to_be_streamed_are_no_stream() -> None:
    """They are no JSON document."""
    speaker = load_dialect("openai-chat")
    whole = clean(speaker, "single_call", Mode.BLOCKING)
    twice = replace(whole, response=replace(whole.response, body=b"{}\n{}\n"))
    assert [one.message for one in judge(speaker.decode(twice))] == [
        "The body is not one JSON document."
    ]


@pytest.mark.parametrize(
    ("before", "after", "rule", "message"),
    [
        (
            b'"event_type"',
            b'"type"',
            "TC117",
            "The objects on the lines are none of the format's events.",
        ),
        (
            b"\n",
            b"",
            "TC003",
            "The events are not parted, so that none is read.",
        ),
    ],
)
def test_lines_of_the_format_that_hold_no_events_are_told_as_that(
    before: bytes, after: bytes, rule: str, message: str
) -> None:
    """Cohere's v1 has its events on lines: they are not framed as another's."""
    cohere = load_dialect("cohere-v1")
    asked = clean(cohere, "single_call", Mode.STREAMING)
    body = asked.response.body.replace(before, after)
    found = judge(cohere.decode(replace(asked, response=replace(asked.response, body=body))))
    assert [finding.message for finding in found if finding.rule == rule] == [message]


@pytest.mark.parametrize("scenario", ["single_call", "plain_text"])
@pytest.mark.parametrize("dialect", ["cohere-v1", "ollama-chat", "openai-chat"])
def test_a_stream_that_is_one_array_is_told_of_once(dialect: str, scenario: str) -> None:
    """Nothing of it is cut off, and it is called what it was asked for."""
    asked = clean(load_dialect(dialect), scenario, Mode.STREAMING)
    lines = [one.removeprefix(b"data: ") for one in asked.response.body.splitlines()]
    objects = [one for one in lines if one.startswith(b"{")]
    for some, between in ((objects, b","), (objects, b"\n,\n"), (objects[-1:], b"")):
        found = judge(load_dialect(dialect).decode(_bodied(asked, _array(some, between))))
        assert [one.rule for one in found] == ["TC117"]
        assert "one JSON array" in found[0].message


def test_an_error_in_an_array_is_no_stream() -> None:
    """Google's servers write errors so under other APIs; what is no object is none of a stream, either."""
    asked = clean(OLLAMA, "plain_text", Mode.STREAMING)
    for body in (_array([b'{"error": "busy"}'], b","), _array([b'{"a": 1}', b"2"], b",")):
        told = {one.message for one in judge(OLLAMA.decode(_bodied(asked, body)))}
        assert not [one for one in told if "one JSON array" in one]


def _array(items: list[bytes], between: bytes) -> bytes:
    return b"[" + between.join(items) + b"]\n"


def _bodied(exchange: Exchange, body: bytes) -> Exchange:
    return replace(exchange, response=replace(exchange.response, body=body))
