"""A correct server of a model that does not do as it is told.

What a model is free to do it does otherwise: it makes one of two calls, says words before a call,
declines, picks another tool, calls one without need, or closes with words of its own. What a
server enforces still holds: a choice of tools, one call at a time, arguments that fit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final
from zlib import crc32

from toolwire.dialects import Answer, PlannedCall
from toolwire.dialects.reference import answer, bounded, sample_arguments
from toolwire.model.conversation import ChoiceMode, Conversation, Tool, UserTurn

_WORDS: Final = "Let me see what I can do about that."
_DECLINED: Final = "I would rather not do that."
_CLOSING: Final = "That is all there is to say about it."
#: Questions whose askings are counted; then counting begins anew.
_MOST: Final = 4096


class ForgetfulModel:
    """What a model of moods answers: as it is told, or in one of its ways.

    Asked the same again it goes on to its next way. Nothing is drawn at random.

    Args:
        start: number of the first way.
    """

    def __init__(self, start: int = 0) -> None:
        self._start = start
        self._asked: Counter[int] = Counter()

    def __call__(self, conversation: Conversation) -> Answer:
        """Return what it answers to a conversation."""
        planned = answer(conversation)
        if planned.refusal is not None:
            return planned
        ways = _WITH_CALLS if planned.calls else _WITHOUT_CALLS
        way = ways[self._number(conversation) % len(ways)]
        return bounded(way(conversation, planned))

    def _number(self, conversation: Conversation) -> int:
        prompts = [turn.text for turn in conversation.turns if isinstance(turn, UserTurn)]
        asked = (prompts, len(conversation.turns), conversation.choice, conversation.stream)
        key = crc32(repr(asked).encode())
        if len(self._asked) > _MOST:
            self._asked.clear()
        self._asked[key] += 1
        return self._start + key + self._asked[key]


def _as_told(_conversation: Conversation, planned: Answer) -> Answer:
    return planned


def _one_of_two(_conversation: Conversation, planned: Answer) -> Answer:
    return replace(planned, calls=planned.calls[:1])


def _with_words(_conversation: Conversation, planned: Answer) -> Answer:
    return replace(planned, text=_WORDS)


def _declining(conversation: Conversation, planned: Answer) -> Answer:
    choice = conversation.choice
    if choice is not None and choice.mode is not ChoiceMode.AUTO:
        return planned
    return replace(planned, calls=(), text=_DECLINED)


def _another_tool(conversation: Conversation, planned: Answer) -> Answer:
    # A choice may list the tools that are allowed, which the neutral one does not tell.
    if conversation.choice is not None:
        return planned
    others = [tool for tool in conversation.tools if tool.name != planned.calls[0].name]
    return replace(planned, calls=_calls(others) or planned.calls)


def _without_need(conversation: Conversation, planned: Answer) -> Answer:
    if conversation.choice is not None:
        return planned
    return replace(planned, calls=_calls(conversation.tools))


def _own_words(_conversation: Conversation, planned: Answer) -> Answer:
    return replace(planned, text=_CLOSING)


def _calls(tools: Sequence[Tool]) -> tuple[PlannedCall, ...]:
    return tuple(PlannedCall(tool.name, sample_arguments(tool)) for tool in tools[:1])


_Way = Callable[[Conversation, Answer], Answer]
#: What it does where a call is due, and where none is.
_WITH_CALLS: Final[tuple[_Way, ...]] = (
    _as_told,
    _one_of_two,
    _with_words,
    _declining,
    _another_tool,
)
_WITHOUT_CALLS: Final[tuple[_Way, ...]] = (_as_told, _own_words, _without_need)
