"""TC510: where a reply without words is no breach."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolwire.dialects import load_dialect
from toolwire.io.json_text import object_of
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Mode
from toolwire.model.observation import Severity
from toolwire.rules import judge
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.scenarios import clean

COHERE = load_dialect("cohere-v2")


def told(scenario: str, change: Callable[[JsonObject], None]) -> list[tuple[str, Severity]]:
    """Return the findings on a whole reply of a scenario, as they count by themselves."""
    exchange = edit.body(change)(clean(COHERE, scenario, Mode.BLOCKING))
    return [(one.rule, one.counted) for one in judge(COHERE.decode(exchange))]


def _silent(body: JsonObject) -> None:
    object_of(body["message"]).pop("content", None)


def _limited(body: JsonObject) -> None:
    _silent(body)
    body["finish_reason"] = "MAX_TOKENS"


def test_one_answer_counts_for_nothing_by_itself() -> None:
    """A model may say nothing, whatever it was told."""
    assert told("say_so", _silent) == [("TC510", Severity.INFO)]


@pytest.mark.parametrize(
    ("scenario", "change"),
    [("plain_text", _silent), ("say_so", _limited), ("single_call", _silent)],
)
def test_where_no_words_are_due(scenario: str, change: Callable[[JsonObject], None]) -> None:
    """A prompt that quotes nothing, an answer that was limited, and one that calls a tool."""
    assert told(scenario, change) == []
