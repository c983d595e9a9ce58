"""What hypothesis draws: arguments, conversations and answers, as far as a dialect can say them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from typing import Final, TypeAlias

from hypothesis import strategies as st

from toolwire.dialects import Answer, PlannedCall
from toolwire.io.json_text import dump
from toolwire.model.conversation import (
    AssistantTurn,
    ChoiceMode,
    Conversation,
    Json,
    JsonObject,
    ResultsTurn,
    Tool,
    ToolCall,
    ToolChoice,
    ToolResult,
    Turn,
    UserTurn,
)

__all__ = [
    "ARGUMENTS",
    "NAMES",
    "TAME",
    "TEXT",
    "WORDS",
    "Objects",
    "Said",
    "Speech",
    "answers",
    "conversations",
    "nameless",
    "objects",
]

Texts: TypeAlias = st.SearchStrategy[str]
Said: TypeAlias = st.SearchStrategy[str | None]
Objects: TypeAlias = st.SearchStrategy[JsonObject]

#: Letters that JSON, markup and framing are made of; no word of a format can be written in them.
MARKUP: Final[Texts] = st.text("ab {}[]\"\\:,.-<|>/#`\n\r\té'&", max_size=20)
#: Any letters. Hypothesis takes texts from our own modules too: words of the formats come up.
TEXT: Final[Texts] = st.text(max_size=20) | MARKUP
WORDS: Final[Texts] = TEXT.filter(bool)
#: For calls in words: without the letters that tags and headings of a prompt begin with.
TAME: Final[Texts] = (
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="<#T"), max_size=20)
    | MARKUP
)
NAMES: Final[Texts] = st.sampled_from(["get_weather", "getTime", "_x", "n" * 64]) | st.from_regex(
    r"[A-Za-z_][A-Za-z0-9_]{0,20}", fullmatch=True
)
NUMBERS: Final[st.SearchStrategy[Json]] = st.integers() | st.floats(
    allow_nan=False, allow_infinity=False
)


def objects(texts: Texts, numbers: st.SearchStrategy[Json] = NUMBERS) -> Objects:
    """Draw JSON objects of any shape, with texts and keys of that kind and these numbers."""
    scalars: st.SearchStrategy[Json] = st.none() | st.booleans() | numbers | texts
    values: st.SearchStrategy[Json] = st.recursive(
        scalars,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
        max_leaves=8,
    )
    return st.dictionaries(texts, values, max_size=4)


ARGUMENTS: Final = objects(TEXT)
#: Text, or JSON that is text; an object with a lone `error` is how many write a failure.
CONTENTS: Final[Texts] = (TEXT | ARGUMENTS.map(lambda value: dump(value).decode())).filter(
    lambda text: not text.startswith('{"error"')
)


def numbered(number: int) -> Said:
    """Give call number so-and-so of a conversation an id."""
    return st.just(f"call_{number}")


def nameless(_: int) -> Said:
    """Give a call no id."""
    return st.none()


@dataclass(frozen=True, slots=True)
class Speech:
    """What a dialect can say; what is not set here it can say without limit.

    Attributes:
        names: of tools, and of what is called.
        arguments: of calls.
        contents: of results.
        said: texts of users.
        system: system prompts.
        alone: the model's text where it calls nothing.
        beside: the model's text beside calls.
        descriptions, parameters, strict: members of a tool.
        ids: the number of a call in its conversation -> the ids it may have.
        kinds: kinds of calls.
        most: how many calls a message holds.
        ordered: whether results stand in the order of their calls.
        unnamed: whether a result may leave out which tool it is of.
        modes: tool choices.
        parallel: the switch for several calls in one reply.
        calls_need_tools: whether a history with calls needs tools offered.
        fitted: takes out of a conversation what cannot be said together.
    """

    names: Texts = NAMES
    arguments: Objects = ARGUMENTS
    contents: Texts = CONTENTS
    said: Texts = TEXT
    system: Said = st.none() | TEXT
    alone: Said = st.none() | TEXT
    beside: Said = st.none() | TEXT
    descriptions: Said = st.none() | TEXT
    parameters: st.SearchStrategy[JsonObject | None] = st.none() | ARGUMENTS
    strict: st.SearchStrategy[bool | None] = st.none() | st.booleans()
    ids: Callable[[int], Said] = numbered
    kinds: tuple[str, ...] = ("function",)
    most: int = 3
    ordered: bool = False
    unnamed: bool = False
    modes: tuple[ChoiceMode, ...] = tuple(ChoiceMode)
    parallel: st.SearchStrategy[bool | None] = st.none() | st.booleans()
    calls_need_tools: bool = False
    fitted: Callable[[Conversation], Conversation] = lambda conversation: conversation


def answers(speech: Speech, texts: Said) -> st.SearchStrategy[Answer]:
    """Draw what a model may answer; `texts` are those it may say."""
    return st.builds(
        Answer,
        text=texts,
        calls=st.lists(st.builds(PlannedCall, speech.names, speech.arguments), max_size=4).map(
            tuple
        ),
        cut=st.booleans(),
        turn=st.integers(0, 50),
        reasoning=st.none() | WORDS,
    )


@st.composite
def conversations(draw: st.DrawFn, speech: Speech) -> Conversation:
    """Draw a conversation as clients write them, in which it is not the model that spoke last."""
    tools = tuple(draw(st.lists(_tools(speech), max_size=3)))
    most = 0 if speech.calls_need_tools and not tools else speech.most
    turns: list[Turn] = [UserTurn(draw(speech.said))]
    numbers = count()
    for _ in range(draw(st.integers(0, 3))):
        calls = tuple(_call(draw, speech, next(numbers)) for _ in range(draw(st.integers(0, most))))
        turns.append(AssistantTurn(draw(speech.beside if calls else speech.alone), calls))
        if calls:
            turns.append(ResultsTurn(_results(draw, speech, calls)))
        if not calls or draw(st.booleans()):
            turns.append(UserTurn(draw(speech.said)))
    return speech.fitted(
        Conversation(
            tuple(turns),
            tools,
            draw(_choices(speech)),
            draw(speech.parallel),
            draw(speech.system),
            stream=draw(st.booleans()),
        )
    )


def _tools(speech: Speech) -> st.SearchStrategy[Tool]:
    return st.builds(Tool, speech.names, speech.descriptions, speech.parameters, speech.strict)


def _choices(speech: Speech) -> st.SearchStrategy[ToolChoice | None]:
    named = st.builds(ToolChoice, st.just(ChoiceMode.NAMED), speech.names)
    choices = [named if m is ChoiceMode.NAMED else st.just(ToolChoice(m)) for m in speech.modes]
    return st.one_of(st.none(), *choices)


def _call(draw: st.DrawFn, speech: Speech, number: int) -> ToolCall:
    name, ident = draw(speech.names), draw(speech.ids(number))
    kind = draw(st.sampled_from(speech.kinds))
    if kind == "custom":
        return ToolCall(name, ident, raw=draw(TEXT), kind=kind)
    return ToolCall(name, ident, draw(speech.arguments), kind=kind)


def _results(
    draw: st.DrawFn, speech: Speech, calls: tuple[ToolCall, ...]
) -> tuple[ToolResult, ...]:
    return tuple(
        ToolResult(
            call.id,
            None if speech.unnamed and draw(st.booleans()) else call.name,
            draw(speech.contents),
            draw(st.booleans()),
        )
        for call in (calls if speech.ordered else draw(st.permutations(calls)))
    )
