"""TC405: a word of the vendor's own, where the request asks a gateway to pass it on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.dialects import load_dialect
from toolwire.model.exchange import Mode
from toolwire.model.observation import Severity
from toolwire.rules import judge
from toolwire.rules.mutate.scenarios import clean
from toolwire.rules.stop.termination import ends_in

CHAT = load_dialect("openai-chat")
HEADER = "X-Portkey-Strict-Open-AI-Compliance"


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize(
    ("value", "severity"),
    [("false", Severity.INFO), ("true", Severity.ERROR), (None, Severity.ERROR)],
)
def test_a_word_that_was_asked_for_is_information(
    value: str | None, severity: Severity, mode: Mode
) -> None:
    """Portkey gives the vendor's word to who sends `false`; an error stands for who does not."""
    exchange = ends_in("STOP")("openai-chat", mode)(clean(CHAT, "plain_text", mode))
    headers = () if value is None else ((HEADER, value),)
    asked = replace(exchange.request, headers=(*exchange.request.headers, *headers))
    found = judge(CHAT.decode(replace(exchange, request=asked)))
    assert [one.severity for one in found if one.rule == "TC405"] == [severity]
