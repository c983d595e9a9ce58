"""A history with lines: beside calls of the model or in them, in results or behind them, in answers
without a call.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from toolwire.dialects.sample import sample_arguments
from toolwire.model.conversation import (
    AssistantTurn,
    Conversation,
    JsonObject,
    ResultsTurn,
    Tool,
    ToolCall,
    ToolResult,
    Turn,
    UserTurn,
)
from toolwire.rules.mutate.long_text import TALK, before_last, long_lines

#: What the model said, or a tool. Each begins otherwise.
SAID_LINES: Final = (
    "Peg: row 6 beside lamp k4w7",
    "Tram: line 14 from bay t9c3",
    "Loaf: rye on tray 3, stamp h5m2",
)
#: What a tool returned two turns before the question, in a conversation that the server keeps.
RETURNED_LINES: Final = (
    "Flag: red with star q8b4",
    "Coin: bronze, drawer v1s6",
    "Harp: six strings, note j7f2",
)
#: What the user said before an answer that was not to be kept.
UNKEPT_LINE: Final = "Mast: pine, rope w3t7"
#: What the instructions of a request said, of which the next one has none.
INSTRUCTED_LINE: Final = "Gate: iron, hinge y5c2"
#: At the beginning and in the middle of a long text, of which one of these is the last: some
#: gateways keep both ends, some the last words.
HEAD_LINES: Final = ("Vase: green, cupboard b3k8", "Sled: oak, hook r4d9")
#: In the first message of a long conversation, which is what is dropped where it grows too long.
FIRST_LINE: Final = "Kite: linen, chest n2v6"
#: Fit the strictest vendor (Mistral: nine letters and digits): the id is never what is refused.
_IDS: Final = ("required5", "required6", "required7")

#: Questions and answers behind earlier words: who passes on the last ten messages alone has none of the words.
_TALKS: Final = 6


def said_beside_calls(asked: Conversation) -> Conversation:
    """Have the first tool called before, three times, and a line said beside each call."""
    turns = (
        turn
        for line, number in zip(SAID_LINES, _IDS, strict=True)
        for turn in _round(asked.tools[0], line, "It was found.", number)
    )
    return before_last(asked, *turns)


def returned_by_name(asked: Conversation) -> Conversation:
    """Have the first tool called before, three times without an id, and a line in each result."""
    turns = (turn for line in SAID_LINES for turn in _round(asked.tools[0], None, line, None))
    return before_last(asked, *turns)


def told_behind_results(asked: Conversation) -> Conversation:
    """Have the user say the line that the question asks for behind a result, some turns ago.

    It is the last of many, and stands amid words, so that of several parts the first and the last
    have nothing of it. Two before it are asked for, too, and one of the first message of all.
    """
    lines = long_lines(*HEAD_LINES, _asked_line(asked))
    told = f"Please keep these lines.\n{lines}\nI will ask for some later."
    _, *before, _ = _round(asked.tools[0], None, "It was found.", _IDS[0])
    first = UserTurn(f"Please keep this line.\n{FIRST_LINE}\nThen look one more up.")
    talks = TALK * _TALKS
    return before_last(asked, first, *before, UserTurn(told), AssistantTurn("Noted."), *talks)


def results_answered(asked: Conversation) -> Conversation:
    """Have the model answer each result before the user says more: words beside a result are asked of apart."""
    turns: list[Turn] = []
    for turn in asked.turns:
        if isinstance(turn, UserTurn) and turns and isinstance(turns[-1], ResultsTurn):
            turns.append(AssistantTurn("Done."))
        turns.append(turn)
    return replace(asked, turns=tuple(turns))


def told_directly_before(asked: Conversation) -> Conversation:
    """Have the user say the line that the question asks for in a message of its own, directly
    before the question.
    """
    told = f"Please keep this line.\n{_asked_line(asked)}\nI will ask for it now."
    return before_last(asked, UserTurn(told))


def asked_with_results(asked: Conversation) -> Conversation:
    """Have the question stand directly behind a result, which is the line that it asks for."""
    *before, _ = _round(asked.tools[0], None, _asked_line(asked), _IDS[0])
    return before_last(asked, *before)


def _asked_line(asked: Conversation) -> str:
    """Return the line that the question asks for."""
    question = asked.turns[-1]
    assert isinstance(question, UserTurn)
    return next(one for one in SAID_LINES if f'"{one.partition(" ")[0]}"' in question.text)


def called_with_lines(asked: Conversation) -> Conversation:
    """Have the first tool called before, three times, and a line as the value of its parameter."""
    tool = asked.tools[0]
    turns: list[Turn] = []
    for line, number in zip(SAID_LINES, _IDS, strict=True):
        before, calls, *behind = _round(tool, None, "It was found.", number)
        assert isinstance(calls, AssistantTurn)
        given: JsonObject = dict.fromkeys(sample_arguments(tool), line)
        call = replace(calls.calls[0], arguments=given)
        turns += (before, replace(calls, calls=(call,)), *behind)
    return before_last(asked, *turns)


def said_alone(asked: Conversation) -> Conversation:
    """Have the model answer before, three times, with a line each and without a call."""
    turns = (
        turn
        for line in SAID_LINES
        for turn in (UserTurn("Tell me one thing that you know."), AssistantTurn(line))
    )
    return before_last(asked, *turns)


def _round(tool: Tool, said: str | None, returned: str, number: str | None) -> tuple[Turn, ...]:
    call = ToolCall(tool.name, number, sample_arguments(tool))
    return (
        UserTurn("Say what you know, then look one more up."),
        AssistantTurn(said, (call,)),
        ResultsTurn((ToolResult(number, tool.name, returned),)),
        AssistantTurn("Done."),
    )
