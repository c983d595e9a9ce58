"""What a plan beside calls may say."""

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


def told(plan: Json, scenario: str = "mixed_content") -> list[tuple[str, Severity]]:
    """Return the findings on a reply of that plan, as they count by themselves."""

    def change(body: JsonObject) -> None:
        object_of(body["message"])["tool_plan"] = plan

    exchange = edit.body(change)(clean(COHERE, scenario, Mode.BLOCKING))
    return [(one.rule, one.counted) for one in judge(COHERE.decode(exchange))]


@pytest.mark.parametrize(
    "plan",
    [
        "",
        "I will use `get_weather` for Paris, then {sum it up}.",
        'I will call get_weather with {"location": "Paris"}.',
        "I will write `<tool_call>` in the answer.",
    ],
)
def test_a_plan_in_words(plan: str) -> None:
    """It may name the tool, and what it is to be given, and quote markup."""
    assert told(plan) == []


@pytest.mark.parametrize(
    "plan",
    [
        '{"name": "get_weather", "arguments": {"location": "Paris"}}',
        '<tool_call>\n{"name": "get_weather", "arguments": {}}\n</tool_call>',
        "<|START_THINKING|>I look it up.<|END_THINKING|>",
    ],
)
def test_one_plan_counts_for_nothing_by_itself(plan: str) -> None:
    """A model may plan in such words; a later plan may be like those before it."""
    assert told(plan) == [("TC141", Severity.INFO)]
    assert told(plan, "second_call") == []


def beside(plan: str | None, content: Json) -> list[str]:
    """Return the findings on a reply with calls, of that plan and that content."""

    def change(body: JsonObject) -> None:
        message = object_of(body["message"])
        message.pop("tool_plan", None)
        message.update({"content": content} | ({} if plan is None else {"tool_plan": plan}))

    exchange = edit.body(change)(clean(COHERE, "mixed_content", Mode.BLOCKING))
    return [one.rule for one in judge(COHERE.decode(exchange))]


def test_words_beside_calls_are_no_content() -> None:
    """A plan that is there says them, whatever else stands beside it."""
    words: Json = [{"type": "text", "text": "I look it up."}]
    assert beside(None, words) == ["TC181"]
    assert beside("", words) == ["TC181"]
    assert beside("I look up the weather.", words) == []
    assert beside("I look it up.", []) == []


def test_a_plan_is_no_content_as_well() -> None:
    """Who shows both shows it twice; blanks at a border make no other words."""
    words: Json = [{"type": "text", "text": "I look it up.\n"}]
    assert beside("I look it up.", words) == ["TC181"]
    assert beside("", []) == []


@pytest.mark.parametrize(
    "content",
    [
        [],
        [{"type": "text", "text": " \n"}],
        [{"type": "thinking", "thinking": "The user wants the weather."}],
    ],
)
def test_who_says_nothing_needs_no_plan(content: Json) -> None:
    """What is thought is no word to the user."""
    assert beside(None, content) == []
