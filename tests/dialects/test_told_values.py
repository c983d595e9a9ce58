"""What a prompt leaves to a tool's definition, and what this tells."""

from __future__ import annotations

from toolwire.dialects.told_values import ToldBy, ToldValue, told_values
from toolwire.model.conversation import Tool

PROMPT = (
    "Call open_gate({}) and fill in the only code that its schema allows, the badge that its own description names "
    "and the lane that the tool's description names."
)


def tool(words: str | None = 'Its lane is "left".', **properties: object) -> Tool:
    """Return a tool with a description and properties."""
    return Tool("open_gate", words, {"type": "object", "properties": properties})  # type: ignore[dict-item]


def test_each_is_found_where_it_stands() -> None:
    """In the schema, in a parameter's description and in the tool's own."""
    told = told_values(
        PROMPT, tool(code={"enum": ["heron"]}, badge={"description": 'Always "otter".'})
    )
    assert list(told) == [
        ToldValue(ToldBy.SCHEMA, "code", "heron"),
        ToldValue(ToldBy.DESCRIPTION, "badge", "otter"),
        ToldValue(ToldBy.TOOL, "lane", "left"),
    ]


def test_none_is_known_where_it_is_lost_or_one_of_several() -> None:
    """Which one is meant nobody knows."""
    told = told_values(
        PROMPT, tool(None, code={"enum": ["heron", "gull"]}, badge={"description": 7})
    )
    assert [(one.by, one.value) for one in told] == [(by, None) for by in ToldBy]


def test_a_prompt_that_leaves_nothing_has_none() -> None:
    """Words of other prompts are not taken for one."""
    assert list(told_values("Call open_gate({}) and nothing else.", tool())) == []
