"""TC740: answers-of-their-own-conversation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects import Answer, load_dialect
from toolwire.model.exchange import Exchange
from toolwire.rules.groups import EVERY_FORMAT
from toolwire.rules.mutate.faults import Change, mutations_for
from toolwire.rules.mutate.twin_lines import TOOL_TWINS, TWINS, others
from toolwire.rules.rule import Mode, Reading, Rule, Severity, Source, Subject, Violation
from toolwire.rules.views.asked_for import asked, place_of, told
from toolwire.rules.views.probe_answer import answered

_SHOWN: Final = 200
_LINES: Final = tuple(line for pair in TWINS for line in pair)


def _told_line(reading: Reading) -> str:
    """Return the line that stands in a request whose twin stands in another; "" for none."""
    system = reading.conversation.system if reading.conversation is not None else None
    if not system or asked(reading) is None:
        return ""
    return next((line for line in _LINES if line in system), "")


def _its_own(reading: Reading) -> Iterator[Violation]:
    yield from _its_own_tool(reading)
    line = _told_line(reading)
    if not line or not reading.ok:
        return
    said = told(reading)
    if any(other.casefold() in said for other in others(line)):
        message = "The answer has a line of another conversation, which ended in the same words."
        yield Violation(place_of(reading), message, line, said[:_SHOWN])


def _its_own_tool(reading: Reading) -> Iterator[Violation]:
    """Yield a call of the tool that another conversation has alone."""
    conversation, calls = reading.conversation, reading.reply.tool_calls
    if conversation is None or not calls or len(conversation.tools) != 1:
        return
    (tool,) = conversation.tools
    if tool.name in TOOL_TWINS:
        for call in calls:
            if call.name != tool.name and call.name in TOOL_TWINS:
                message = "The answer calls the tool of another conversation, which ended in the same words."
                yield Violation(call.pointer, message, tool.name, call.name)
                return


def _of_another(name: str, mode: Mode) -> Change:
    """Plant the answer to the conversation that has the other line."""

    def other(exchange: Exchange) -> Answer:
        line = _told_line(load_dialect(name).decode(exchange))
        if not line:
            raise LookupError("no such line is told")
        return Answer(text=next(iter(others(line))))

    return answered(other)(name, mode)


RULE = Rule(
    id="TC740",
    name="answers-of-their-own-conversation",
    severity=dict.fromkeys(EVERY_FORMAT, Severity.WARNING),
    statement=(
        "An answer is that to its own conversation: of two that end in the same words and tell "
        "another line before, none has the line of the other, and of two that offer another tool none "
        "calls the tool of the other. No model knows it, so one such answer is enough. A server may answer the same request as before, and then has to look at all of "
        "it."
    ),
    why=(
        "A cache that is keyed by the last words alone, or finds what is much alike, gives one "
        "conversation what was said in another, with its calls and their ids: whatever else is "
        "wrong then comes from it. Where it serves several users, one reads what was told to "
        "another."
    ),
    breaks="every agent, whose turns often end in the same words",
    workaround="Switch the cache off.",
    source=Source(
        "docs",
        "OpenAI, prompt caching: it changes nothing of the answer; only the prompt itself is cached",
        "https://developers.openai.com/api/docs/guides/prompt-caching",
        "2026-11-29",
    ),
    check=_its_own,
    subject=Subject.CONVERSATION,
    needs_request=True,
    mutations=mutations_for("line_of_twin", _of_another),
)
