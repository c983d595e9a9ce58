"""Runs in which of several tools only the one of one place is called: the first that is offered, or the last."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from toolwire.model.conversation import Conversation
from toolwire.model.reply import Reading
from toolwire.rules.arguments.probe_echo import wanted_value
from toolwire.rules.rule import Variance, Violation
from toolwire.rules.views.asked_for import asked, whole, written

FIRST: Final = 0
LAST: Final = -1
_WORDS: Final = {FIRST: "first", LAST: "last"}
#: What stands in the place of a value that an earlier result has to tell.
_LATER: Final = '"<'


def _at(conversation: Conversation | None, place: int) -> str:
    """Return the name of the tool at a place, of several; "" where there is one or none."""
    tools = () if conversation is None else conversation.tools
    return tools[place].name if len(tools) > 1 else ""


def _due_of(place: int) -> Callable[[Reading], bool]:
    """Return whether a reply with a call was to call the tool of a place and another one."""

    def due(reading: Reading) -> bool:
        conversation, what = reading.conversation, asked(reading)
        name = _at(conversation, place)
        if conversation is None or what is None or what.since or not name:
            return False
        if not reading.reply.tool_calls or not whole(reading) or conversation.parallel is False:
            return False
        if conversation.choice is not None or conversation.legacy or _LATER in what.words:
            return False
        # Of several calls of one tool some may be lost by themselves: that is TC651's and TC662's.
        wanted = [call.name for call in wanted_value(reading)]
        return name in wanted and len(wanted) == len(set(wanted)) > 1

    return due


def _shown_of(place: int) -> Callable[[Reading], bool]:
    """Return whether a tool was called that is not the one of a place."""

    def shown(reading: Reading) -> bool:
        conversation = reading.conversation
        name = _at(conversation, place)
        offered = {tool.name for tool in (conversation.tools if conversation else ())}
        return bool(name) and any(
            call.name != name and call.name in offered for call in reading.reply.tool_calls
        )

    return shown


def variance_of(place: int) -> Variance:
    """Return how such replies are counted over a run. That one answer lost a call is TC651's."""
    of = f"replies with a call where the {_WORDS[place]} tool and another were written out"
    return Variance(of, _due_of(place), shown=_shown_of(place), of_runs=True)


def called_of(place: int) -> Callable[[Reading], Iterator[Violation]]:
    """Return the check that the tool of a place is not the only one that is called."""
    due, shown = _due_of(place), _shown_of(place)
    message = (
        f"Of the tools that the prompt names only the one came that is offered {_WORDS[place]}."
    )

    def check(reading: Reading) -> Iterator[Violation]:
        if not due(reading) or shown(reading):
            return
        came, name = reading.reply.tool_calls, _at(reading.conversation, place)
        wanted = {written(one.arguments) for one in wanted_value(reading) if one.name == name}
        # A call that came twice, has another's arguments or a name of two is TC315's and TC116's.
        if len(came) == 1 and came[0].name == name and written(came[0].arguments) in wanted:
            yield Violation(came[-1].pointer, message, "each of them", came[-1].name)

    return check
