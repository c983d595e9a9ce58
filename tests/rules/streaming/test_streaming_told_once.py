"""What a stream tells several times, and what it may leave out or tell otherwise."""

from __future__ import annotations

import pytest

from toolwire.dialects import load_dialect
from toolwire.io.json_text import object_of
from toolwire.model.conversation import Json
from toolwire.model.exchange import Mode
from toolwire.rules import judge
from toolwire.rules.mutate.edit import Frame, frames
from toolwire.rules.mutate.scenarios import clean


def found(name: str, change: object, scenario: str = "plain_text") -> list[str]:
    """Return the ids of the rules that a changed stream breaks."""
    spoken = load_dialect(name)
    exchange = frames(change)(clean(spoken, scenario, Mode.STREAMING))  # type: ignore[arg-type]
    return [finding.rule for finding in judge(spoken.decode(exchange))]


def test_an_event_may_leave_out_what_was_told() -> None:
    """A chunk without responseId and modelVersion disagrees with nobody."""

    def left_out(stream: list[Frame]) -> None:
        for _, payload in stream[1:]:
            object_of(payload).pop("responseId", None)
            object_of(payload).pop("modelVersion", None)

    assert found("gemini-generate", left_out) == []


@pytest.mark.parametrize(
    ("first", "last", "ids"),
    [
        ({"effort": "low", "summary": "auto"}, {"effort": "low", "summary": "detailed"}, []),
        ({"effort": None}, {"effort": "medium", "mode": "standard"}, []),
        ({"effort": "low"}, {"effort": "high"}, ["TC928"]),
        ({"effort": "low", "summary": "auto"}, {"effort": "low"}, ["TC928"]),
        ({"effort": "low", "summary": "auto"}, {"effort": "low", "summary": None}, ["TC928"]),
    ],
)
def test_settings_may_be_settled(first: Json, last: Json, ids: list[str]) -> None:
    """What a request left open may be known when the answer is whole; the rest stays as it was."""

    def told(stream: list[Frame]) -> None:
        for _, payload in stream:
            event = object_of(payload)
            if "response" in event:
                ended = event.get("type") == "response.completed"
                object_of(event["response"])["reasoning"] = last if ended else first

    assert [rule for rule in found("openai-responses", told) if rule == "TC928"] == ids


def test_a_text_is_of_a_part_that_was_opened() -> None:
    """Stream helpers look for the part in the item, which has none: IndexError."""

    def without_parts(stream: list[Frame]) -> list[Frame]:
        kept = [f for f in stream if "content_part" not in str(object_of(f[1]).get("type"))]
        for number, (_, payload) in enumerate(kept):
            object_of(payload)["sequence_number"] = number
        return kept

    assert found("openai-responses", without_parts) == ["TC927"]


def test_a_part_that_is_lost_with_its_number_is_told_once() -> None:
    """Other numbers that are left out have nothing else to tell of them."""

    def lost(*kinds: str) -> list[str]:
        return found(
            "openai-responses",
            lambda stream: [
                f for f in stream if not str(object_of(f[1]).get("type")).endswith(kinds)
            ],
        )

    assert lost("content_part.added") == ["TC927"]
    assert lost("content_part.done") == ["TC919"]
    assert lost("content_part.added", "content_part.done") == ["TC919", "TC927"]


@pytest.mark.parametrize("value", [[], {}, 7, None])
def test_what_is_of_the_wrong_type_raises_nothing(value: object) -> None:
    """Kinds, texts and numbers of any type are read."""

    def anything(stream: list[Frame]) -> None:
        for _, payload in stream:
            event = object_of(payload)
            for member in ("part", "content_index", "delta", "text"):
                if member in event:
                    event[member] = value  # type: ignore[assignment]
            if "part" in event:
                event["part"] = {"type": value}  # type: ignore[dict-item]

    assert found("openai-responses", anything) != []


def test_a_delta_that_a_text_may_grow_by_is_let_pass() -> None:
    """A kind of delta that is not known yet is not a fault of a block of text."""

    def another(stream: list[Frame]) -> None:
        deltas = [object_of(object_of(p).get("delta")) for _, p in stream]
        first = next(delta for delta in deltas if delta.get("type") == "text_delta")
        first["type"] = "text_delta_of_2027"

    assert "TC918" not in found("anthropic-messages", another)


@pytest.mark.parametrize(
    ("kind", "sides"),
    [("text", ("output_text", "text")), ("refusal", ("refusal", "output_text"))],
)
def test_a_part_of_no_kind_is_wrong_by_itself(kind: str, sides: tuple[str, str]) -> None:
    """A text of another kind than its part is wrong where there is such a part."""

    def change(stream: list[Frame]) -> None:
        for _, payload in stream:
            event = object_of(payload)
            if event.get("type") == "response.content_part.added":
                object_of(event["part"])["type"] = kind

    spoken = load_dialect("openai-responses")
    exchange = frames(change)(clean(spoken, "plain_text", Mode.STREAMING))
    (told,) = (one for one in judge(spoken.decode(exchange)) if one.rule == "TC927")
    assert (told.expected, told.actual) == sides
