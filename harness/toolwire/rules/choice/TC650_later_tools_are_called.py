"""TC650: later-tools-are-called."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.model.conversation import Conversation
from toolwire.rules.arguments.probe_echo import again, wanted_value
from toolwire.rules.groups import EVERYWHERE
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Subject, Variance, Violation
from toolwire.rules.views.asked_for import asked, whole, written

#: What stands in the place of a value that an earlier result has to tell.
_LATER: Final = '"<'


def _first(conversation: Conversation | None) -> str:
    """Return the name of the tool that is offered first, of several; "" where there is one or none."""
    tools = () if conversation is None else conversation.tools
    return tools[0].name if len(tools) > 1 else ""


def _due(reading: Reading) -> bool:
    """Return whether a reply with a call was to call the first of the tools and another one."""
    conversation, what = reading.conversation, asked(reading)
    first = _first(conversation)
    if conversation is None or what is None or what.since or not first:
        return False
    if not reading.reply.tool_calls or not whole(reading) or conversation.parallel is False:
        return False
    if conversation.choice is not None or conversation.legacy or _LATER in what.words:
        return False
    # Of several calls of one tool some may be lost by themselves: that is TC651's and TC662's.
    wanted = [call.name for call in wanted_value(reading)]
    return first in wanted and len(wanted) == len(set(wanted)) > 1


def _shown(reading: Reading) -> bool:
    """Return whether a tool was called that is not the first of those that are offered."""
    first = _first(reading.conversation)
    offered = {tool.name for tool in (reading.conversation.tools if reading.conversation else ())}
    return bool(first) and any(
        call.name != first and call.name in offered for call in reading.reply.tool_calls
    )


def _called(reading: Reading) -> Iterator[Violation]:
    if not _due(reading) or _shown(reading):
        return
    came, first = reading.reply.tool_calls, _first(reading.conversation)
    wanted = {written(call.arguments) for call in wanted_value(reading) if call.name == first}
    # A call that came twice, has another's arguments or a name of two is TC315's and TC116's.
    if len(came) == 1 and came[0].name == first and written(came[0].arguments) in wanted:
        message = "Of the tools that the prompt names only the one came that is offered first."
        yield Violation(came[-1].pointer, message, "each of them", came[-1].name)


RULE = Rule(
    id="TC650",
    name="later-tools-are-called",
    severity=dict.fromkeys(EVERYWHERE, Severity.WARNING),
    statement=(
        "Tools that are offered behind the first are called too. A model may leave one out; that a run has no "
        "call of any other than the first, where prompts write out both, is the server's doing."
    ),
    why="The model never saw the others: of an agent's twenty tools it knows one, and nothing says so.",
    breaks="agents that offer more than one tool",
    workaround="Offer the tool that is needed first.",
    check=_called,
    subject=Subject.CONVERSATION,
    needs_request=True,
    needs_asked=True,
    needs_calls=True,
    variance=Variance(
        "replies with a call where the first tool and another were written out",
        _due,
        shown=_shown,
        # That one answer lost a call is TC651's.
        of_runs=True,
    ),
    mutations=mutations_for("spelt_apart", again(lambda calls: calls[:1])),
    cases="""
webai-at-home | the declaration of tools is dropped before the model sees it: HTTP 200, and words | https://github.com/webai-at-home/webai-at-home/issues/190 | issue closed 2026-08
""",
)
