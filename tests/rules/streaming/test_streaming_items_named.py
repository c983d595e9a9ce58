"""TC920: calls of a stream without the id by which its events name them."""

from __future__ import annotations

import pytest

from toolwire.dialects import load_dialect
from toolwire.io.json_text import items_of, object_of
from toolwire.model.exchange import Mode
from toolwire.model.observation import Finding
from toolwire.rules import judge
from toolwire.rules.mutate.edit import Frame, frames
from toolwire.rules.mutate.scenarios import clean


def _found(*members: str, scenario: str = "single_call") -> list[Finding]:
    """Return what is told of a stream whose items have no id, and whose events lack some members."""
    dialect = load_dialect("openai-responses")

    def change(stream: list[Frame]) -> None:
        for _, payload in stream:
            event = object_of(payload)
            output = items_of(object_of(event.get("response")).get("output"))
            for item in (object_of(event.get("item")), *map(object_of, output)):
                item.pop("id", None)
            for member in members:
                event.pop(member, None)

    exchange = frames(change)(clean(dialect, scenario, Mode.STREAMING))
    return [one for one in judge(dialect.decode(exchange)) if one.rule == "TC920"]


@pytest.mark.parametrize("scenario", ["single_call", "parallel_calls"])
def test_calls_that_events_name_have_an_id(scenario: str) -> None:
    """One finding says it of all of them."""
    (found,) = _found(scenario=scenario)
    assert (found.message, found.severity) == (
        "The item has no id, and its events name one.",
        "warning",
    )


def test_calls_that_no_event_names_need_none() -> None:
    """The published type of a call does without."""
    assert _found("item_id") == []


def _finished_empty(*, told_again: bool) -> list[Finding]:
    """Return what is told of a message that is finished without the content that was streamed in it."""
    dialect = load_dialect("openai-responses")

    def change(stream: list[Frame]) -> None:
        for name, payload in stream:
            event = object_of(payload)
            if event.get("type") == "response.output_item.done":
                object_of(event["item"])["content"] = []
            elif name == "response.completed" and not told_again:
                object_of(items_of(object_of(event["response"])["output"])[0])["content"] = []

    exchange = frames(change)(clean(dialect, "plain_text", Mode.STREAMING))
    return [one for one in judge(dialect.decode(exchange)) if one.rule == "TC920"]


def test_a_message_that_is_finished_without_its_content_is_at_fault() -> None:
    """The finished response has the content, as each event before had: the finished item is what lacks it."""
    (found,) = _finished_empty(told_again=True)
    assert found.message == "The finished item has no content, though a part was streamed in it."
    assert found.pointer.endswith("/item/content")
    assert (found.actual, bool(found.expected)) == ([], True)


def test_a_message_that_is_empty_in_both_does_not_differ() -> None:
    """What is told twice is told alike."""
    assert _finished_empty(told_again=False) == []
