"""TC897: tools-of-many-are-called."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from toolwire.dialects import Answer, PlannedCall
from toolwire.dialects.told_values import told_values
from toolwire.io.json_text import object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.groups import EVERYWHERE
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.mutate.told_scenarios import LOCKED
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Variance, Violation
from toolwire.rules.views.asked_for import asked, place_of, whole
from toolwire.rules.views.filled import MANY_TOOLS
from toolwire.rules.views.probe_answer import answered


class _OneOfMany(NamedTuple):
    """A call that is written out, and what its tool's schema tells besides."""

    name: str
    arguments: JsonObject


def _wanted(reading: Reading) -> _OneOfMany | None:
    """Return the only call that is written out of one of many tools; None where there is none."""
    what, conversation = asked(reading), reading.conversation
    if what is None or conversation is None or len(conversation.tools) < MANY_TOOLS:
        return None
    if what.since or len(what.calls) != 1:
        return None
    (call,) = what.calls
    tool = conversation.tool(call.name)
    told = [] if tool is None else list(told_values(what.words, tool))
    if not told or any(one.value is None for one in told):
        return None
    given: JsonObject = {one.parameter: one.given for one in told}
    return _OneOfMany(call.name, {**call.arguments, **given})


def _came(reading: Reading, wanted: _OneOfMany) -> bool:
    """Return whether a reply has the call, with what the schema alone tells."""
    calls = (one for one in reading.reply.tool_calls if one.name == wanted.name)
    return any(wanted.arguments.items() <= object_of(one.arguments).items() for one in calls)


def _is_called(reading: Reading) -> Iterator[Violation]:
    wanted = _wanted(reading)
    if wanted is None or not whole(reading) or _came(reading, wanted):
        return
    message = "The call of one of many tools did not come with what its schema alone tells."
    names: list[Json] = [one.name for one in reading.reply.tool_calls[:3]]
    # A small model may lose its way among so many; that it does not, the same in another order shows.
    yield Violation(place_of(reading), message, wanted.name, names, Severity.INFO)


def _honoured(reading: Reading) -> bool:
    """Return whether the call came as it was to."""
    wanted = _wanted(reading)
    return wanted is not None and reading.ok and _came(reading, wanted)


#: A call of the tool by a model that was never told its schema.
_MADE_UP: Final = PlannedCall(LOCKED.name, {**LOCKED.arguments, "code": "default"})

RULE = Rule(
    id="TC897",
    name="tools-of-many-are-called",
    severity=dict.fromkeys(EVERYWHERE, Severity.WARNING),
    statement=(
        "Each of many tools reaches the model, wherever it stands: asked to call the last of 64, "
        "with a value that its schema alone tells, a reply has that call. A model may lose its way, "
        "and that is information. Where the same with the tools in reverse order is called as it "
        "should be, and in no reply of a run in their own, the server has dropped what stands "
        "behind."
    ),
    why=(
        "Agents with a few servers of MCP offer dozens of tools. A gateway that keeps the first "
        "ten, or as many as fit, and says nothing of it has a model that never heard of the others."
    ),
    breaks="agents with many tools, Claude Code and Cursor among them",
    workaround="Offer fewer at once.",
    source=Source(
        "docs",
        "OpenAI, create chat completion: a maximum of 128 functions is supported",
        "https://developers.openai.com/api/reference/resources/chat/subresources/completions/methods/create",
        "2026-11-29",
    ),
    check=_is_called,
    subject=Subject.PROBE,
    needs_request=True,
    needs_asked=True,
    honoured=_honoured,
    variance=Variance("replies that were to call the last of many tools", _honoured, partly=True),
    mutations=mutations_for("spelt_of_many", answered(Answer(calls=(_MADE_UP,)))),
)
