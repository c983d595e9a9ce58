"""What is shown where an event of Responses has another name than its type."""

from __future__ import annotations

import pytest

from toolwire.dialects import load_dialect
from toolwire.model.exchange import Mode
from toolwire.rules import judge
from toolwire.rules.mutate.edit import Frame, frames
from toolwire.rules.mutate.scenarios import clean

RESPONSES = load_dialect("openai-responses")
CREATED = "response.created"


@pytest.mark.parametrize("name", ["message", "response.completed"])
def test_a_name_that_is_not_the_type_is_what_is_shown(name: str) -> None:
    """The type beside it is what clients go by, and what is due."""

    def change(stream: list[Frame]) -> list[Frame]:
        return [(name, stream[0][1]), *stream[1:]]

    reading = RESPONSES.decode(frames(change)(clean(RESPONSES, "single_call", Mode.STREAMING)))
    (found,) = (one for one in judge(reading) if one.rule == "TC919")
    assert (found.pointer, found.expected, found.actual) == ("event[0]", CREATED, name)
