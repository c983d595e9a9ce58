"""Events that nobody can place are told of once, by what they lack; no rule judges what they leave of the rest."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolwire.dialects import load_dialect
from toolwire.io.json_text import object_of
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Mode
from toolwire.model.observation import Finding
from toolwire.rules import judge
from toolwire.rules.mutate.edit import Frame, frames
from toolwire.rules.mutate.scenarios import clean

RESPONSES = "openai-responses"
SCENARIOS = ("single_call", "parallel_calls", "plain_text", "say_so")


def found(
    name: str, scenario: str, change: Callable[[list[Frame]], list[Frame] | None]
) -> tuple[Finding, ...]:
    """Return what is found of a clean stream whose events were changed."""
    dialect = load_dialect(name)
    return judge(dialect.decode(frames(change)(clean(dialect, scenario, Mode.STREAMING))))


def without(member: str, where: str = "") -> Callable[[list[Frame]], None]:
    """Leave a member out of the events whose type ends so."""

    def change(stream: list[Frame]) -> None:
        for _, payload in stream:
            event = object_of(payload)
            if str(event.get("type")).endswith(where):
                event.pop(member, None)

    return change


def untold(member: str, where: str) -> Callable[[list[Frame]], None]:
    """Leave out what an event is, where its kind begins so."""

    def change(stream: list[Frame]) -> None:
        for _, payload in stream:
            if str(object_of(payload).get(member)).startswith(where):
                object_of(payload).pop(member, None)

    return change


def lacking(kind: str) -> Callable[[list[Frame]], list[Frame]]:
    """Lose the events of a type on the way: their numbers are missing then."""
    return lambda stream: [one for one in stream if object_of(one[1]).get("type") != kind]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_an_opening_that_is_lost_is_one_cause(scenario: str) -> None:
    """No item of the events has what the finished response tells, and the whole is no second copy."""
    change = lacking("response.output_item.added")
    told = found(RESPONSES, scenario, change)
    assert [(one.rule, one.message, one.actual) for one in told] == [
        ("TC919", "The event is of an item that is not open.", 0)
    ]


def test_an_index_that_came_is_shown() -> None:
    """It was told as null: of two calls with one number nobody saw which."""

    def numbered_alike(stream: list[Frame]) -> None:
        for _, payload in stream:
            event = object_of(payload)
            if "output_index" in event:
                event["output_index"] = 0

    told = found(RESPONSES, "parallel_calls", numbered_alike)
    assert [(one.rule, one.expected, one.actual) for one in told] == [("TC919", 1, 0)]


def test_a_first_event_that_came_is_shown() -> None:
    """With the one that was to come."""
    (one, *_) = found(RESPONSES, "plain_text", lacking("response.created"))
    assert (one.rule, one.expected, one.actual) == (
        "TC919",
        "response.created",
        "response.in_progress",
    )


@pytest.mark.parametrize("numbered", [True, False])
def test_arguments_that_nobody_says_are_whole_are_told_of(*, numbered: bool) -> None:
    """Rather than the number that went with the event, where those behind keep theirs."""
    lose = lacking("response.function_call_arguments.done")

    def change(stream: list[Frame]) -> list[Frame]:
        left = lose(stream)
        for number, (_, payload) in enumerate(left if numbered else ()):
            object_of(payload)["sequence_number"] = number
        return left

    told = found(RESPONSES, "single_call", change)
    assert [(one.rule, one.message) for one in told] == [
        ("TC919", "The arguments were never told to be done.")
    ]


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("where", ["", ".delta", ".done", ".added", ".completed"])
def test_an_event_without_a_type_is_one_cause(scenario: str, where: str) -> None:
    """Official SDKs hand it on as one of no kind, which nobody takes."""
    (one,) = found(RESPONSES, scenario, without("type", where))
    assert (one.rule, one.message) == ("TC919", "The event does not say its type.")
    assert one.actual == "absent"


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("where", ["", ".delta", "item.done", ".added"])
def test_an_event_of_no_item_is_one_cause(scenario: str, where: str) -> None:
    """Nor does a text add up whose fragments are of no item."""
    (one,) = found(RESPONSES, scenario, without("output_index", where))
    assert (one.rule, one.message) == ("TC919", "The event does not say of which item it is.")


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize(
    "where",
    [
        "",
        "tool-call",
        "tool-call-start",
        "tool-call-delta",
        "tool-call-end",
        "content-",
        "message-end",
    ],
)
def test_an_event_of_cohere_without_a_type_is_one_cause(scenario: str, where: str) -> None:
    """Calls and words that it had are lost on every reader, and it has no shape of its own."""
    told = found("cohere-v2", scenario, untold("type", where))
    assert {one.rule for one in told} <= {"TC923"}
    whole = {"tool": "call" not in scenario, "cont": "call" in scenario}
    assert bool(told) is not whole.get(where[:4], False)


@pytest.mark.parametrize("where", ["tool", "stream-end"])
def test_an_event_of_cohere_v1_without_a_type_is_one_cause(where: str) -> None:
    """Its lines say it in a member of another name."""
    (one,) = found("cohere-v1", "single_call", untold("event_type", where))
    assert one.rule == "TC923"


@pytest.mark.parametrize("where", ["", "text.delta", "text.done", "part.added", "part.done"])
def test_an_event_of_no_part_is_one_cause(where: str) -> None:
    """The published type requires `content_index`; what it leaves of a text is judged no more."""
    told = found(RESPONSES, "plain_text", without("content_index", where))
    assert {one.rule for one in told} == {"TC118"}


def test_a_whole_that_is_sent_again_is_no_matter_of_openings() -> None:
    """A fragment that repeats what was sent is told of, in an item that was opened."""

    def twice(stream: list[Frame]) -> None:
        text = ""
        for _, payload in stream:
            event: JsonObject = object_of(payload)
            if event.get("type") == "response.function_call_arguments.delta":
                text += str(event["delta"])
                event["delta"] = text

    assert {one.rule for one in found(RESPONSES, "single_call", twice)} == {"TC907"}
