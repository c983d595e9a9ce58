"""What the last words of the user ask for outright: calls, words to say, results told again.

A prompt that writes out what is to come back lets a reply be held to it. A model may disobey, so
the rules that look here say what else has to be there before they speak.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from toolwire.dialects import PlannedCall, quoted
from toolwire.dialects.quoted import SAY
from toolwire.dialects.spelt import spelt_out
from toolwire.io.json_text import JsonError, canonical
from toolwire.model.conversation import (
    AssistantTurn,
    Conversation,
    Json,
    ResultsTurn,
    Tool,
    ToolCall,
    ToolResult,
    Turn,
    UserTurn,
)
from toolwire.model.reply import Reading
from toolwire.rules.views.memoize import memoize
from toolwire.rules.views.misplaced_calls import has_misplaced_calls
from toolwire.rules.views.stop_meaning import stop_meaning

#: Words that ask for the results of calls again, or for what stands in one that failed.
_AGAIN: Final = ("word for word", "with the fault code")
#: What models leave out or add around words that they are to say.
_AROUND: Final = " \n.!?\"'"
_WORD: Final = re.compile(r"\w+")
#: Letters of a word that nobody says by chance.
_TELLING: Final = 4


class Asked(NamedTuple):
    """The last words of the user, the turns before and after them, and the tools that are offered.

    Attributes:
        calls: of offered tools, which the words write out.
    """

    words: str
    before: tuple[Turn, ...]
    since: tuple[Turn, ...]
    tools: tuple[Tool, ...]
    calls: tuple[PlannedCall, ...]

    @property
    def quoted(self) -> str | None:
        """Return the words that are to be said; None where none are quoted."""
        found = SAY.search(self.words)
        return found.group(1) if found else None

    @property
    def again(self) -> bool:
        """Return whether the results of calls that are written out are to be repeated."""
        return bool(self.calls) and any(words in self.words for words in _AGAIN)


@memoize
def asked(reading: Reading) -> Asked | None:
    """Return what the last words of the user ask for; None where no user says anything."""
    conversation = reading.conversation
    turns = () if conversation is None else conversation.turns
    place = next((n for n in range(len(turns) - 1, -1, -1) if isinstance(turns[n], UserTurn)), None)
    if conversation is None or place is None:
        return None
    last = turns[place]
    assert isinstance(last, UserTurn)
    offered = {tool.name for tool in conversation.tools}
    calls = tuple(call for call in spelt_out(last.text) if call.name in offered) if offered else ()
    return Asked(last.text, turns[:place], turns[place + 1 :], conversation.tools, calls)


def asks_outright(reading: Reading) -> bool:
    """Return whether the last words of the user write out calls, or quote what to say."""
    what = asked(reading)
    return what is not None and bool(what.calls or what.quoted)


def may_ask_again(reading: Reading) -> bool:
    """Return whether the last words of the user may ask for a line or a text that stands before."""
    what = asked(reading)
    return what is not None and quoted.may_ask_again(what.words)


class DueResult(NamedTuple):
    """A result that a reply was asked to repeat, and the words that tell whether it does."""

    result: ToolResult
    words: frozenset[str]


@memoize
def results_due(reading: Reading) -> tuple[DueResult, ...]:
    """Return the results that the reply was asked to repeat, with their telling words; () for none.

    They stand nowhere else in the request, so that who says one has read the result.
    """
    what, conversation = asked(reading), reading.conversation
    last = what.since[-1] if what is not None and what.since else None
    if what is None or conversation is None or not isinstance(last, ResultsTurn) or not what.again:
        return ()
    known = words_of(texts_of(conversation, conversation.turns[:-1]))
    return tuple(DueResult(one, marks_of([one]) - known) for one in last.results)


def to_say(reading: Reading) -> tuple[str, ...]:
    """Return the texts that a reply in words was told to say or repeat; () where it was not told."""
    what = asked(reading)
    if what is None or reading.reply.tool_calls or not reading.reply.text or not whole(reading):
        return ()
    if what.quoted and not what.calls and not what.since:
        return (what.quoted.strip(_AROUND),) if "nothing else" in what.words else ()
    return tuple(one.result.content for one in results_due(reading) if one.words)


def tries_letters(words: str) -> bool:
    """Return whether words show it whatever is done to letters: with accents, an apostrophe and `&`."""
    accents = unicodedata.normalize("NFD", words) != words
    return accents and "'" in words and "&" in words


def marks_of(results: Iterable[ToolResult]) -> frozenset[str]:
    """Return the words of results that nobody says by chance."""
    return telling(words_of(result.content for result in results))


def telling(words: Iterable[str]) -> frozenset[str]:
    """Return those of some words that nobody says by chance: long ones, and those with digits."""
    return frozenset(w for w in words if len(w) >= _TELLING or (len(w) > 1 and not w.isalpha()))


def words_of(texts: Iterable[str]) -> frozenset[str]:
    """Return the words of texts, without case."""
    return frozenset(word.casefold() for text in texts for word in _WORD.findall(text))


def told(reading: Reading) -> str:
    """Return everything that a reply says, thinks and calls, without case."""
    reply = reading.reply
    calls = (_spelled(call) for call in reply.tool_calls)
    return "\n".join((reply.text or "", reply.reasoning or "", *calls)).casefold()


def has_any(said: str, marks: Iterable[str]) -> bool:
    """Return whether words stand in what is said, also where it lost its blanks."""
    return any(mark in said for mark in marks)


def repeats(reading: Reading, turns: Iterable[Turn]) -> bool:
    """Return whether every call of a reply was made in these turns; False where it has none."""
    made = {_key(c) for turn in turns if isinstance(turn, AssistantTurn) for c in turn.calls}
    calls = reading.reply.tool_calls
    return bool(calls) and all(_key(call) in made for call in calls)


def whole(reading: Reading) -> bool:
    """Return whether a reply can be read and came to an end of its own, unlimited, and no call of
    it stands elsewhere.
    """
    end = stop_meaning(reading.dialect, reading.reply.stop)
    read = reading.ok and reading.body_error is None
    return read and end not in {"length", "cut"} and not has_misplaced_calls(reading)


def place_of(reading: Reading) -> str:
    """Return where a reply says or calls something, or where it ends."""
    reply = reading.reply
    call = reply.tool_calls[0].pointer if reply.tool_calls else ""
    first = "event[0]" if reading.events else ""
    return call or reply.text_pointer or reply.stop_pointer or first


def written(value: Json) -> str:
    """Return a value as JSON whatever the order of members; "" where it cannot be written."""
    try:
        return canonical(value).decode()
    except (JsonError, UnicodeError):
        return ""


def _key(call: ToolCall) -> tuple[str | None, str]:
    return call.name, _spelled(call)


def _spelled(call: ToolCall) -> str:
    return call.raw or "" if call.parse_error is not None else written(call.arguments)


def _of_tool(tool: Tool) -> str:
    return f"{tool.name} {tool.description or ''} {written(tool.parameters)}"


def texts_of(conversation: Conversation, turns: Iterable[Turn]) -> Iterator[str]:
    """Yield every text of a request that stands in the turns, the tools and the system prompt."""
    yield conversation.system or ""
    yield from map(_of_tool, conversation.tools)
    for turn in turns:
        if isinstance(turn, UserTurn):
            yield turn.text
        elif isinstance(turn, AssistantTurn):
            yield turn.text or ""
            for call in turn.calls:
                yield f"{call.name} {_spelled(call)}"
        else:
            yield from (result.content for result in turn.results)
