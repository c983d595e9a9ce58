"""How many words a prompt has, by which a count of its tokens is held."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.io.json_text import dump, object_of
from toolwire.model.conversation import AssistantTurn, ChoiceMode, Conversation, ResultsTurn
from toolwire.rules.views.latin_words import latin_words

#: Fewer words say little: what a template adds, and how a tokenizer cuts, would weigh as much.
ENOUGH: Final = 600


def words_said(asked: Conversation) -> int:
    """Return how many words in Latin letters a request says in prose, but for its tools."""
    return sum(map(latin_words, _texts(asked)))


def words_of_tools(asked: Conversation) -> int:
    """Return how many tools and their parameters say of themselves; 0 where no call is allowed.

    Some servers leave the tools out of the prompt then (vLLM's exclude-tools-when-tool-choice-none).
    """
    return sum(map(latin_words, _of_tools(asked)))


def _texts(asked: Conversation) -> Iterator[str]:
    yield asked.system or ""
    for turn in asked.turns:
        if isinstance(turn, ResultsTurn):
            yield from (one.content for one in turn.results)
            continue
        yield turn.text or ""
        if isinstance(turn, AssistantTurn):
            yield from (call.raw or dump(call.arguments).decode() for call in turn.calls)


def _of_tools(asked: Conversation) -> Iterator[str]:
    if asked.choice is not None and asked.choice.mode is ChoiceMode.NONE:
        return
    for tool in asked.tools:
        if not tool.builtin:
            yield tool.description or ""
            for schema in object_of(object_of(tool.parameters).get("properties")).values():
                said = object_of(schema).get("description")
                yield said if isinstance(said, str) else ""
                # What is nested some templates do not describe, and its names they tell.
                yield " ".join(object_of(object_of(schema).get("properties"))).replace("_", " ")
