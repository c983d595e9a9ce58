"""TC104: function-object."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.dialects.openai import names_nothing
from toolwire.io.json_text import object_of
from toolwire.model.conversation import Json
from toolwire.model.reply import ABSENT
from toolwire.rules.envelope.envelope import BOTH_SHAPES, GUIDE, json, nameless, unnamed
from toolwire.rules.mutate.faults import changed, mutations_for, without
from toolwire.rules.rule import Mode, Reading, Rule, Severity, Source, Violation
from toolwire.rules.views.chat import parts, raw_calls
from toolwire.rules.views.dialect_paths import cut_short
from toolwire.rules.views.places import Place, copies, fragment_of
from toolwire.rules.views.streamed import streamed
from toolwire.rules.views.torn import is_torn


def _function_object(reading: Reading) -> Iterator[Violation]:
    if reading.mode is Mode.STREAMING:
        yield from _streamed_function(reading)
        return
    for pointer, call in raw_calls(reading):
        if "custom" not in call:
            yield from _incomplete(reading, f"{pointer}/function", call.get("function"))
    for part in parts(reading):
        legacy = part.message.get("function_call") if isinstance(part.message, dict) else None
        if legacy is not None and not names_nothing(legacy):
            yield from _incomplete(reading, part.at("/message/function_call"), legacy)


def _incomplete(reading: Reading, pointer: str, function: Json) -> Iterator[Violation]:
    if not isinstance(function, dict):
        yield Violation(pointer, "The call holds no function object.", "object", function)
        return
    if unnamed(reading, function.get("name")):
        yield nameless(f"{pointer}/name", function.get("name"))
    if "arguments" not in function:
        yield Violation(f"{pointer}/arguments", "The call has no arguments key.", "string", None)


def _streamed_function(reading: Reading) -> Iterator[Violation]:
    cut = cut_short(reading)
    # An event that is lost may have had the name.
    torn = is_torn(reading)
    for call in streamed(reading):
        deltas = call.pieces
        pointer = f"{deltas[0].pointer}/function"
        if not torn and all(unnamed(reading, delta.name) for delta in deltas):
            yield nameless(f"{pointer}/name", json(deltas[0].name))
        if not cut and all(delta.arguments is ABSENT for delta in deltas):
            message = "No piece of the call has an arguments key."
            yield Violation(f"{pointer}/arguments", message, "string", None)
    for legacy in reading.reply.tool_calls:
        if not torn and legacy.kind == "legacy" and unnamed(reading, legacy.name):
            yield nameless(f"{legacy.pointer}/name", legacy.name)


def _without_arguments(dialect: str, where: Place) -> None:
    for call in copies(dialect, where)[0]:
        object_of(call["function"]).pop("arguments")
    for _, payload in where if isinstance(where, list) else ():
        found = fragment_of(dialect, object_of(payload))
        if found is not None:
            found[0].pop(found[1])


RULE = Rule(
    id="TC104",
    name="function-object",
    severity=dict.fromkeys(BOTH_SHAPES, Severity.ERROR),
    statement=(
        "Each tool call has a `function` object with a non-empty `name` and the key "
        "`arguments`; over a stream, some piece of the call brings each of them."
    ),
    why="A client needs both to run the tool.",
    breaks=(
        "pydantic-ai and the Vercel AI SDK refuse the reply; openai-python, openai-node and "
        "cohere-python hand on null, at which a dispatcher by name fails."
    ),
    workaround="Treat a call without a name as a failed generation; read absent arguments as {}.",
    source=Source("spec", "openai 3.52.0 types: name and arguments required", GUIDE, "2026-11-21"),
    check=_function_object,
    claims=(
        "choices/*/delta/tool_calls/*/function/name",
        "choices/*/message/tool_calls/*/custom",
        "choices/*/message/tool_calls/*/function/name",
        "delta/message/tool_calls/function/name",
        "message/tool_calls/*/function/name",
    ),
    mutations=(
        *mutations_for("single_call", without("name"), fault="no name"),
        *mutations_for("single_call", changed(_without_arguments), fault="no arguments"),
    ),
)
