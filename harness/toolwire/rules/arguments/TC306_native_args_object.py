"""TC306: native-args-object."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.io.json_text import dump, object_of
from toolwire.model.conversation import ToolCall
from toolwire.model.exchange import Fidelity
from toolwire.model.reply import ABSENT, Absent
from toolwire.rules.arguments.arguments import TEXT
from toolwire.rules.arguments.arguments_schema import schema_breaches
from toolwire.rules.mutate.faults import arguments, mutations_for
from toolwire.rules.rule import Mode, Reading, Rule, Severity, Shim, Source, Violation
from toolwire.rules.views.dialect_paths import call_paths
from toolwire.rules.views.native import native_calls
from toolwire.rules.views.tool_schemas import type_name


def _native_object(reading: Reading) -> Iterator[Violation]:
    path = call_paths(reading.dialect).arguments
    *outer, member = path.split("/")[1:]
    message = "The arguments are not a JSON object."
    for pointer, raw in native_calls(reading):
        holder = object_of(raw)
        if outer:
            holder = object_of(holder.get(outer[0]))
        value = holder.get(member, ABSENT)
        if isinstance(value, Absent | dict):
            continue
        if value is None and _null_is_absent(reading):
            yield from _null(reading, pointer)
            continue
        yield Violation(pointer + path, message, "object", type_name(value))
    for call in reading.reply.tool_calls:
        # Anthropic and Bedrock stream the object as text; only here it turns out to be none.
        if call.raw is not None and call.parse_error is None and not _is_input(call):
            yield Violation(call.pointer + path, message, "object", type_name(call.arguments))


def _is_input(call: ToolCall) -> bool:
    return isinstance(call.arguments, dict) or not (call.raw or "").strip()


def _null_is_absent(reading: Reading) -> bool:
    # Protobuf's JSON form reads null as the default, and writes none; dumps show absent members as null.
    return call_paths(reading.dialect).optional or reading.exchange.fidelity is Fidelity.DUMPED


def _null(reading: Reading, pointer: str) -> Iterator[Violation]:
    """Tell of a null where there are no arguments, and none that are required are lost with it (TC309)."""
    lost = any(
        breach.keyword == "required" and call.pointer == pointer
        for call, _, breach in schema_breaches(reading)
    )
    if not lost and reading.exchange.fidelity is not Fidelity.DUMPED:
        at = pointer + call_paths(reading.dialect).arguments
        message = "The arguments are null where they may be left out, or be an empty object."
        yield Violation(at, message, "object", "null", Severity.WARNING)


_OBJECTS = ("anthropic-messages", "bedrock-converse", "cohere-v1", "gemini-generate", "ollama-chat")

#: Dialects whose streams have the object as text.
_STREAMED_TEXT = ("anthropic-messages", "bedrock-converse")

RULE = Rule(
    id="TC306",
    name="native-args-object",
    severity=dict.fromkeys(_OBJECTS, Severity.ERROR),
    statement="Anthropic's and Bedrock's `input`, Gemini's `args`, Ollama's `arguments` and the "
    "`parameters` of Cohere's v1 are JSON objects, never strings; the pieces of a streamed "
    "`input` join to one object. Gemini may leave `args` out; a null there, which Google reads and "
    "does not write, is a warning.",
    why="Clients of these APIs take the value as it is and pass it on as the parameters.",
    breaks=(
        "google-genai and ollama-python (ValidationError), LangChain over Anthropic and "
        "Bedrock (ValidationError), the Vercel AI SDK (a string as input); openclaw."
    ),
    workaround="Parse a string once; refuse anything else.",
    source=Source(
        "spec",
        "anthropic 2.11.0 ToolUseBlock.input; google-genai 3.4.0 FunctionCall.args; botocore "
        "1.44.5 ToolUseBlock.input; ollama docs/openapi.yaml; cohere 7.3.1 ToolCall.parameters",
        "https://platform.claude.com/docs/en/agents-and-tools/tool-use/overview",
        "2026-11-21",
    ),
    check=_native_object,
    claims=(
        "candidates/*/content/parts/*/functionCall/args",
        "chat_history/*/tool_calls/*/parameters",
        "content/*/input",
        "content_block/input",
        "message/tool_calls/*/function/arguments",
        "output/message/content/*/toolUse/input",
        "response/chat_history/*/tool_calls/*/parameters",
        "response/tool_calls/*/parameters",
        "tool_calls/*/parameters",
    ),
    mutations=(
        *mutations_for("single_call", arguments(TEXT), modes=(Mode.BLOCKING,)),
        *mutations_for(
            "single_call", arguments(dump(TEXT).decode()), _STREAMED_TEXT, modes=(Mode.STREAMING,)
        ),
        *mutations_for(
            "single_call",
            arguments(TEXT),
            ("cohere-v1", "gemini-generate", "ollama-chat"),
            modes=(Mode.STREAMING,),
        ),
        *mutations_for("no_arguments", arguments(None), ("gemini-generate",), fault="null"),
    ),
    shim=Shim("parse_arguments_again"),
    cases="""
OpenAI-compatible providers | arguments as string where object expected | https://github.com/openclaw/openclaw/issues/40425 | PR closed 2026-03
""",
)
