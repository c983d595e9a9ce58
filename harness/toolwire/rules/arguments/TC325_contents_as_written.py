"""TC325: contents-as-written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects import PlannedCall
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject, Tool, ToolCall
from toolwire.rules.arguments.probe_echo import SHOWN, again, pairs
from toolwire.rules.groups import EVERY_FORMAT
from toolwire.rules.mutate.contents import ADDRESS, TOOL
from toolwire.rules.mutate.faults import Plant, mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Variance, Violation
from toolwire.rules.views.argument_values import same
from toolwire.rules.views.asked_for import whole
from toolwire.rules.views.cut_texts import cut_of
from toolwire.rules.views.masked import MARKED, hidden_of
from toolwire.rules.views.value_changes import CHANGES, change_of, tries_values

#: What is lost with the optional parameters of a schema.
_OPTIONAL: Final = "parameters that its tool does not require were left out"


def _full(reading: Reading) -> Iterator[tuple[JsonObject, ToolCall]]:
    """Yield the arguments that hold everything servers change, with the call that came."""
    if reading.reply.tool_calls and whole(reading):
        for wanted, call in pairs(reading):
            there = call.parse_error is None and isinstance(call.arguments, dict)
            if there and tries_values(wanted.arguments):
                yield wanted.arguments, call


def _change(reading: Reading, wanted: JsonObject, call: ToolCall) -> str:
    came = object_of(call.arguments)
    conversation = reading.conversation
    tool = None if conversation is None else conversation.tool(call.name)
    if tool is not None and same(_required(tool, wanted), came) and came.keys() < wanted.keys():
        return _OPTIONAL
    if how := change_of(wanted, came) or cut_of(wanted, came):
        return how
    hidden = hidden_of(wanted, came)
    return f"{MARKED} {hidden}" if hidden else ""


def _required(tool: Tool, wanted: JsonObject) -> JsonObject:
    """Return what of arguments the tool's schema requires."""
    names = items_of(object_of(tool.parameters).get("required"))
    return {name: value for name, value in wanted.items() if name in names}


def _as_written(reading: Reading) -> Iterator[Violation]:
    for wanted, call in _full(reading):
        if how := _change(reading, wanted, call):
            message = f"All values that show it came back changed alike: {how}."
            one, other = _shown(wanted, object_of(call.arguments))
            yield Violation(call.pointer, message, one, other)
            return
        names = [*object_of(call.arguments)]
        if names == sorted(names) != [*wanted] and same(wanted, call.arguments):
            message = "The parameters came sorted by their names."
            wanted_names: list[Json] = [*wanted]
            came_names: list[Json] = [*names]
            yield Violation(call.pointer, message, wanted_names, came_names, Severity.INFO)
            return


def _shown(wanted: JsonObject, came: JsonObject) -> tuple[Json, Json]:
    """Return what shows the change: the first member that differs, or the names."""
    for name, value in wanted.items():
        if name in came and not same(value, came[name]):
            return _short(value), _short(came[name])
    return [*wanted], [*came]


def _short(value: Json) -> Json:
    return value[:SHOWN] if isinstance(value, str) else value


def _due(reading: Reading) -> bool:
    """Return whether a call that holds everything came as it was written out.

    One that came otherwise in no known way is the model's, and says nothing of its server.
    """
    return any(same(wanted, call.arguments) for wanted, call in _full(reading))


def _without_optional(calls: list[PlannedCall]) -> list[PlannedCall]:
    return [PlannedCall(one.name, _required(TOOL, one.arguments)) for one in calls]


def _marked(calls: list[PlannedCall]) -> list[PlannedCall]:
    """Put the mark of a masking program in the place of the address in a note."""
    notes = (str(one.arguments["note"]).replace(ADDRESS, "<EMAIL_ADDRESS>") for one in calls)
    return [
        PlannedCall(one.name, {**one.arguments, "note": note})
        for one, note in zip(calls, notes, strict=True)
    ]


def _altered(how: str) -> Plant:
    def apply(calls: list[PlannedCall]) -> list[PlannedCall]:
        return [PlannedCall(one.name, object_of(CHANGES[how](one.arguments))) for one in calls]

    return again(apply)


RULE = Rule(
    id="TC325",
    name="contents-as-written",
    severity=dict.fromkeys(EVERY_FORMAT, Severity.WARNING),
    statement=(
        "A call that the prompt writes out keeps what servers are known to change: letters beyond "
        "ASCII and the basic plane, blanks and line breaks, also at the ends of texts and put "
        "around them, quotes, marks of HTML and Markdown, the ends of long texts, numbers and their "
        "types, lists of one item, nested objects, names, what is null, false, zero or empty, an "
        "e-mail address and a telephone number, which masking programs hide, and "
        "parameters that need not be sent. Judged where a call holds all of it, and only where all "
        "that shows a change has it and the rest came as it was. A model may do so once; a run in "
        "which no such call came as it was written is the server's doing. That parameters are "
        "sorted is an info: their order says nothing."
    ),
    why="The tool gets other values than the model wrote: other files, other amounts, other code.",
    breaks="every client whose tools write, compare or count what they are given",
    workaround="Have the tool return what it got, and compare.",
    source=Source(
        "docs",
        "OpenAI: the arguments are those that the model generates by the function's parameters",
        "https://developers.openai.com/api/docs/guides/function-calling",
        "2026-11-24",
    ),
    check=_as_written,
    subject=Subject.CONVERSATION,
    needs_request=True,
    needs_asked=True,
    needs_calls=True,
    variance=Variance("calls that hold what servers change", _due),
    mutations=(
        *mutations_for("spelt_fully", again(_without_optional), fault="optional ones"),
        *mutations_for("spelt_fully", again(_marked), fault="masked"),
        *(
            mutation
            for fault, how in (
                ("line breaks", "in texts, line breaks were dropped"),
                ("both ends", "in texts, blanks and line breaks at both ends were dropped"),
                ("around", "in parameters that are texts, a line break was put before and behind"),
                ("integers", "integers became floats"),
                ("short integers", "integers that a double holds became floats"),
                ("decimals", "floats were rounded to 6 decimals"),
                ("last item", "lists lost their last item"),
            )
            for mutation in mutations_for("spelt_fully", _altered(how), fault=fault)
        ),
    ),
)
