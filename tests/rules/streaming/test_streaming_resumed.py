"""Streams of Responses that are resumed in their middle, judged by what they hold."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from toolwire.dialects import load_dialect
from toolwire.io.json_text import object_of
from toolwire.jobs.lint.detect import detect
from toolwire.model.conversation import Json
from toolwire.model.exchange import Exchange, Mode, Request
from toolwire.model.reply import Reading
from toolwire.rules import judge
from toolwire.rules.mutate.edit import Frame, frames
from toolwire.rules.mutate.scenarios import clean

NAME = "openai-responses"
SCENARIO = "parallel_calls"


def _whole(scenario: str) -> Exchange:
    return clean(load_dialect(NAME), scenario, Mode.STREAMING)


def _read(exchange: Exchange) -> Reading:
    return load_dialect(NAME).decode(exchange)


def _resumed(
    after: int,
    scenario: str = SCENARIO,
    change: Callable[[list[Frame]], None] = list.copy,
    *,
    url: bool = False,
) -> Exchange:
    """Return what comes behind the event of that number, after a change to the whole stream."""

    def cut(stream: list[Frame]) -> list[Frame]:
        change(stream)
        return stream[after + 1 :]

    left = frames(cut)(_whole(scenario))
    address = f"https://api.openai.com/v1/responses/resp_1?stream=true&starting_after={after}"
    return replace(left, request=Request("GET", address, (), b"") if url else None)


def _found(exchange: Exchange) -> set[str]:
    return {finding.rule for finding in judge(_read(exchange))}


@pytest.mark.parametrize("scenario", [SCENARIO, "plain_text", "single_call"])
@pytest.mark.parametrize("url", [True, False])
def test_what_lies_before_is_no_fault(scenario: str, *, url: bool) -> None:
    """Wherever it begins it is known for what it is, and its reply is that of the whole."""
    whole = _read(_whole(scenario))
    for after in range(len(whole.events) - 1):
        exchange = _resumed(after, scenario, url=url)
        reply = _read(exchange).reply
        assert (detect(exchange).dialect, _found(exchange)) == (NAME, set()), after
        assert reply.text == whole.reply.text
        assert [c.arguments for c in reply.tool_calls] == [
            c.arguments for c in whole.reply.tool_calls
        ]
        assert (reply.stop, reply.unread) == (whole.reply.stop, ())


def _skipped(stream: list[Frame]) -> None:
    object_of(stream[-2][1])["sequence_number"] = 0


def _endless(stream: list[Frame]) -> None:
    del stream[-1]


def _other_item(stream: list[Frame]) -> None:
    object_of(object_of(stream[-2][1])["item"])["name"] = "another"


@pytest.mark.parametrize(
    ("change", "rule"), [(_skipped, "TC919"), (_endless, "TC919"), (_other_item, "TC920")]
)
@pytest.mark.parametrize("url", [True, False])
def test_what_it_holds_is_judged(
    change: Callable[[list[Frame]], None], rule: str, *, url: bool
) -> None:
    """Numbers that do not rise, a missing end and two words about one item are told as ever."""
    events = [object_of(event.json) for event in _read(_whole(SCENARIO)).events]
    opened = [n for n, event in enumerate(events) if event["type"] == "response.output_item.added"]
    assert rule in _found(_resumed(opened[-1] - 1, change=change, url=url))


def test_a_posted_stream_has_its_beginning() -> None:
    """Only a stream that is fetched can be resumed: a posted one lacks its first events."""
    exchange = replace(_resumed(1), request=_whole(SCENARIO).request)
    assert "TC919" in _found(exchange)


def _every(member: str, value: Json) -> Callable[[list[Frame]], None]:
    """Return a change of a member of every item that opens, or of the event itself."""

    def change(stream: list[Frame]) -> None:
        for name, payload in stream:
            if name == "response.output_item.added":
                event = object_of(payload)
                holder = event if member in event else object_of(event["item"])
                holder[member] = value

    return change


@pytest.mark.parametrize(
    ("member", "value"), [("id", ["fc_1"]), ("id", {}), ("output_index", -1), ("output_index", -9)]
)
def test_items_nobody_can_look_up_are_told_and_raise_nothing(member: str, value: Json) -> None:
    """An id that is a list, and a place before the first, come from whoever sends them."""
    for after in (-1, 0, 1):
        assert _found(_resumed(after, change=_every(member, value)))
