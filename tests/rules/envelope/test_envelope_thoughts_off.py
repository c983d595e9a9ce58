"""Thoughts come to who did not switch them off."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.dialects import Answer, load_dialect
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Mode
from toolwire.rules import judge
from toolwire.rules.mutate import request_edit
from toolwire.rules.mutate.scenarios import clean

MESSAGES = load_dialect("anthropic-messages")


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
def test_no_thoughts_where_they_are_switched_off(
    setting: Json, reasoning: str | None, rules: set[str], mode: Mode
) -> None:
    """A request that says nothing of them leaves it to the model."""

    def ask(request: JsonObject) -> None:
        if setting is not None:
            request["thinking"] = setting

    asked = request_edit.ask(ask)(clean(MESSAGES, "plain_text", mode))
    assert asked.request is not None
    told = MESSAGES.respond(asked.request, Answer(text="Hello.", reasoning=reasoning))
    reading = MESSAGES.decode(replace(asked, response=told))
    assert {one.rule for one in judge(reading)} == rules
