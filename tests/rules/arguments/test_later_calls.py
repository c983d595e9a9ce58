"""Which calls behind the first of a reply came without what their tools require."""

from __future__ import annotations

import pytest

from toolwire.dialects import PlannedCall, load_dialect
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Mode
from toolwire.rules.arguments.later_calls import bare_calls, later_calls
from toolwire.rules.arguments.probe_echo import again
from toolwire.rules.mutate.edit import body
from toolwire.rules.mutate.scenarios import clean

NAME = "openai-responses"
TEXT: JsonObject = {"text": "Buy plums."}


@pytest.mark.parametrize(
    ("values", "later", "bare"),
    [
        ((TEXT, {}), 1, 1),
        ((TEXT, {}, {}), 2, 2),
        ((TEXT, {}, TEXT), 2, 0),
        ((TEXT, TEXT), 1, 0),
        (({}, TEXT), 0, 0),
        ((TEXT,), 0, 0),
    ],
)
@pytest.mark.parametrize("mode", Mode)
def test_later_calls_without_arguments_are_found(
    mode: Mode, values: tuple[JsonObject, ...], later: int, bare: int
) -> None:
    """Only where the first call has arguments, and no later one."""
    spoken = load_dialect(NAME)
    calls = [PlannedCall("keep_note", one) for one in values]
    exchange = again(lambda _: calls)(NAME, mode)(clean(spoken, "spelt_apart", mode))
    reading = spoken.decode(exchange)
    assert len(later_calls(reading)) == later
    assert len(bare_calls(reading)) == bare


def test_a_reply_that_was_cut_has_no_later_calls() -> None:
    """What the limit left of its last call says nothing of the server."""
    spoken = load_dialect("anthropic-messages")
    calls = [PlannedCall("keep_note", one) for one in (TEXT, {})]
    exchange = clean(spoken, "spelt_apart", Mode.BLOCKING)
    whole = again(lambda _: calls)("anthropic-messages", Mode.BLOCKING)(exchange)
    cut = body(lambda told: told.update(stop_reason="max_tokens"))(whole)
    assert len(later_calls(spoken.decode(whole))) == 1
    assert later_calls(spoken.decode(cut)) == []
