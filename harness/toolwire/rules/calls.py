"""Rules about the shape of one call and the name it carries."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.io.json_text import object_of
from toolwire.model.conversation import Json
from toolwire.model.exchange import Mode
from toolwire.model.observation import Severity
from toolwire.model.reply import ABSENT, Reading
from toolwire.rules.chance import has_call
from toolwire.rules.chat import parts, raw_calls
from toolwire.rules.faults import changed, named, planted, without
from toolwire.rules.native import native_calls
from toolwire.rules.places import FRAGMENTS, Place, copies
from toolwire.rules.rule import Flaw, Mutation, Rule, Source, Variance
from toolwire.rules.streamed import filled, streamed
from toolwire.rules.wires import (
    ANTHROPIC,
    ARGUMENTS_AT,
    BEDROCK,
    CHAT,
    COHERE_V1,
    COHERE_V2,
    EVERYWHERE,
    GEMINI,
    OLLAMA,
    cut_short,
    name_at,
)

__all__ = ["RULES"]

_READ = "2026-11-21"
_GUIDE = "https://developers.openai.com/api/docs/guides/function-calling"
_KINDS = ("function", "custom")
_SHOWN = 50


def _type_function(reading: Reading) -> Iterator[Flaw]:
    for pointer, call in raw_calls(reading):
        if call.get("type") not in _KINDS:
            yield _untyped(f"{pointer}/type", call.get("type"))
            return
    for streamed_call in streamed(reading):
        opening = streamed_call.pieces[0]
        if opening.kind not in _KINDS:
            yield _untyped(f"{opening.pointer}/type", _json(opening.kind))
            return


def _untyped(pointer: str, actual: Json) -> Flaw:
    return Flaw(pointer, "The call does not say that it is a function call.", "function", actual)


def _json(value: object) -> Json:
    return value if isinstance(value, str | int | float | bool) else None


def _function_object(reading: Reading) -> Iterator[Flaw]:
    if reading.mode is Mode.STREAMING:
        yield from _streamed_function(reading)
        return
    for pointer, call in raw_calls(reading):
        if "custom" not in call:
            yield from _incomplete(f"{pointer}/function", call.get("function"))
    for part in parts(reading):
        legacy = part.message.get("function_call") if isinstance(part.message, dict) else None
        if legacy is not None:
            yield from _incomplete(part.at("/message/function_call"), legacy)


def _incomplete(pointer: str, function: Json) -> Iterator[Flaw]:
    if not isinstance(function, dict):
        yield Flaw(pointer, "The call holds no function object.", "object", function)
        return
    if not filled(function.get("name")):
        yield _nameless(f"{pointer}/name", function.get("name"))
    if "arguments" not in function:
        yield Flaw(f"{pointer}/arguments", "The call has no arguments key.", "string", None)


def _nameless(pointer: str, actual: Json) -> Flaw:
    return Flaw(pointer, "The call has no name.", "non-empty string", actual)


def _streamed_function(reading: Reading) -> Iterator[Flaw]:
    cut = cut_short(reading)
    for call in streamed(reading):
        deltas = call.pieces
        pointer = f"{deltas[0].pointer}/function"
        if not any(filled(delta.name) for delta in deltas):
            yield _nameless(f"{pointer}/name", _json(deltas[0].name))
        if not cut and all(delta.arguments is ABSENT for delta in deltas):
            message = "No piece of the call has an arguments key."
            yield Flaw(f"{pointer}/arguments", message, "string", None)
    for legacy in reading.reply.tool_calls:
        if legacy.kind == "legacy" and not filled(legacy.name):
            yield _nameless(f"{legacy.pointer}/name", legacy.name)


def _native_call_shape(reading: Reading) -> Iterator[Flaw]:
    name_key, arguments_key = _shape(reading)
    continues = False
    for pointer, call in native_calls(reading):
        if not isinstance(call, dict):
            yield Flaw(pointer, "The call is not an object.", "object", call)
            continue
        # Vertex's fragments of one call have the name in the first only; TC921 judges them.
        goes_on, continues = continues, call.get("willContinue") is True
        if goes_on or "partialArgs" in call:
            continue
        holder, inner = (call, "")
        if reading.dialect == OLLAMA:
            holder, inner = object_of(call.get("function")), "/function"
        if not filled(holder.get(name_key)):
            yield _nameless(f"{pointer}{inner}/{name_key}", holder.get(name_key))
        elif arguments_key is not None and arguments_key not in holder:
            message = "The call has no arguments member."
            yield Flaw(f"{pointer}{inner}/{arguments_key}", message, "object", None)


def _shape(reading: Reading) -> tuple[str, str | None]:
    """Return the members every call has: the name's, and the arguments' if it must be there."""
    opened = reading.dialect == BEDROCK and reading.mode is Mode.STREAMING
    optional = reading.dialect == GEMINI or opened
    return "name", None if optional else ARGUMENTS_AT[reading.dialect].rpartition("/")[2]


def _known_tool_name(reading: Reading) -> Iterator[Flaw]:
    asked = reading.asked
    calls = reading.reply.tool_calls
    if asked is None or not calls:
        return
    names = {tool.name for tool in asked.tools}
    if not names and _offers(reading.request):
        return
    offered: list[Json] = [*sorted(names)[:_SHOWN]]
    for call in calls:
        if call.name and call.name not in names:
            pointer = name_at(reading, call)
            yield Flaw(pointer, "The called tool was not offered.", offered, call.name[:200])


def _offers(request: Json) -> bool:
    sent = object_of(request)
    return bool(sent.get("tools") or sent.get("functions"))


def _without_arguments(dialect: str, where: Place) -> None:
    for call in copies(dialect, where)[0]:
        object_of(call["function"]).pop("arguments")
    for _, payload in where if isinstance(where, list) else ():
        found = FRAGMENTS[dialect](object_of(payload))
        if found is not None:
            found[0].pop(found[1])


def _without_type(dialect: str, where: Place) -> None:
    for call in copies(dialect, where)[0]:
        call.pop("type", None)


_BOTH_SHAPES = (CHAT, COHERE_V2)
_NATIVE = (ANTHROPIC, BEDROCK, COHERE_V1, GEMINI, OLLAMA)


def _misshapen() -> Iterator[Mutation]:
    yield from planted("single_call", without("name"), _NATIVE, fault="no name")
    for dialect in _NATIVE:
        modes = tuple(Mode) if dialect != BEDROCK else (Mode.BLOCKING,)
        if dialect != GEMINI:
            missing = without("arguments")
            yield from planted("single_call", missing, (dialect,), modes, "no arguments")


RULES: tuple[Rule, ...] = (
    Rule(
        id="TC103",
        name="type-function",
        severity=dict.fromkeys(_BOTH_SHAPES, Severity.ERROR),
        statement=(
            'Each tool call says `type: "function"` ("custom" for a custom tool), in a stream in '
            "the piece that opens the call; never null, empty or absent."
        ),
        why="Typed clients refuse the call and frameworks that switch on the type drop it.",
        breaks=(
            "pydantic-ai and the Vercel AI SDK's OpenAI and Cohere providers refuse the reply, "
            "openai-node's stream helper raises; LangChain (mistral.rs#687), the llm crate of graniet "
            "(Mistral)."
        ),
        workaround="Take a call without a type for a function call.",
        source=Source("spec", "openai 3.52.0 types: type is required and constant", _GUIDE, _READ),
        check=_type_function,
        mutations=planted("single_call", changed(_without_type), _BOTH_SHAPES),
    ),
    Rule(
        id="TC104",
        name="function-object",
        severity=dict.fromkeys(_BOTH_SHAPES, Severity.ERROR),
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
        source=Source("spec", "openai 3.52.0 types: name and arguments required", _GUIDE, _READ),
        check=_function_object,
        mutations=(
            *planted("single_call", without("name"), _BOTH_SHAPES, fault="no name"),
            *planted(
                "single_call", changed(_without_arguments), _BOTH_SHAPES, fault="no arguments"
            ),
        ),
    ),
    Rule(
        id="TC107",
        name="native-call-shape",
        severity=dict.fromkeys(_NATIVE, Severity.ERROR),
        statement=(
            "A native call has its dialect's shape: Anthropic a tool_use block with a non-empty "
            "name and an input, Gemini a functionCall object with a non-empty name (args may be "
            "left out when there are none, and later fragments of one call have no name), Bedrock "
            "a toolUse with name and input (in a stream the name opens the block), Cohere's v1 an "
            "object with name and parameters, Ollama one with a function of name and arguments."
        ),
        why="SDKs pick the class by these members; a client cannot run a call without a name.",
        breaks=(
            "LangChain and ollama-python (ValidationError), the Vercel AI SDK (refuses the reply, "
            "or loses the call over Gemini), pydantic-ai over Gemini and Bedrock, "
            "llama_index over Cohere's v1; anthropic-python, google-genai and cohere-python hand on null."
        ),
        workaround="Treat a call without a name as a failed generation; read absent arguments as {}.",
        source=Source(
            "spec",
            "anthropic 2.11.0 ToolUseBlock; google-genai 3.4.0 FunctionCall; botocore 1.44.5 "
            "ToolUseBlock; cohere 7.3.1 ToolCall; ollama docs/openapi.yaml ToolCall",
            "https://platform.claude.com/docs/en/agents-and-tools/tool-use/overview",
            _READ,
        ),
        check=_native_call_shape,
        mutations=tuple(_misshapen()),
    ),
    Rule(
        id="TC115",
        name="known-tool-name",
        severity=dict.fromkeys(EVERYWHERE, Severity.WARNING),
        statement="The called name equals, byte for byte, the name of a tool in the request.",
        why=(
            "A loop that looks the tool up fails; and a name that was never offered may be a tool "
            "internal to the server that leaked. A model may invent names, so this is a warning."
        ),
        breaks="OpenHands, erato (stuck chats), naive tool loops",
        workaround="Answer an unknown name with an error result instead of raising.",
        source=Source(
            "docs",
            "Anthropic, tool use: invalid tool name; public threads, see the cases",
            "https://platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls",
            _READ,
        ),
        check=_known_tool_name,
        needs_calls=True,
        needs_request=True,
        variance=Variance("replies with a call", has_call),
        mutations=planted("single_call", named("get_wether"), EVERYWHERE),
    ),
)
