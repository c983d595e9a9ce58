"""TC661: forced-calls-are-whole."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from toolwire.dialects import Answer, PlannedCall, load_dialect
from toolwire.dialects.sample import sample_arguments
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, ToolCall
from toolwire.model.exchange import Exchange
from toolwire.rules.choice.choices import OPENAI
from toolwire.rules.choice.probe_choice import CHOOSING
from toolwire.rules.mutate.faults import Change, Plant, mutations_for
from toolwire.rules.rule import Mode, Reading, Rule, Severity, Subject, Variance, Violation
from toolwire.rules.views.asked_for import whole, written
from toolwire.rules.views.chance import is_forced


def _forced(reading: Reading) -> tuple[ToolCall, ...]:
    """Return the calls of a whole reply to a request that demanded one; () for what cannot be read."""
    calls = reading.reply.tool_calls
    readable = all(call.parse_error is None for call in calls)
    return calls if is_forced(reading) and readable and whole(reading) else ()


def _requires(reading: Reading, call: ToolCall) -> list[Json]:
    asked = reading.conversation
    tool = asked.tool(call.name) if asked is not None else None
    return items_of(object_of(tool.parameters).get("required")) if tool is not None else []


def _due(reading: Reading) -> bool:
    return any(_requires(reading, call) for call in _forced(reading))


def _whole(reading: Reading) -> Iterator[Violation]:
    calls = _forced(reading)
    for call in calls:
        if call.arguments == {} and _requires(reading, call):
            message = "The call that was demanded has no arguments, though its tool requires some."
            yield Violation(call.pointer, message, _requires(reading, call), [])
            return
    made = {(call.name, written(call.arguments)) for call in calls}
    if len(calls) > 1 and len(made) == 1:
        message = "The call that was demanded came more than once."
        yield Violation(calls[-1].pointer, message, 1, len(calls))


def _answered(times: int, *, empty: bool) -> Plant:
    """Plant the call that was demanded several times, or without arguments."""

    def plant(name: str, _mode: Mode) -> Change:
        def apply(exchange: Exchange) -> Exchange:
            dialect = load_dialect(name)
            assert exchange.request is not None
            asked = dialect.read_request(exchange.request)
            assert asked is not None
            tool = asked.tools[0]
            call = PlannedCall(tool.name, {} if empty else sample_arguments(tool))
            answer = Answer(calls=(call,) * times)
            return replace(exchange, response=dialect.respond(exchange.request, answer))

        return apply

    return plant


RULE = Rule(
    id="TC661",
    name="forced-calls-are-whole",
    severity=dict.fromkeys(CHOOSING, Severity.WARNING),
    statement=(
        "A call that the request demanded (`required`, or a tool by its name) has arguments where "
        "its tool requires some, and comes once. A model may leave them out or repeat itself; a run "
        "in which every call that was demanded does so, is the server's doing. Calls that the model "
        "was free to make are TC309's."
    ),
    why=(
        "Structured output is read from a call that is demanded: the program gets nothing, or runs "
        "the tool twice. Servers write these calls with code of their own."
    ),
    breaks="LangChain's with_structured_output, instructor and pydantic-ai (validation fails, and they ask again)",
    workaround="Ask without a choice, and say in words which tool is wanted.",
    source=OPENAI,
    check=_whole,
    subject=Subject.CONVERSATION,
    needs_request=True,
    needs_choice=True,
    needs_calls=True,
    variance=Variance("replies with a call that was demanded and requires arguments", _due),
    mutations=(
        *mutations_for("required_choice", _answered(1, empty=True), fault="no arguments"),
        *mutations_for("required_choice", _answered(2, empty=False), fault="twice"),
    ),
)
