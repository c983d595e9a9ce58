"""Conversations without what a dialect cannot say together."""

from __future__ import annotations

from dataclasses import replace

from toolwire.model.conversation import ChoiceMode, Conversation, ResultsTurn, ToolChoice, UserTurn

__all__ = [
    "marked_as_legacy",
    "results_need_tools",
    "roomy_choices",
    "strict_for_all",
    "wishes_need_tools",
]


def wishes_need_tools(conversation: Conversation) -> Conversation:
    """Wish for nothing where no tools are offered."""
    return conversation if conversation.tools else replace(conversation, choice=None, parallel=None)


def roomy_choices(conversation: Conversation) -> Conversation:
    """Leave the parallel switch where there is a choice that has room for it."""
    choice = conversation.choice if conversation.tools else None
    roomy = choice is not None and choice.mode is not ChoiceMode.NONE
    return replace(conversation, choice=choice, parallel=conversation.parallel if roomy else None)


def results_need_tools(conversation: Conversation) -> Conversation:
    """Ask anew after results where no tools are offered, without which v1 takes none."""
    if conversation.tools or not isinstance(conversation.turns[-1], ResultsTurn):
        return conversation
    return replace(conversation, turns=(*conversation.turns, UserTurn("?")))


def strict_for_all(conversation: Conversation) -> Conversation:
    """Promise for all tools what is promised for the first."""
    tools = conversation.tools
    return replace(conversation, tools=tuple(replace(t, strict=tools[0].strict) for t in tools))


def marked_as_legacy(conversation: Conversation) -> Conversation:
    """Choose or offer something where something is called: nothing else tells this lane."""
    silent = conversation.calls() and not conversation.tools
    choice = conversation.choice or (ToolChoice(ChoiceMode.AUTO) if silent else None)
    return replace(conversation, choice=choice, legacy=bool(conversation.tools or choice))
