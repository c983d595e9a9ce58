"""Names of tools that came without their end or their beginning, run together, spelled otherwise,
or with more before them.
"""

from __future__ import annotations

from typing import Final

from toolwire.model.reply import Reading
from toolwire.rules.views.asked_for import asked
from toolwire.rules.views.spelling import folded

#: A shorter piece may be a name of its own.
_LEAST: Final = 5


def last_of_joined(reading: Reading, name: str | None) -> str | None:
    """Return the last of the names that one is made of; None where it is not several run together.

    Only of calls that the prompt writes out, from the first of them on, as a buffer grows.
    """
    what = asked(reading)
    if what is None or what.since or not name or name in {tool.name for tool in what.tools}:
        return None
    joined = ""
    for place, call in enumerate(what.calls):
        joined += call.name
        if place and joined == name:
            return call.name
    return None


def whole_name(reading: Reading, name: str | None) -> str | None:
    """Return the name that one is a piece of; None where it is offered, or no piece of the only such tool.

    Only of calls that the prompt writes out: what else was to be called nobody knows.
    """
    what = asked(reading)
    if what is None or what.since or not name or len(name) < _LEAST:
        return None
    offered = {tool.name for tool in what.tools}
    if name in offered:
        return None
    like = [one for one in offered if one.startswith(name) or one.endswith(name)]
    if len(like) != 1 or like[0] not in {call.name for call in what.calls}:
        return None
    return like[0]


def spelled_otherwise(reading: Reading, name: str | None) -> str | None:
    """Return the name that one is with other capitals or other marks between its words; None where it is not.

    Only of calls that the prompt writes out, and of the only offered tool that is called so.
    """
    what = asked(reading)
    if what is None or what.since or not name:
        return None
    offered = {tool.name for tool in what.tools}
    if name in offered:
        return None
    like = [one for one in offered if folded(one) == folded(name)]
    if len(like) != 1 or like[0] not in {call.name for call in what.calls}:
        return None
    return like[0]


def behind_prefix(reading: Reading, name: str | None) -> bool:
    """Return whether a name is an offered one with something before it: `functions.get_weather`."""
    conversation = reading.conversation
    if conversation is None or conversation.continued or not name:
        return False
    offered = {tool.name for tool in conversation.tools}
    return name not in offered and any(_ends_with(name, one) for one in offered if one)


def all_behind_prefixes(reading: Reading) -> bool:
    """Return whether each of several calls has an offered name with something before it."""
    calls = reading.reply.tool_calls
    return len(calls) > 1 and all(behind_prefix(reading, call.name) for call in calls)


def _ends_with(name: str, offered: str) -> bool:
    before = name.removesuffix(offered)
    return before != name and bool(before) and not before[-1].isalnum()
