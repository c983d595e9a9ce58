"""What the chunks of a stream have in common, and what is said where it is another."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolwire.dialects import load_dialect
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Mode
from toolwire.rules import judge
from toolwire.rules.mutate.edit import Frame, frames
from toolwire.rules.mutate.scenarios import clean


def called(kind: object) -> Callable[[int, JsonObject], None]:
    """Return a change of what each chunk says that it is."""

    def change(_number: int, chunk: JsonObject) -> None:
        assert kind is None or isinstance(kind, str)
        chunk["object"] = kind

    return change


def of_two(number: int, chunk: JsonObject) -> None:
    """Have a part of the chunks say that they are something else."""
    if number > 1:
        chunk["object"] = "chat.completion"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (called("chat.completion"), "A constant of the chunks is not the format's."),
        (called(None), "A constant of the chunks is missing."),
        (of_two, "The chunks do not agree."),
    ],
)
def test_what_all_chunks_say_alike_is_told_as_that(
    change: Callable[[int, JsonObject], None], said: str
) -> None:
    """They agree with each other, and not with the format."""

    def every(stream: list[Frame]) -> list[Frame]:
        for number, (_, payload) in enumerate(stream):
            if isinstance(payload, dict):
                change(number, payload)
        return stream

    dialect = load_dialect("openai-chat")
    exchange = frames(every)(clean(dialect, "single_call", Mode.STREAMING))
    found = judge(dialect.decode(exchange))
    assert [one.message for one in found if one.rule == "TC922"] == [said]
