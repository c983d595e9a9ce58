"""TC412: where the word for an answer that was broken off stands rightly."""

from __future__ import annotations

import pytest

from toolwire.dialects import load_dialect
from toolwire.io.json_text import object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Mode
from toolwire.model.observation import Severity
from toolwire.rules import judge
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.scenarios import clean

COHERE = load_dialect("cohere-v2")


def told(word: str, content: Json) -> list[tuple[str, Severity]]:
    """Return the findings on a whole reply that ends so, as they count by themselves."""

    def change(body: JsonObject) -> None:
        body["finish_reason"] = word
        object_of(body["message"])["content"] = content

    exchange = edit.body(change)(clean(COHERE, "plain_text", Mode.BLOCKING))
    found = judge(COHERE.decode(exchange))
    return [(one.rule, one.counted) for one in found if one.rule == "TC412"]


@pytest.mark.parametrize("word", ["ERROR", "TIMEOUT"])
def test_one_answer_counts_for_nothing_by_itself(word: str) -> None:
    """It may have been broken off amid its words."""
    assert told(word, [{"type": "text", "text": "It is sunny."}]) == [("TC412", Severity.INFO)]


@pytest.mark.parametrize(
    ("word", "content"),
    [
        ("ERROR", []),
        ("ERROR", [{"type": "text", "text": ""}]),
        ("MAX_TOKENS", [{"type": "text", "text": "It is"}]),
        ("STOP_SEQUENCE", [{"type": "text", "text": "It is"}]),
    ],
)
def test_what_failed_and_what_was_limited(word: str, content: Json) -> None:
    """A failure without words is one, and a limit is no failure."""
    assert told(word, content) == []
