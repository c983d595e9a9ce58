"""Drift: members that a format's schema does not know, once each, and nothing of users' data."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.dialects import load_dialect
from toolwire.io.json_text import dump
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Exchange, Fidelity, Mode
from toolwire.model.observation import Finding, Severity
from toolwire.rules import judge
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.scenarios import clean

CHAT = "openai-chat"


def drift(exchange: Exchange, name: str = CHAT) -> list[Finding]:
    """Return what the rule finds."""
    found = [f for f in judge(load_dialect(name).decode(exchange)) if f.rule == "TC190"]
    assert all(finding.severity is Severity.INFO for finding in found)
    return found


def places(exchange: Exchange, name: str = CHAT) -> list[str]:
    """Return where the rule finds something."""
    return [finding.pointer for finding in drift(exchange, name)]


def reply(scenario: str, mode: Mode, name: str = CHAT) -> Exchange:
    """Return a clean exchange."""
    return clean(load_dialect(name), scenario, mode)


def test_a_member_is_told_with_its_place_and_type() -> None:
    """The pointer leads to the member, `actual` is the JSON type and never the value."""

    def change(body: JsonObject) -> None:
        edit.put(body, ("choices", 0, "message", "reasoning_content"), "my secret thought")
        edit.put(body, ("usage", "cost"), 0.25)

    found = drift(edit.body(change)(reply("single_call", Mode.BLOCKING)))
    told = {finding.pointer: finding.actual for finding in found}
    assert told == {"/choices/0/message/reasoning_content": "string", "/usage/cost": "number"}
    assert all(finding.expected is None for finding in found)


def test_a_stream_tells_a_new_member_once() -> None:
    """The events of a stream share their places, and so do the items of an array."""

    def change(stream: list[edit.Frame]) -> None:
        for _, payload in stream:
            if isinstance(payload, dict):
                payload["provider"] = "Upstream"
        for piece in edit.call_pieces(stream):
            piece["mood"] = None

    exchange = edit.frames(change)(reply("parallel_calls", Mode.STREAMING))
    first, piece = places(exchange)
    assert first == "event[0]/provider"
    assert piece.endswith("/choices/0/delta/tool_calls/0/mood")


def test_the_same_name_at_two_places_is_two_members() -> None:
    """A place is told apart by what leads to it."""

    def change(body: JsonObject) -> None:
        body["extra"] = 1
        edit.put(body, ("choices", 0, "extra"), 1)

    exchange = edit.body(change)(reply("plain_text", Mode.BLOCKING))
    assert places(exchange) == ["/extra", "/choices/0/extra"]


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("anthropic-messages", ("content", 0, "input")),
        ("bedrock-converse", ("output", "message", "content", 0, "toolUse", "input")),
        ("cohere-v1", ("tool_calls", 0, "parameters")),
        ("gemini-generate", ("candidates", 0, "content", "parts", 0, "functionCall", "args")),
        ("ollama-chat", ("message", "tool_calls", 0, "function", "arguments")),
    ],
)
def test_arguments_are_not_looked_into(name: str, path: tuple[str | int, ...]) -> None:
    """What the model fills in has the members its caller wants."""
    change = edit.body(lambda body: edit.put(body, (*path, "unheard_of"), {"deep": {"er": 1}}))
    assert places(change(reply("single_call", Mode.BLOCKING, name)), name) == []


@pytest.mark.parametrize("name", ["4711", "jane doe", "a/b", "x" * 65, "", "naïve", "a\n"])
def test_a_key_that_is_no_name_stays_out_of_the_pointer(name: str) -> None:
    """Keys of somebody's data are not published, only that there are any."""
    change = edit.body(lambda body: body.update({name: 1}))
    (found,) = drift(change(reply("plain_text", Mode.BLOCKING)))
    assert (found.pointer, found.actual) == ("", "a name that is no API's")


def test_what_is_another_format_altogether_makes_no_endless_list() -> None:
    """Twenty members are enough to see it."""
    change = edit.body(lambda body: body.update({f"m{n}": n for n in range(500)}))
    assert len(drift(change(reply("plain_text", Mode.BLOCKING)))) == 20


def test_members_of_errors_are_looked_at() -> None:
    """An error body is compared with the schema of errors."""

    def change(body: JsonObject) -> None:
        edit.put(body, ("error", "failed_generation"), "text")

    assert places(edit.body(change)(reply("refused", Mode.BLOCKING))) == [
        "/error/failed_generation"
    ]


def test_an_error_event_between_chunks_is_no_drift() -> None:
    """Both kinds of event are known in a stream, even in one object."""

    def change(stream: list[edit.Frame]) -> None:
        stream.insert(1, (None, {"error": {"message": "no", "code": None}, "choices": []}))

    assert places(edit.frames(change)(reply("plain_text", Mode.STREAMING))) == []


def test_an_error_body_under_a_status_of_success_is_compared_with_errors_too() -> None:
    """That it comes with 200 is another rule's business."""
    assert places(edit.status(200)(reply("refused", Mode.BLOCKING))) == []


def test_an_sdks_objects_are_not_judged() -> None:
    """The names of a dump are those of classes, not of the wire."""
    change = edit.body(lambda body: body.update({"novelty": 1}))
    exchange = change(reply("plain_text", Mode.BLOCKING))
    assert places(replace(exchange, fidelity=Fidelity.DUMPED)) == []
    assert places(replace(exchange, fidelity=Fidelity.EDITED)) == ["/novelty"]


@pytest.mark.parametrize("body", [b"[]", b"[[[1]]]", b'"text"', b"null", b"{}", b"\xff"])
def test_bodies_of_other_types_are_no_drift(body: bytes) -> None:
    """There are no members to know."""
    exchange = reply("plain_text", Mode.BLOCKING)
    assert places(replace(exchange, response=replace(exchange.response, body=body))) == []


def test_deep_and_wide_answers_cost_little() -> None:
    """What is not in the tree is not walked, however deep or wide it is."""
    deep: JsonObject = {"a": 1}
    for _ in range(400):
        deep = {"a": deep}
    wide = {"choices": [{"index": n, "odd": deep} for n in range(3000)]}
    exchange = reply("plain_text", Mode.BLOCKING)
    big = replace(exchange, response=replace(exchange.response, body=dump(wide)))
    assert places(big) == ["/choices/0/odd"]
