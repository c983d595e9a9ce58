"""The names of a conversation's tools: others, and many."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from toolwire.model.conversation import Conversation, UserTurn

#: As many as an agent with a few servers of tools offers.
MANY: Final = 16
#: Longer than the 64 characters that older models take; not every server has lifted that with its format.
LONGER_NAME: Final = (
    "mcp__city_services__get_weather_of_the_named_city_now_and_for_each_of_the_next_seven_days"
)


def many(asked: Conversation) -> Conversation:
    """Offer many tools, of which the first is the one that was offered."""
    first = asked.tools[0]
    more = (
        replace(first, name=f"{first.name}_{number}")
        for number in range(len(asked.tools) + 1, MANY + 1)
    )
    return replace(asked, tools=(*asked.tools, *more))


def last_of_many(asked: Conversation) -> Conversation:
    """Offer many tools, and ask for the last of them as it was asked for the first."""
    tools = many(asked).tools
    return replace(named(lambda _: tools[-1].name)(asked), tools=tools)


def named(rename: Callable[[str], str]) -> Callable[[Conversation], Conversation]:
    """Make a change of the first tool's name, wherever it is told."""

    def change(asked: Conversation) -> Conversation:
        old = asked.tools[0].name
        new, choice = rename(old), asked.choice
        turns = tuple(
            replace(turn, text=turn.text.replace(old, new)) if isinstance(turn, UserTurn) else turn
            for turn in asked.turns
        )
        if choice is not None and choice.name == old:
            choice = replace(choice, name=new)
        tools = (replace(asked.tools[0], name=new), *asked.tools[1:])
        return replace(asked, turns=turns, tools=tools, choice=choice)

    return change
