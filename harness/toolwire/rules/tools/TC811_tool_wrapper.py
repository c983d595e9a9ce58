"""TC811: tool-wrapper."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from toolwire.dialects.sent import Definition
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import JsonObject
from toolwire.model.reply import ABSENT
from toolwire.rules.mutate.edit import at
from toolwire.rules.mutate.request_edit import asks
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Violation
from toolwire.rules.views.excerpt import kind_of
from toolwire.rules.views.request_definitions import definitions


def _wrapper(reading: Reading) -> Iterator[Violation]:
    judge = _WRAPPERS[reading.dialect]
    for tool in definitions(reading):
        if isinstance(tool.entry, dict):
            yield from judge(tool, tool.entry)
        else:
            message = "A tool is not an object."
            yield Violation(tool.pointer, message, "object", kind_of(tool.entry))
    if reading.dialect == "gemini-generate":
        yield from _foreign(object_of(reading.request))


def _nested(tool: Definition, entry: JsonObject) -> Iterator[Violation]:
    if tool.pointer.startswith("request/functions/"):
        yield from _named(tool)
        return
    kind = entry.get("type", ABSENT)
    if not isinstance(kind, str):
        message = "A tool does not say of which type it is."
        yield Violation(f"{tool.pointer}/type", message, "function", kind_of(kind))
    elif kind in ("custom", "function"):
        if isinstance(entry.get(kind), dict):
            yield from _named(tool)
        else:
            message = "A tool does not hold its definition in a member of its type."
            yield Violation(f"{tool.pointer}/{kind}", message, "object", kind_of(entry.get(kind)))


def _flat(tool: Definition, entry: JsonObject) -> Iterator[Violation]:
    kind = entry.get("type", ABSENT)
    if not isinstance(kind, str):
        message = "A tool does not say of which type it is."
        yield Violation(f"{tool.pointer}/type", message, "function", kind_of(kind))
    elif kind in ("custom", "function"):
        yield from _named(tool)
        if tool.name and isinstance(entry.get("function"), dict):
            # The API passes over it: the tool is offered without parameters.
            message = "The definition is nested as in Chat Completions."
            pointer = f"{tool.pointer}/function"
            yield Violation(pointer, message, "absent", "object", Severity.WARNING)


def _own(tool: Definition, entry: JsonObject) -> Iterator[Violation]:
    # Tools of other types are the server's, and have members of their own.
    if entry.get("type") in (None, "custom"):
        yield from _named(tool)
        if not isinstance(tool.schema, dict) and tool.name:
            message = "The tool has no schema."
            yield Violation(tool.schema_at, message, "object", kind_of(tool.schema))


def _specified(tool: Definition, entry: JsonObject) -> Iterator[Violation]:
    if not entry.keys() & {"cachePoint", "systemTool", "toolSpec"}:
        yield Violation(tool.at, "The entry specifies no tool.", "toolSpec", "absent")
    elif "toolSpec" in entry:
        yield from _named(tool)
        if not isinstance(tool.schema, dict) and tool.name:
            message = "The tool has no schema."
            yield Violation(tool.schema_at, message, "object", kind_of(tool.schema))


def _declared(tool: Definition, _entry: JsonObject) -> Iterator[Violation]:
    yield from _named(tool)


def _named(tool: Definition) -> Iterator[Violation]:
    if not tool.name or not isinstance(tool.name, str):
        actual = "absent" if tool.name is ABSENT else kind_of(tool.name)
        yield Violation(f"{tool.at}/name", "The tool has no name.", "non-empty string", actual)


#: Members of a tool that Gemini does not know and other formats have.
_FOREIGN: Final = ("function", "input_schema", "name", "type")


def _foreign(request: JsonObject) -> Iterator[Violation]:
    for place, entry in enumerate(items_of(request.get("tools"))):
        for member in _FOREIGN:
            if member in object_of(entry):
                message = "The tool has the shape of another format."
                pointer = f"request/tools/{place}/{member}"
                yield Violation(pointer, message, "functionDeclarations", member)
                break


_WRAPPERS: Final[Mapping[str, Callable[[Definition, JsonObject], Iterator[Violation]]]] = {
    "anthropic-messages": _own,
    "bedrock-converse": _specified,
    "openai-chat": _nested,
    "gemini-generate": _declared,
    "openai-responses": _flat,
}


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
    severity=dict.fromkeys(_WRAPPERS, Severity.ERROR),
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
