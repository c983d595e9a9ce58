"""Conversations with a long text in one place: what does not reach the model is not counted (TC146)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from toolwire.io.json_text import object_of
from toolwire.model.conversation import (
    AssistantTurn,
    Conversation,
    JsonObject,
    Tool,
    Turn,
    UserTurn,
)
from toolwire.rules.mutate.history import with_history

_DAYS: Final = tuple(
    f"Day {day}: fog over the harbour until ten, then sun and a light wind from the west."
    for day in range(1, 151)
)
#: Some 1,500 words: more than the tokens that a template writes around a plain request.
LONG_TEXT: Final = " ".join(_DAYS[:100])
#: So many lines, in two halves, are some 4,100 characters: what gateways cut is mostly shorter, and
#: contexts are longer.
_HALF: Final = 25
#: So many are some 11,900 characters. Gateways and agents cut results of more than 8,000 or 10,000, and leave the
#: shorter whole; a context of 4,096 tokens has room for them, and for what is asked.
_LONG_HALF: Final = 72
#: Some 750 words: enough to hold a count against, and room for them has a small context, too.
HALF_TEXT: Final = " ".join(_DAYS[: 2 * _HALF])
#: The beginning of it, which a prompt can have said.
SAYABLE: Final = " ".join(_DAYS[:5]).removesuffix(".")
#: Pieces of it of at most 1,024 characters, which OpenAI once allowed a description; fewer than a few tools.
_PIECES: Final = tuple(" ".join(_DAYS[start : start + 12]) for start in range(0, 84, 12))
_TOLD: Final = f"Keep this log in mind.\n{LONG_TEXT}"
#: Names of members, none longer than a name may be: eight words each, so that a count of what
#: stands between blanks, which is four for a member with its type and its place among the required,
#: is no less than one for two words.
_MEMBERS: Final = tuple(f"fog_over_the_harbour_then_sun_and_wind_{day}" for day in range(1, 101))
#: So many questions and answers before.
TALKS: Final = 20
#: A question of the user and its answer in words.
TALK: Final[tuple[Turn, ...]] = (
    UserTurn(
        "I was at the river this morning, and it was a fine day to walk there. Is it far from the "
        "old bridge to the mill, and may one go along the water?"
    ),
    AssistantTurn(
        "That sounds like a good day. It is half an hour from the bridge to the mill, and the way "
        "along the water is one of the best."
    ),
)


def long_lines(first: str, amid: str, last: str) -> str:
    """Return a long text of lines, a day each, with one at its beginning, one in its middle and one at its end."""
    return _around(_HALF, first, amid, last)


def longer_lines(first: str, amid: str, last: str) -> str:
    """Return the same, as long as a tool's result may well be."""
    return _around(_LONG_HALF, first, amid, last)


def _around(half: int, first: str, amid: str, last: str) -> str:
    return "\n".join((first, *_DAYS[:half], amid, *_DAYS[half : 2 * half], last))


def before_last(asked: Conversation, *turns: Turn) -> Conversation:
    """Return a conversation with turns before what the user says last."""
    told = list(asked.turns)
    last = max(place for place, turn in enumerate(told) if isinstance(turn, UserTurn))
    return replace(asked, turns=(*told[:last], *turns, *told[last:]))


def in_system(asked: Conversation) -> Conversation:
    """Have the system prompt be long."""
    return replace(asked, system=LONG_TEXT)


def in_history(asked: Conversation) -> Conversation:
    """Have many questions and answers before what the user says."""
    return before_last(asked, *TALK * TALKS)


def in_arguments(asked: Conversation) -> Conversation:
    """Have a call of the history send something long."""
    *before, calls, results = with_history(asked).turns
    assert isinstance(calls, AssistantTurn)
    first, *others = calls.calls
    first = replace(first, arguments={**object_of(first.arguments), "location": LONG_TEXT})
    return replace(asked, turns=(*before, replace(calls, calls=(first, *others)), results))


def behind_results(asked: Conversation) -> Conversation:
    """Have the user tell something long directly behind the result of a call."""
    asked = with_history(asked)
    return replace(asked, turns=(*asked.turns, UserTurn(_TOLD)))


def in_tools(asked: Conversation) -> Conversation:
    """Have tools say much of themselves, none more than a description may have."""
    return replace(asked, tools=telling(asked.tools))


def telling(tools: tuple[Tool, ...]) -> tuple[Tool, ...]:
    """Return some tools, and behind them others that say much of themselves."""
    others = (
        replace(tools[0], name=f"read_log_{place}", description=text)
        for place, text in enumerate(_PIECES, 1)
    )
    return (*tools, *others)


def amid(tool: Tool) -> tuple[Tool, ...]:
    """Return a tool and one before and behind it: who reads the first alone, or the last, has not got it."""
    before, behind = (replace(tool, name=name) for name in ("read_log_1", "read_log_2"))
    return before, tool, behind


def in_parameters(asked: Conversation) -> Conversation:
    """Have parameters of a tool say much of themselves, none more than a description may have.

    Gemini's `Schema` knows no `examples`: these stand in `parametersJsonSchema` there.
    """
    first, *others = asked.tools
    schema = object_of(first.parameters)
    more: JsonObject = {
        f"note_{place}": {"type": "string", "description": text, "examples": ["Fog."]}
        for place, text in enumerate(_PIECES, 1)
    }
    properties = {**object_of(schema.get("properties")), **more}
    told = replace(first, parameters={**schema, "properties": properties})
    return replace(asked, tools=(told, *others))


def in_members(asked: Conversation) -> Conversation:
    """Have a parameter of a tool be an object of many members with long names.

    Names, since what nested members say of themselves some templates leave out.
    """
    first, *others = asked.tools
    schema = object_of(first.parameters)
    members: JsonObject = {name: {"type": "string"} for name in _MEMBERS}
    log: JsonObject = {"type": "object", "properties": members, "required": [*_MEMBERS]}
    properties = {**object_of(schema.get("properties")), "log": log}
    told = replace(first, parameters={**schema, "properties": properties})
    return replace(asked, tools=(told, *others))
