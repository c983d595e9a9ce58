"""What is said of arguments that are an empty text, by what the tool of the call requires."""

from __future__ import annotations

import pytest

from toolwire.dialects import load_dialect
from toolwire.model.exchange import Mode
from toolwire.rules import judge
from toolwire.rules.mutate.faults import arguments
from toolwire.rules.mutate.scenarios import clean


@pytest.mark.parametrize(
    ("scenario", "mode", "message"),
    [
        ("single_call", Mode.BLOCKING, "The arguments are empty, though the tool requires some."),
        (
            "single_call",
            Mode.STREAMING,
            "No piece of the arguments came, though the tool requires some.",
        ),
        ("no_arguments", Mode.BLOCKING, "The arguments are empty where an empty object belongs."),
        ("no_arguments", Mode.STREAMING, "The arguments are empty where an empty object belongs."),
    ],
)
@pytest.mark.parametrize("name", ["openai-chat", "cohere-v2"])
def test_empty_arguments_are_lost_where_some_are_required(
    name: str, scenario: str, mode: Mode, message: str
) -> None:
    """An empty object would not do for a tool that requires some: they are lost."""
    spoken = load_dialect(name)
    exchange = arguments("")(name, mode)(clean(spoken, scenario, mode))
    (found,) = (one for one in judge(spoken.decode(exchange)) if one.rule == "TC304")
    assert found.message == message
