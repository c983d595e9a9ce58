"""Thoughts come to who did not switch them off."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.dialects import Answer, Dialect, load_dialect
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Mode
from toolwire.rules import judge
from toolwire.rules.mutate import request_edit
from toolwire.rules.mutate.scenarios import clean

MESSAGES = load_dialect("anthropic-messages")
COHERE = load_dialect("cohere-v2")


@pytest.mark.parametrize("mode", [*Mode])
@pytest.mark.parametrize(
    ("setting", "reasoning", "rules"),
    [
        ({"type": "disabled"}, "A greeting.", {"TC155"}),
        ({"type": "disabled"}, None, set()),
        # Some models think unless they are told not to.
        (None, "A greeting.", set()),
        ({"type": "enabled", "budget_tokens": 1024}, "A greeting.", set()),
        ({"type": "adaptive"}, "A greeting.", set()),
    ],
)
@pytest.mark.parametrize("dialect", [MESSAGES, COHERE], ids=lambda one: one.name)
def test_no_thoughts_where_they_are_switched_off(
    dialect: Dialect, setting: Json, reasoning: str | None, rules: set[str], mode: Mode
) -> None:
    """A request that says nothing of them leaves it to the model."""

    def ask(request: JsonObject) -> None:
        if setting is not None:
            request["thinking"] = setting

    asked = request_edit.ask(ask)(clean(dialect, "plain_text", mode))
    assert asked.request is not None
    told = dialect.respond(asked.request, Answer(text="Hello.", reasoning=reasoning))
    reading = dialect.decode(replace(asked, response=told))
    assert {one.rule for one in judge(reading)} == rules


@pytest.mark.parametrize("mode", [*Mode])
def test_a_plan_beside_a_call_is_no_thought_that_was_switched_off(mode: Mode) -> None:
    """Cohere's models say what they will do in a member that no request switches off."""

    def ask(request: JsonObject) -> None:
        request["thinking"] = {"type": "disabled"}

    asked = request_edit.ask(ask)(clean(COHERE, "mixed_content", mode))
    reading = COHERE.decode(asked)
    assert reading.reply.reasoning
    assert not [one for one in judge(reading) if one.rule == "TC155"]
