"""TC605: allowed-tools-are-callable."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from toolwire.dialects import Answer, PlannedCall, load_dialect
from toolwire.dialects.sample import sample_arguments
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Exchange, Mode
from toolwire.rules.choice.probe_choice import (
    GUIDE,
    allow_in_chat,
    allow_in_gemini,
    allow_in_responses,
)
from toolwire.rules.mutate.faults import Change, mutations_for
from toolwire.rules.mutate.probe_edit import Ask, tool_names
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Variance, Violation
from toolwire.rules.views.asked_for import asked, whole
from toolwire.rules.views.probe_answer import answered
from toolwire.rules.views.request_definitions import chosen_names

#: Names of a choice that are shown.
_SHOWN: Final = 5
_SEVERAL: Final = 2
_Allow: TypeAlias = Callable[[JsonObject, Sequence[str]], None]
#: How each format allows some tools by their names.
_ALLOWS: Final[Mapping[str, _Allow]] = {
    "gemini-generate": allow_in_gemini,
    "openai-chat": allow_in_chat,
    "openai-responses": allow_in_responses,
}


def _every(name: str) -> Ask:
    """Ask for a call of any of the tools, each of them named in the choice."""
    return lambda body: _ALLOWS[name](body, tool_names(name, body))


def _due(reading: Reading) -> bool:
    """Return whether a reply with a call was to call a tool that its choice does not name first."""
    what, allowed = asked(reading), [name for _, name in chosen_names(reading)]
    if what is None or what.since or len(allowed) < _SEVERAL or not whole(reading):
        return False
    wanted = {call.name for call in what.calls}
    return bool(reading.reply.tool_calls) and bool(wanted) and wanted <= {*map(str, allowed[1:])}


def _callable(reading: Reading) -> Iterator[Violation]:
    if not _due(reading):
        return
    first, *others = (name for _, name in chosen_names(reading))
    came = reading.reply.tool_calls
    if all(call.name == first for call in came):
        message = "The tool was called that the choice names first, and the prompt asks for another of them."
        yield Violation(came[0].pointer, message, [*others][:_SHOWN], came[0].name)


def _first_called(name: str, mode: Mode) -> Change:
    """Plant a call of the tool that the choice names first, where another is asked for."""

    def other(exchange: Exchange) -> Answer:
        reading = load_dialect(name).decode(exchange)
        allowed = [str(one) for _, one in chosen_names(reading)]
        if len(allowed) < _SEVERAL or reading.conversation is None:
            raise LookupError("the choice does not name several tools")
        tool = reading.conversation.tool(allowed[0])
        if tool is None:
            raise LookupError("the choice names a tool that is not offered")
        return Answer(calls=(PlannedCall(tool.name, sample_arguments(tool)),))

    return answered(other)(name, mode)


RULE = Rule(
    id="TC605",
    name="allowed-tools-are-callable",
    severity=dict.fromkeys(_ALLOWS, Severity.WARNING),
    statement=(
        "A tool choice that names several tools allows each of them: where the prompt writes out a call of "
        "one that is not named first, that tool is called. A model may call the first; a run in which every "
        "reply does is the server's doing, which passes on one name of the list. That a call is of none of "
        "them is TC604's."
    ),
    why="The model may call one tool of those that the program allows, and does, whatever is needed.",
    breaks="agents that narrow their tools down by the choice and keep the list of tools for the cache",
    workaround="Offer only the tools that may be called, and send a plain word.",
    source=Source(
        "docs",
        "OpenAI, allowed tools: the model may pick from a subset of the tools; Google, "
        "allowedFunctionNames: a set of function names of which one is predicted",
        GUIDE,
        "2026-12-01",
    ),
    check=_callable,
    subject=Subject.PROBE,
    needs_request=True,
    needs_asked=True,
    needs_calls=True,
    probing={name: _every(name) for name in _ALLOWS},
    variance=Variance("replies with a call, of a tool that the choice does not name first", _due),
    mutations=mutations_for("spelt_of_many", _first_called),
)
