"""Rules about what calls and results of a history carry: objects, text, references."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.observation import Severity
from toolwire.model.reply import ABSENT, Reading
from toolwire.rules.edit import at, put
from toolwire.rules.excerpt import kind_of
from toolwire.rules.request_edit import asks
from toolwire.rules.request_model import bare_model, is_gemini_3
from toolwire.rules.request_steps import Part, steps
from toolwire.rules.rule import Flaw, Rule, Source, Subject
from toolwire.rules.wires import (
    ANTHROPIC,
    BEDROCK,
    CHAT,
    COHERE_V1,
    COHERE_V2,
    GEMINI,
    OLLAMA,
    RESPONSES,
)

__all__ = ["RULES"]

_READ = "2026-11-21"
_OPEN_VALUES: Final = 20_000


def _json_object(reading: Reading) -> Iterator[Flaw]:
    for step in steps(reading):
        for result in step.results:
            for place, item in enumerate(items_of(result.value.get("content"))):
                value = object_of(item).get("json", ABSENT)
                if value is not ABSENT and not isinstance(value, dict):
                    pointer = f"{result.pointer}/content/{place}/json"
                    yield Flaw(pointer, "The json is not an object.", "object", kind_of(value))


#: Dialect -> the member of a call that has to be an object, and whether it may be left out.
_OBJECTS: Final[Mapping[str, tuple[str, bool]]] = {
    ANTHROPIC: ("input", False),
    BEDROCK: ("input", False),
    COHERE_V1: ("parameters", False),
    GEMINI: ("args", True),
}


def _input_object(reading: Reading) -> Iterator[Flaw]:
    member, optional = _OBJECTS[reading.dialect]
    for step in steps(reading):
        for call in step.calls:
            yield from _object(call, member, optional=optional)
        if reading.dialect == GEMINI:
            for result in step.results:
                yield from _object(result, "response", optional=True)


def _object(part: Part, member: str, *, optional: bool) -> Iterator[Flaw]:
    value = part.value.get(member)
    if isinstance(value, dict) or (optional and value is None):
        return
    actual = kind_of(value) if member in part.value else "absent"
    message = "What goes back as an object is none."
    yield Flaw(f"{part.pointer}/{member}", message, "object", actual)


def _arguments_form(reading: Reading) -> Iterator[Flaw]:
    expected = dict if reading.dialect == OLLAMA else str
    for step in steps(reading):
        for call in step.calls:
            held, inside = call.value, ""
            if reading.dialect != RESPONSES:
                held, inside = object_of(call.value.get("function")), "/function"
            value = held.get("arguments", ABSENT)
            if value is not ABSENT and not isinstance(value, expected):
                message = "The arguments have the form of another route."
                pointer = f"{call.pointer}{inside}/arguments"
                yield Flaw(pointer, message, kind_of(expected()), kind_of(value))


def _no_references(reading: Reading) -> Iterator[Flaw]:
    for step in steps(reading):
        for result in step.results:
            # A `$ref` may name media that the same response carries; nothing else.
            media = [object_of(part) for part in items_of(result.value.get("parts"))]
            known = {_display_name(part) for part in media}
            strange = (r for r in _references(result.value.get("response")) if r not in known)
            reference = next(strange, None)
            if reference is not None:
                # Not where in it: keys of a tool's result are somebody's data.
                pointer = f"{result.pointer}/response"
                message = "The response has a $ref that names none of its parts."
                expected = "the displayName of a part"
                yield Flaw(pointer, message, expected, reference[:200], _of_model(reading))


def _display_name(part: JsonObject) -> Json:
    for member in ("inlineData", "inline_data", "fileData", "file_data"):
        held = object_of(part.get(member))
        name = held.get("displayName", held.get("display_name"))
        if isinstance(name, str):
            return name
    return None


def _references(value: Json) -> Iterator[str]:
    """Yield the `$ref` strings below a value, up to a bound."""
    left = _OPEN_VALUES
    open_: list[Json] = [value]
    while open_ and left > 0:
        left -= 1
        here = open_.pop()
        members: list[Json] = []
        if isinstance(here, dict):
            reference = here.get("$ref")
            if isinstance(reference, str):
                yield reference
            members = list(here.values())
        elif isinstance(here, list):
            members = here
        open_ += [inner for inner in members if isinstance(inner, dict | list)]


def _of_model(reading: Reading) -> Severity | None:
    """Return that older models were not seen to refuse it; None for Gemini 3 and later."""
    return None if is_gemini_3(bare_model(reading)) else Severity.WARNING


def _with(path: tuple[str | int, ...], new: Json) -> Callable[[JsonObject], None]:
    return lambda value: put(value, path, new)


_RESPONSE: Final[tuple[str | int, ...]] = (
    "contents",
    2,
    "parts",
    0,
    "functionResponse",
    "response",
)


def _schema_result(value: JsonObject) -> None:
    object_of(at(value, _RESPONSE))["schema"] = {"$ref": "#/$defs/City"}


_TEXT: Final = '{"location":"Paris","days":2}'
_VALUE: Final[JsonObject] = {"location": "Paris", "days": 2}
_ARGUMENTS: Final[tuple[str | int, ...]] = (
    "messages",
    1,
    "tool_calls",
    0,
    "function",
    "arguments",
)

RULES: tuple[Rule, ...] = (
    Rule(
        id="TC720",
        name="bedrock-json-object",
        severity={BEDROCK: Severity.ERROR},
        statement="The `json` of a tool result is an object; any other value goes as text.",
        why="A tool that returns a list breaks the conversation.",
        breaks="The API answers 400: ValidationException",
        workaround="Write other values as text, or wrap them in an object.",
        source=Source(
            "api-error",
            "Bedrock Converse, see the cases",
            "https://github.com/sigoden/aichat/issues/1550",
            _READ,
        ),
        check=_json_object,
        needs_history=True,
        mutations=asks(
            "round_trip",
            {
                BEDROCK: _with(
                    ("messages", 2, "content", 0, "toolResult", "content"), [{"json": ["18 C"]}]
                )
            },
        ),
        subject=Subject.REQUEST,
        needs_request=True,
        always=True,
    ),
    Rule(
        id="TC721",
        name="history-input-object",
        severity={
            **dict.fromkeys((ANTHROPIC, BEDROCK, GEMINI), Severity.ERROR),
            COHERE_V1: Severity.WARNING,
        },
        statement=(
            "The arguments of a replayed call are an object where the wire has a value: "
            "tool_use.input, toolUse.input, functionCall.args, parameters. So is a "
            "functionResponse.response."
        ),
        why=(
            "After one malformed call the client keeps its text, and every later request with "
            "the same history is refused."
        ),
        breaks=(
            "The API answers 400: tool_use.input: Input should be a valid dictionary "
            "(Anthropic); the format of the value at toolUse.input is invalid (Bedrock); "
            "function_response takes a Struct (Gemini)"
        ),
        workaround="Put `{}` or a wrapped text in place of arguments that are no object.",
        source=Source(
            "api-error",
            "error texts of Anthropic (voltagent#1336, see the cases), Bedrock (vercel/ai#19023), "
            "Gemini (AstrBot#7216). The catalogue has Anthropic's alone",
            "https://github.com/vercel/ai/issues/19023",
            _READ,
        ),
        check=_input_object,
        needs_history=True,
        mutations=(
            *asks(
                "round_trip",
                {
                    ANTHROPIC: _with(("messages", 1, "content", 0, "input"), _TEXT),
                    BEDROCK: _with(("messages", 1, "content", 0, "toolUse", "input"), _TEXT),
                    COHERE_V1: _with(("chat_history", 1, "tool_calls", 0, "parameters"), _TEXT),
                    GEMINI: _with(("contents", 1, "parts", 0, "functionCall", "args"), _TEXT),
                },
                "arguments",
            ),
            *asks("round_trip", {GEMINI: _with(_RESPONSE, "18 C")}, "response"),
        ),
        subject=Subject.REQUEST,
        needs_request=True,
        always=True,
    ),
    Rule(
        id="TC722",
        name="ollama-arguments-by-route",
        severity={
            **dict.fromkeys((CHAT, OLLAMA, RESPONSES), Severity.ERROR),
            COHERE_V2: Severity.WARNING,
        },
        statement=(
            "The arguments of a replayed call have the form of the route: an object on Ollama's "
            "native one, JSON text in OpenAI's formats and in Cohere's v2."
        ),
        why="A history that moves between the routes is refused from the second turn on.",
        breaks=(
            "The API answers 400: cannot unmarshal string (Ollama native); Invalid type for "
            "'messages[2].tool_calls[0].function.arguments': expected a string (OpenAI)"
        ),
        workaround="Parse or serialise the arguments when a history changes its route.",
        source=Source(
            "api-error",
            "Ollama, verified live in promptfoo#10980; OpenAI, goose-mobile#20. What was seen: "
            "all 996 replayed calls of these formats answered with 200 have their route's own "
            "form",
            "https://github.com/promptfoo/promptfoo/issues/10980",
            _READ,
        ),
        check=_arguments_form,
        needs_history=True,
        mutations=asks(
            "round_trip",
            {
                CHAT: _with(_ARGUMENTS, _VALUE),
                COHERE_V2: _with(_ARGUMENTS, _VALUE),
                OLLAMA: _with(_ARGUMENTS, _TEXT),
                RESPONSES: _with(("input", 1, "arguments"), _VALUE),
            },
        ),
        subject=Subject.REQUEST,
        needs_request=True,
        always=True,
    ),
    Rule(
        id="TC726",
        name="gemini-no-ref-in-response",
        severity={GEMINI: Severity.ERROR},
        statement=(
            "A functionResponse.response has no `$ref` but the displayName of a part of the same "
            "response. On models before Gemini 3 and unknown ones it is a warning."
        ),
        why=(
            "Gemini 3 takes `$ref` for a reference to media: a tool that returns a JSON Schema "
            "or an OpenAPI document ends the conversation."
        ),
        breaks=(
            "The API answers 400: the referenced name in function_response.response does not "
            "match to a display_name in the function_response.parts; hermes-agent, litellm, "
            "vercel/ai met it"
        ),
        workaround="Send such a result as text under `output`.",
        source=Source(
            "api-error",
            "Gemini API, reproduced live in vercel/ai#14369 and hermes-agent#93014 with Gemini "
            "3.x; `$defs` without a reference was not refused, so it is not judged",
            "https://github.com/vercel/ai/issues/14369",
            _READ,
        ),
        check=_no_references,
        needs_history=True,
        mutations=asks("round_trip", {GEMINI: _schema_result}),
        subject=Subject.REQUEST,
        needs_request=True,
        always=True,
    ),
)
