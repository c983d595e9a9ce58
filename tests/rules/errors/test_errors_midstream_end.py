"""The end of a stream that no event announces: what is told of its last bytes."""

from __future__ import annotations

import pytest

from toolwire.dialects import load_dialect
from toolwire.model.exchange import Mode
from toolwire.rules import judge
from toolwire.rules.mutate.edit import raw_body
from toolwire.rules.mutate.scenarios import clean

EARLY = "The stream ends early and does not say why."
UNENDED = "No blank line ends the last event, so that it is not read."


@pytest.mark.parametrize(
    ("cut", "message"), [(4, UNENDED), (2, UNENDED), (0, None), (5, EARLY), (40, EARLY)]
)
def test_a_whole_last_event_that_nothing_ends_is_told_from_a_cut_one(
    cut: int, message: str | None
) -> None:
    """Gemini's events end in two breaks of two bytes; readers drop what no blank line ends."""
    gemini = load_dialect("gemini-generate")
    exchange = clean(gemini, "plain_text", Mode.STREAMING)
    assert exchange.response.body.endswith(b"}\r\n\r\n")
    changed = raw_body(lambda body: body[: len(body) - cut])(exchange)
    found = [one for one in judge(gemini.decode(changed)) if one.rule == "TC003"]
    assert [one.message for one in found] == ([] if message is None else [message])
