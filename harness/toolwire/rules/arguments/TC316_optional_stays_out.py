"""TC316: optional-stays-out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from toolwire.dialects import PlannedCall
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject, Tool, ToolCall
from toolwire.rules.arguments.probe_echo import again, pairs
from toolwire.rules.groups import EVERYWHERE
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Variance, Violation


class _Open(NamedTuple):
    """A call that was written out without some of its tool's parameters, and how it came."""

    call: ToolCall
    missing: JsonObject
    came: JsonObject


def _open(reading: Reading) -> Iterator[_Open]:
    conversation = reading.conversation
    if conversation is None or not reading.reply.tool_calls:
        return
    for wanted, call in pairs(reading):
        tool = conversation.tool(call.name)
        if tool is None or tool.strict is True or call.parse_error is not None:
            continue  # a strict tool needs each parameter, null where it has no value
        missing = _missing(tool, wanted.arguments)
        if missing:
            yield _Open(call, missing, object_of(call.arguments))


def _missing(tool: Tool, wanted: JsonObject) -> JsonObject:
    """Return the optional parameters that a written-out call has not, with their schemas.

    A required one that is not written out is left to the model, which has to find a value (TC383).
    """
    declared = object_of(tool.parameters)
    given = {*wanted, *map(str, items_of(declared.get("required")))}
    return {
        name: schema
        for name, schema in object_of(declared.get("properties")).items()
        if name not in given
    }


def _stays_out(reading: Reading) -> Iterator[Violation]:
    for one in _open(reading):
        came = {name: one.came[name] for name in one.missing if name in one.came}
        if came.keys() == one.missing.keys() and all(
            _is_filler(value, one.missing[name]) for name, value in came.items()
        ):
            message = "Each parameter that was left out came with null, nothing or its default."
            yield Violation(one.call.pointer, message, "absent", dict(list(came.items())[:5]))
            return


def _is_filler(value: Json, schema: Json) -> bool:
    """Return whether a value is what a program puts where nobody said anything."""
    known = object_of(schema)
    return value in (None, "", [], {}) or ("default" in known and value == known["default"])


def _due(reading: Reading) -> bool:
    """Return whether a call came that was written out without some declared parameter."""
    return next(_open(reading), None) is not None


def _filled(calls: list[PlannedCall]) -> list[PlannedCall]:
    # Null would not have the declared type, which is TC307's too.
    return [PlannedCall(call.name, {**call.arguments, "shelf": ""}) for call in calls]


RULE = Rule(
    id="TC316",
    name="optional-stays-out",
    severity=dict.fromkeys(EVERYWHERE, Severity.WARNING),
    statement=(
        "A parameter that is optional, and that the prompt does not write out inside a call, stays "
        "out of it: it does not come as null, as nothing, or with its default. Tools marked strict "
        "have to have each parameter, and are not judged. A model may fill them in itself; a run in "
        "which every such call has all of them is the server's doing."
    ),
    why="A tool that tells absent from null acts on what nobody said; validators refuse the null.",
    breaks="zod `.optional()` and pydantic fields without None, which refuse null (LangChain, the Vercel AI SDK)",
    workaround="Drop members that are null where the schema has no null.",
    source=Source(
        "spec",
        "JSON Schema: what `required` does not name may be absent, and null is a type of its own",
        "https://json-schema.org/understanding-json-schema/reference/object#required",
        "2026-11-24",
    ),
    check=_stays_out,
    subject=Subject.CONVERSATION,
    needs_request=True,
    needs_asked=True,
    needs_calls=True,
    variance=Variance("calls that were written out without some parameter", _due),
    mutations=mutations_for("spelt_apart", again(_filled)),
)
