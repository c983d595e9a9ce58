"""A block that has the members of other blocks, and null in them, is what it says that it is."""

from __future__ import annotations

import pytest

from toolwire.dialects import load_dialect
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Mode
from toolwire.rules import judge
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.scenarios import clean

CLAUDE = load_dialect("anthropic-messages")


def told(value: Json) -> list[str]:
    """Return what TC123 says of a text whose block has this in all the members of a call."""

    def change(body: JsonObject) -> None:
        edit.put(body, ("content", 0), {"type": "text", "text": "Hello.", **calling})

    calling: JsonObject = dict.fromkeys(("id", "name", "input"), value)
    exchange = edit.body(change)(clean(CLAUDE, "plain_text", Mode.BLOCKING))
    return [one.rule for one in judge(CLAUDE.decode(exchange)) if one.rule == "TC123"]


@pytest.mark.parametrize(("value", "expected"), [(None, []), ("toolu_01", ["TC123"])])
def test_members_that_are_null_make_no_call(value: Json, expected: list[str]) -> None:
    """Those that say something do."""
    assert told(value) == expected
