"""TC121: more cached tokens than were read is graver than more thoughts than were made."""

from __future__ import annotations

import pytest

from toolwire.dialects import load_dialect
from toolwire.io.json_text import object_of
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Mode
from toolwire.model.observation import Severity
from toolwire.rules import judge
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.scenarios import clean


@pytest.mark.parametrize(
    ("name", "details", "expected"),
    [
        ("openai-responses", {"input_tokens_details": {"cached_tokens": 9_000}}, "warning"),
        ("openai-responses", {"output_tokens_details": {"reasoning_tokens": 9_000}}, "info"),
        ("openai-chat", {"prompt_tokens_details": {"cached_tokens": 9_000}}, "warning"),
        ("openai-chat", {"completion_tokens_details": {"reasoning_tokens": 9_000}}, "info"),
    ],
)
def test_it_is_a_warning_where_no_vendor_counts_so(
    name: str, details: JsonObject, expected: str
) -> None:
    """Azure tells so of Grok (19 recorded answers, known of it), OpenAI and OpenRouter of thoughts."""

    def counted(body: JsonObject) -> None:
        object_of(body["usage"]).update(details)

    dialect = load_dialect(name)
    exchange = edit.body(counted)(clean(dialect, "single_call", Mode.BLOCKING))
    found = [one for one in judge(dialect.decode(exchange)) if one.rule == "TC121"]
    assert [one.severity for one in found] == [Severity(expected)]
