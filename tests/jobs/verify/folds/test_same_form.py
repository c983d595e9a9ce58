"""What follows from a form that a server does not read is told with it, and nothing else is."""

from __future__ import annotations

import pytest

from tests.jobs.verify.folded import one, rules

pytestmark = pytest.mark.fast
LOST = "{} does not reach the model {}, and does in the usual form."
LESS = "Fewer tokens are counted of the prompt than its words take: a part was not counted, or not read: {}."
SCHEMA = "What the schema of a tool allows"
JSON = "under `parametersJsonSchema`"
FUNCTIONS = "in requests with `functions`"
DROPPED = "The functions were dropped: their tokens are not in the prompt."


def test_a_schema_that_is_not_read_is_not_counted() -> None:
    """One of another place is, and another part stays."""
    counted = one("TC146", LESS.format(f"long descriptions of parameters, {JSON}"))
    assert rules(one("TC388", LOST.format(SCHEMA, JSON)), counted) == ["TC388"]
    assert rules(one("TC388", LOST.format(SCHEMA, "in snake_case")), counted) == ["TC388", "TC146"]
    other = one("TC146", LESS.format("a long text"))
    assert rules(one("TC388", LOST.format(SCHEMA, JSON)), other) == ["TC388", "TC146"]


def test_functions_that_are_dropped_are_not_called() -> None:
    """What of them is lost by itself is told beside it."""
    dropped = one("TC052", DROPPED)
    assert rules(dropped, one("TC388", LOST.format("A tool", FUNCTIONS))) == ["TC052"]
    returned = one("TC388", LOST.format("What a tool returned", FUNCTIONS))
    assert rules(dropped, returned) == ["TC052", "TC388"]
    assert rules(dropped, one("TC388", LOST.format("A tool", "in snake_case"))) == [
        "TC052",
        "TC388",
    ]


@pytest.mark.parametrize(
    ("form", "rule", "refused"),
    [
        ("with `type: custom`", "TC762", "A right request is refused: {}."),
        ("in snake_case", "TC748", "A documented form of a request is refused: {} in snake_case."),
    ],
)
def test_a_tool_that_is_not_read_cannot_be_demanded(form: str, rule: str, refused: str) -> None:
    """Another member that is refused is another cause."""
    place = "/tools/*/type" if rule == "TC762" else "/tools/*/functionDeclarations"
    lost = one("TC388", LOST.format("A tool", form))
    assert rules(lost, one(rule, refused.format(place))) == ["TC388"]
    assert rules(lost, one(rule, refused.format("/metadata"))) == ["TC388", rule]
    kept = one("TC388", LOST.format(SCHEMA, form))
    assert rules(kept, one(rule, refused.format(place))) == ["TC388", rule]
