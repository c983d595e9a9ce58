"""Requests that are wrong on purpose, to see how a provider refuses them.

A fault is put into the neutral conversation, before any dialect writes it, so that each
works in every dialect that has words for it. Which statuses and texts providers answer is
in the documentation named in `suites/request_validation.yaml`. Histories in which calls and
results do not fit are asked by probe rules instead.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from toolwire.model.conversation import AssistantTurn, ChoiceMode, Conversation, Tool, ToolChoice
from toolwire.model.topic import Topic

_NOBODY = "no_such_tool"


def broken(conversation: Conversation, fault: str) -> Conversation:
    """Put one fault into a conversation.

    Args:
        conversation: what would be right; offers at least one tool.
        fault: a key of `FAULTS`, or `ALTERED`.
    """
    return _OF_HISTORY[fault](conversation) if fault in _OF_HISTORY else FAULTS[fault](conversation)


def _unknown_choice(right: Conversation) -> Conversation:
    return replace(right, choice=ToolChoice(ChoiceMode.NAMED, _NOBODY))


def _bad_schema(right: Conversation) -> Conversation:
    return _first_tool(right, replace(right.tools[0], parameters={"type": "string"}))


def _bad_name(right: Conversation) -> Conversation:
    return _first_tool(right, replace(right.tools[0], name="get weather!"))


def _first_tool(right: Conversation, tool: Tool) -> Conversation:
    return replace(right, tools=(tool, *right.tools[1:]))


def _altered(right: Conversation) -> Conversation:
    """Change the signatures of what the model thought last, as it stands in the history."""
    turns = list(right.turns)
    for place, turn in reversed([*enumerate(turns)]):
        if isinstance(turn, AssistantTurn) and turn.echo is not None:
            turns[place] = replace(turn, echo=altered(turn.echo))
            break
    return replace(right, turns=tuple(turns))


def altered(echo: bytes) -> bytes:
    """Return an answer of the model's with another letter in each signature; as it is where it has none."""
    return _SIGNATURE.sub(_with_another_letter, echo)


def _with_another_letter(found: re.Match[bytes]) -> bytes:
    """Change a letter of the last third: what stands at the beginning may say whose it is."""
    before, value = found[1], found[2]
    at = len(value) * 3 // 4
    return before + value[:at] + (b"B" if value[at : at + 1] == b"A" else b"A") + value[at + 1 :]


#: A signature in the bytes of an answer, and what stands before it. A text has its quotes escaped.
_SIGNATURE: Final = re.compile(rb'("signature"\s*:\s*")([!#-\[\]-~]+)')

UNKNOWN_CHOICE: Final = "unknown_tool_choice"
#: Fault -> what puts it in. `unknown_tool_choice`: the tool choice names a tool that is not
#: offered. `bad_schema`: parameters whose root is no object. `bad_name`: a name with a space.
FAULTS: Mapping[str, Callable[[Conversation], Conversation]] = {
    "bad_name": _bad_name,
    "bad_schema": _bad_schema,
    UNKNOWN_CHOICE: _unknown_choice,
}
#: The signature of the model's own thoughts goes back altered. No suite says it: it needs an answer that has one.
ALTERED: Final = "altered_signature"
_OF_HISTORY: Final = {ALTERED: _altered}
#: Faults whose place is a tool of the request, or the choice of one: all but what a history has.
TOPICS: Mapping[str, Topic] = dict.fromkeys(FAULTS, Topic.TOOLS)
#: Fault -> what is wrong, as a message ends.
FAULTS_SAID: Mapping[str, str] = {
    "bad_name": "a space in a tool's name",
    "bad_schema": "parameters that are no object",
    UNKNOWN_CHOICE: "a tool choice of a tool that is not offered",
    ALTERED: "thoughts with their own signature, of which a letter is another",
}
