"""Calls that Vertex streams in pieces: put together, echoed whole, or told as unread."""

from __future__ import annotations

from typing import Any

import pytest

from tests.dialects.gemini_generate.messages import (
    FIND,
    call,
    decode,
    message,
    piece,
    sse,
)
from toolwire.dialects.gemini_generate import DIALECT
from toolwire.io.json_text import parse
from toolwire.model.reply import Unread


def test_streamed_arguments_are_put_together() -> None:
    """Vertex's partialArgs make one call per name, with the arguments of its pieces."""
    reading = decode(
        sse(
            call("c2ln", name="find", id="a", willContinue=True),
            call(partialArgs=[piece("Par", willContinue=True)], willContinue=True),
            call(partialArgs=[piece("is")], willContinue=True),
            call(),
            call(name="now", willContinue=True),
            call(),
            call(name="now"),
            call(name="find", partialArgs=[piece("Rome")]),
            message({"text": "."}, stop="STOP"),
        )
    )
    reply = reading.reply
    assert [(c.name, c.id, c.arguments, c.raw) for c in reply.tool_calls] == [
        ("find", "a", {"city": "Paris"}, None),
        ("now", None, {}, None),
        ("now", None, {}, None),
        ("find", None, {"city": "Rome"}, None),
    ]
    assert [d.index for d in reading.deltas] == [0, 0, 0, 0, 1, 1, 2, 3]
    assert (reply.unread, reply.complete) == ((), True)
    assert reply.tool_calls[0].pointer == "event[0]/candidates/0/content/parts/0/functionCall"
    assert DIALECT.facets(reading)["arguments"] == "partialArgs"


def test_an_echo_has_streamed_calls_whole() -> None:
    """Pieces become the part of a blocking reply, with id and signature; the rest stays."""
    echo = decode(
        sse(
            message({"text": "I "}),
            call("c2ln", name="find", id="a", willContinue=True),
            call(partialArgs=[piece("Paris")], willContinue=True),
            message({"text": "look"}),
            call(),
            message({}, FIND, stop="STOP"),
        )
    ).reply.echo
    assert parse(echo)["parts"] == [
        {"text": "I "},
        {
            "functionCall": {"id": "a", "name": "find", "args": {"city": "Paris"}},
            "thoughtSignature": "c2ln",
        },
        {"text": "look"},
        {},
        FIND,
    ]


@pytest.mark.parametrize(
    ("messages", "pointer", "reason"),
    [
        (
            [call(name="find", willContinue=True), message(stop="STOP")],
            "event[0]/candidates/0/content/parts/0/functionCall",
            "the call did not end",
        ),
        (
            [call(name="find", willContinue=True), call(name="now")],
            "event[0]/candidates/0/content/parts/0/functionCall",
            "the call did not end",
        ),
        (
            [call(name="find", partialArgs=[piece("Par", willContinue=True)])],
            "event[0]/candidates/0/content/parts/0/functionCall",
            "a string did not end",
        ),
        (
            [
                call(name="find", willContinue=True),
                call(partialArgs=[piece("Paris")], willContinue=True),
                call(partialArgs=[piece("x"), {"jsonPath": "$..*"}]),
            ],
            "event[2]/candidates/0/content/parts/0/functionCall/partialArgs/0",
            "a path names a value that has come before",
        ),
        (
            [call(name="find", partialArgs={"jsonPath": "$.city"})],
            "event[0]/candidates/0/content/parts/0/functionCall/partialArgs",
            "partialArgs is not an array",
        ),
        (
            [call(name="find", partialArgs=[], args="x")],
            "event[0]/candidates/0/content/parts/0/functionCall/args",
            "args beside partialArgs are not an object",
        ),
    ],
)
def test_what_does_not_fit_leaves_the_call_unread(
    messages: list[Any], pointer: str, reason: str
) -> None:
    """The call has no arguments, the first misfit is told, and its pieces go back as they came."""
    reply = decode(sse(*messages)).reply
    assert (reply.tool_calls[0].name, reply.tool_calls[0].arguments) == ("find", None)
    assert reply.unread == (
        Unread(pointer, f"streamed arguments cannot be put together: {reason}"),
    )
    sent = [part for each in messages for part in each["candidates"][0]["content"]["parts"]]
    assert parse(reply.echo)["parts"] == sent
