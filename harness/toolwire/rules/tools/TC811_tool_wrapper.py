"""TC811: tool-wrapper."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.dialects.sent import Definition
from toolwire.dialects.tool_shape import ToolShape
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import JsonObject
from toolwire.model.reply import ABSENT
from toolwire.rules.mutate.edit import at
from toolwire.rules.mutate.request_edit import asks
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Violation
from toolwire.rules.views.excerpt import kind_of
from toolwire.rules.views.request_definitions import definitions


def _wrapper(reading: Reading) -> Iterator[Violation]:
    form = load_dialect(reading.dialect).wire.request
    shape = None if form is None else form.shape
    if shape is None:
        return
    for tool in definitions(reading):
        if not isinstance(tool.entry, dict):
            message = "A tool is not an object."
            yield Violation(tool.pointer, message, "object", kind_of(tool.entry))
        elif tool.pointer.startswith("request/functions/"):
            yield from _named(tool)
        else:
            yield from _entry(tool, tool.entry, shape)
    if shape.listed is not None:
        yield from _foreign(object_of(reading.request), shape.listed)


def _entry(tool: Definition, entry: JsonObject, shape: ToolShape) -> Iterator[Violation]:
    if shape.members and not entry.keys() & set(shape.members):
        yield Violation(tool.at, "The entry specifies no tool.", shape.members[0], "absent")
        return
    kind = entry.get("type", ABSENT)
    if shape.typed and not isinstance(kind, str):
        message = "A tool does not say of which type it is."
        yield Violation(f"{tool.pointer}/type", message, "function", kind_of(kind))
        return
    if shape.kinds and entry.get("type") not in shape.kinds:
        return
    if shape.nested and not isinstance(entry.get(str(kind)), dict):
        message = "A tool does not hold its definition in a member of its type."
        actual = kind_of(entry.get(str(kind)))
        yield Violation(f"{tool.pointer}/{kind}", message, "object", actual)
    elif not shape.members or shape.members[0] in entry:
        yield from _definition(tool, entry, shape)


def _definition(tool: Definition, entry: JsonObject, shape: ToolShape) -> Iterator[Violation]:
    yield from _named(tool)
    if not tool.name:
        return
    if shape.schema and not isinstance(tool.schema, dict):
        yield Violation(tool.schema_at, "The tool has no schema.", "object", kind_of(tool.schema))
    if shape.typed and not shape.nested and isinstance(entry.get("function"), dict):
        # The API passes over it: the tool is offered without parameters.
        message = "The definition is nested as in Chat Completions."
        pointer = f"{tool.pointer}/function"
        yield Violation(pointer, message, "absent", "object", Severity.WARNING)


def _named(tool: Definition) -> Iterator[Violation]:
    if not tool.name or not isinstance(tool.name, str):
        actual = "absent" if tool.name is ABSENT else kind_of(tool.name)
        yield Violation(f"{tool.at}/name", "The tool has no name.", "non-empty string", actual)


#: Members of a tool of other formats, which no list of definitions has beside it.
_FOREIGN: Final = ("function", "input_schema", "name", "type")


def _foreign(request: JsonObject, listed: str) -> Iterator[Violation]:
    for place, entry in enumerate(items_of(request.get("tools"))):
        for member in _FOREIGN:
            if member in object_of(entry):
                message = "The tool has the shape of another format."
                pointer = f"request/tools/{place}/{member}"
                yield Violation(pointer, message, listed, member)
                break


def _flattened(value: JsonObject) -> None:
    tool = object_of(at(value, ("tools", 1)))
    tool.update(object_of(tool.pop("function")))


def _typeless(value: JsonObject) -> None:
    object_of(at(value, ("tools", 1))).pop("type")


def _wrapped(value: JsonObject) -> None:
    tool = object_of(at(value, ("tools", 1)))
    tool["function"] = {key: tool.pop(key) for key in ("name", "description", "parameters")}


def _wrapped_and_named(value: JsonObject) -> None:
    _wrapped(value)
    object_of(at(value, ("tools", 1)))["name"] = "get_time"


def _other_schema(value: JsonObject) -> None:
    tool = object_of(at(value, ("tools", 1)))
    tool["parameters"] = tool.pop("input_schema")


def _bare_spec(value: JsonObject) -> None:
    tool = object_of(at(value, ("toolConfig", "tools", 1)))
    tool.update(object_of(tool.pop("toolSpec")))


def _bare_declaration(value: JsonObject) -> None:
    items_of(value["tools"]).append({"name": "get_date", "description": "Current date."})


RULE = Rule(
    id="TC811",
    name="tool-wrapper",
    severity=dict.fromkeys(
        (
            "anthropic-messages",
            "bedrock-converse",
            "openai-chat",
            "gemini-generate",
            "openai-responses",
        ),
        Severity.ERROR,
    ),
    statement=(
        "Tools have the shape of the dialect: Chat Completions {type, function: {name, ...}}, "
        "Responses flat {type, name, parameters}, Anthropic {name, input_schema}, Bedrock "
        "{toolSpec: {name, inputSchema: {json}}}, Gemini {functionDeclarations: [...]}. On "
        "Responses a nested `function` beside a flat name is a warning: it is passed over."
    ),
    why=(
        "The request is refused (1 of 1 recorded without a flat name, by OpenAI's Responses "
        "API), or the model sees a tool without parameters."
    ),
    breaks=(
        "The API answers 400: Missing required parameter: 'tools[0].type', 'tools[0].name' "
        "(OpenAI), input_schema: Field required (Anthropic), ValidationException (Bedrock), "
        "Unknown name (Gemini)"
    ),
    source=Source(
        "api-error",
        "OpenAI, see the case. What was seen: OpenAI's Responses API answered 45 "
        "requests with both shapes with 200, and repeats the tool without its parameters",
        "https://github.com/openai/openai-cookbook/issues/1248",
        "2026-11-21",
    ),
    check=_wrapper,
    mutations=(
        *asks(
            "refused",
            {
                "anthropic-messages": _other_schema,
                "bedrock-converse": _bare_spec,
                "openai-chat": _flattened,
                "gemini-generate": _bare_declaration,
                "openai-responses": _wrapped,
            },
            "shape",
        ),
        *asks("refused", {"openai-chat": _typeless, "openai-responses": _typeless}, "no type"),
        *asks("refused", {"openai-responses": _wrapped_and_named}, "both shapes"),
    ),
    subject=Subject.REQUEST,
    cases="""
OpenAI | tools[0].type missing | https://github.com/openai/openai-cookbook/issues/1248 | issue open 2024-06
""",
)
