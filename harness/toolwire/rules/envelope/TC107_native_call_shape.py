"""TC107: native-call-shape."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.io.json_text import object_of, string_of
from toolwire.model.conversation import JsonObject
from toolwire.rules.envelope.envelope import nameless, unnamed
from toolwire.rules.mutate.faults import mutations_for, without
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Source, Violation
from toolwire.rules.views.dialect_paths import call_paths
from toolwire.rules.views.native import native_calls

#: What is said of arguments without a name, behind a name without arguments.
_IN_PIECES: Final = "A call comes in pieces, and the format has whole calls."


def _native_call_shape(reading: Reading) -> Iterator[Violation]:
    name_key, arguments_key = _shape(reading)
    paths = call_paths(reading.dialect)
    whole = reading.mode is Mode.STREAMING and paths.opened_whole and paths.fragment is None
    begun = continues = False
    for pointer, call in native_calls(reading):
        if not isinstance(call, dict):
            yield Violation(pointer, "The call is not an object.", "object", call)
            continue
        # Vertex's fragments of one call have the name in the first only; TC921 judges them.
        goes_on, continues = continues, call.get("willContinue") is True
        if goes_on or "partialArgs" in call:
            continue
        inner = paths.name.rpartition("/")[0]
        holder = object_of(call.get(inner[1:])) if inner else call
        if name_key not in holder and string_of(object_of(holder.get("function")).get("name")):
            message = "The call has the form of OpenAI's: its name stands in `function`."
            yield Violation(f"{pointer}{inner}/{name_key}", message, "a name", None)
            continue
        if unnamed(reading, holder.get(name_key)):
            at, name = f"{pointer}{inner}/{name_key}", holder.get(name_key)
            piece = begun and whole and not _is_hollow(reading, holder)
            yield Violation(at, _IN_PIECES, "a whole call", name) if piece else nameless(at, name)
            continue
        begun = _is_hollow(reading, holder)
        if arguments_key is not None and arguments_key not in holder:
            message = "The call has no arguments member."
            yield Violation(f"{pointer}{inner}/{arguments_key}", message, "object", None)


def _is_hollow(reading: Reading, holder: JsonObject) -> bool:
    """Return whether a call has nothing where its arguments belong, as one whose pieces are to come."""
    return not holder.get(call_paths(reading.dialect).arguments.rpartition("/")[2])


def _shape(reading: Reading) -> tuple[str, str | None]:
    """Return the members every call has: the name's, and the arguments' if it must be there."""
    paths = call_paths(reading.dialect)
    opened = reading.mode is Mode.STREAMING and not paths.opened_whole
    optional = paths.optional or opened
    return "name", None if optional else paths.arguments.rpartition("/")[2]


_NATIVE = ("anthropic-messages", "bedrock-converse", "cohere-v1", "gemini-generate", "ollama-chat")


def _misshapen() -> Iterator[Mutation]:
    yield from mutations_for("single_call", without("name"), _NATIVE, fault="no name")
    for dialect in _NATIVE:
        modes = tuple(Mode) if dialect != "bedrock-converse" else (Mode.BLOCKING,)
        if dialect != "gemini-generate":
            missing = without("arguments")
            yield from mutations_for("single_call", missing, (dialect,), modes, "no arguments")


RULE = Rule(
    id="TC107",
    name="native-call-shape",
    severity=dict.fromkeys(_NATIVE, Severity.ERROR),
    statement=(
        "A native call has its dialect's shape: Anthropic a tool_use block with a non-empty name "
        "and an input, Gemini a functionCall object with a non-empty name (args may be left out, "
        "and later fragments have no name), Bedrock a toolUse with name and input (in a stream the "
        "name opens the block), Cohere's v1 an object with name and parameters, Ollama one with a "
        "function of name and arguments."
    ),
    why="SDKs pick the class by these members; a client cannot run a call without a name.",
    breaks=(
        "LangChain and ollama-python (ValidationError), the Vercel AI SDK (refuses the reply, or "
        "loses the call over Gemini), pydantic-ai over Gemini and Bedrock, llama_index over "
        "Cohere's v1; anthropic-python, google-genai and cohere-python hand on null."
    ),
    workaround="Treat a call without a name as a failed generation; read absent arguments as {}.",
    source=Source(
        "spec",
        "anthropic 2.11.0 ToolUseBlock; google-genai 3.4.0 FunctionCall; botocore 1.44.5 "
        "ToolUseBlock; cohere 7.3.1 ToolCall; ollama docs/openapi.yaml ToolCall",
        "https://platform.claude.com/docs/en/agents-and-tools/tool-use/overview",
        "2026-11-21",
    ),
    check=_native_call_shape,
    claims=(
        "candidates/*/content/parts/*/functionCall/name",
        "candidates/*/content/parts/*/functionCall=type",
        "chat_history/*/tool_calls/*/name",
        "content/*/name",
        "content_block/name",
        "message/tool_calls/*/function/name",
        "message/tool_calls/*=type",
        "output/message/content/*/toolUse/name",
        "output/message/content/*/toolUse=type",
        "response/chat_history/*/tool_calls/*/name",
        "response/tool_calls/*/name",
        "response/tool_calls/*=type",
        "start/toolUse/name",
        "start/toolUse=type",
        "tool_calls/*/name",
        "tool_calls/*=type",
    ),
    mutations=tuple(_misshapen()),
)
