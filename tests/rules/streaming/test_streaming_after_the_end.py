"""What may follow the last event of a stream of Responses."""

from __future__ import annotations

import pytest

from toolwire.dialects import load_dialect
from toolwire.io.json_text import object_of
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Mode
from toolwire.model.observation import Severity
from toolwire.rules import judge
from toolwire.rules.mutate.edit import Frame, frames
from toolwire.rules.mutate.scenarios import clean

RESPONSES = load_dialect("openai-responses")
LIMITS: JsonObject = {
    "type": "response.rate_limits.updated",
    "rate_limits": {"limit_tokens": "9000", "remaining_tokens": "8000", "reset_tokens_ms": 0},
}


@pytest.mark.parametrize(
    ("event", "broken"),
    [
        (LIMITS, set()),
        ({"type": "response.output_text.delta", "delta": "more"}, {"TC919"}),
        ({"type": "response.output_item.done", "output_index": 0}, {"TC919"}),
        ({"type": "response.completed"}, {"TC919"}),
    ],
)
def test_only_what_tells_nothing_of_the_response_follows_its_end(
    event: JsonObject, broken: set[str]
) -> None:
    """OpenAI tells the limits of an account there, numbered on (posit-dev/chatlas#282)."""

    def change(stream: list[Frame]) -> list[Frame]:
        told = [*stream, (str(event["type"]), dict(event))]
        for number, (_, payload) in enumerate(told):
            object_of(payload)["sequence_number"] = number
        return told

    before = clean(RESPONSES, "single_call", Mode.STREAMING)
    reading, whole = (RESPONSES.decode(one) for one in (frames(change)(before), before))
    grave = {one.rule for one in judge(reading) if one.severity is Severity.ERROR}
    assert grave == broken
    assert (reading.reply.tool_calls, reading.reply.complete) == (whole.reply.tool_calls, True)
