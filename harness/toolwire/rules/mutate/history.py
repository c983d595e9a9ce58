"""A conversation in which a tool was called and answered, for requests that are made of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from toolwire.dialects.sample import sample_arguments
from toolwire.model.conversation import (
    AssistantTurn,
    Conversation,
    ResultsTurn,
    ToolCall,
    ToolResult,
    Turn,
    UserTurn,
)

#: Fits the strictest vendor (Mistral: nine letters and digits): the id is never what is refused.
CALL_ID: Final = "required1"
#: Of a second call beside it.
OTHER_ID: Final = "required2"
#: Of a call of before.
_EARLIER_ID: Final = "required9"
SAID: Final = "I will look that up."


def with_history(conversation: Conversation) -> Conversation:
    """Return a conversation in which the first tool was called and answered; as it is if one was."""
    if any(isinstance(turn, ResultsTurn) for turn in conversation.turns):
        return conversation
    tool = conversation.tools[0]
    call = ToolCall(tool.name, CALL_ID, sample_arguments(tool))
    result = ToolResult(CALL_ID, tool.name, '{"answer": "18 C and sunny"}')
    turns = (*conversation.turns, AssistantTurn(None, (call,)), ResultsTurn((result,)))
    return replace(conversation, turns=turns)


def with_words(asked: Conversation) -> Conversation:
    """Return a conversation with words beside its call."""
    *before, calls, results = with_history(asked).turns
    assert isinstance(calls, AssistantTurn)
    return replace(asked, turns=(*before, replace(calls, text=SAID), results))


def called_twice(asked: Conversation) -> Conversation:
    """Return a conversation in which the tool was called and answered once more beside."""
    *before, calls, results = with_history(asked).turns
    assert isinstance(calls, AssistantTurn)
    assert isinstance(results, ResultsTurn)
    call, result = calls.calls[0], results.results[0]
    calls = replace(calls, calls=(call, replace(call, id=OTHER_ID)))
    results = ResultsTurn((result, replace(result, call_id=OTHER_ID)))
    return replace(asked, turns=(*before, calls, results))


def called_what_is_gone(asked: Conversation) -> Conversation:
    """Return a conversation behind one in which a tool was called that is no longer offered.

    An agent that hands on to another has one, and so has one that takes tools away between steps: Anthropic
    and OpenAI answered 25 such requests of ../shared/corpus and corpus2.
    """
    call = ToolCall("hand_over", _EARLIER_ID, {"to": "weather"})
    result = ToolResult(_EARLIER_ID, call.name or "", '{"done": true}')
    before = (
        UserTurn("Whom can I ask about the weather?"),
        AssistantTurn(None, (call,)),
        ResultsTurn((result,)),
        AssistantTurn("You can ask me."),
    )
    return replace(asked, turns=(*before, *asked.turns))


def unnumbered(asked: Conversation) -> Conversation:
    """Return a conversation whose calls and results have no ids; a result goes by its tool's name."""
    turns = with_history(asked).turns
    return replace(asked, turns=tuple(map(_without_ids, turns)))


def _without_ids(turn: Turn) -> Turn:
    if isinstance(turn, AssistantTurn):
        return replace(turn, calls=tuple(replace(call, id=None) for call in turn.calls))
    if isinstance(turn, ResultsTurn):
        return ResultsTurn(tuple(replace(result, call_id=None) for result in turn.results))
    return turn
