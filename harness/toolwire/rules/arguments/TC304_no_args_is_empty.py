"""TC304: no-args-is-{}."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import ToolCall
from toolwire.rules.arguments.arguments import ERROR, calls
from toolwire.rules.mutate.faults import arguments, legacy_arguments, mutations_for, raw_arguments
from toolwire.rules.rule import Mode, Reading, Rule, Shim, Violation
from toolwire.rules.views.chat import parts, raw_calls
from toolwire.rules.views.dialect_paths import arguments_at, call_paths, cut_short
from toolwire.rules.views.memoize import memoize
from toolwire.rules.views.native import native_calls
from toolwire.rules.views.pieces import pieces_of


def _empty_is_object(reading: Reading) -> Iterator[Violation]:
    for call in calls(reading):
        if call.arguments is not None or (call.raw is not None and call.raw.strip()):
            continue
        pieces = pieces_of(reading, call)
        # A piece before the one that opens its call is TC923's.
        if pieces.all_text and pieces.text.strip() and reading.mode is Mode.STREAMING:
            continue
        if not cut_short(reading) and _there(reading, call) and pieces.all_text:
            at, lost = arguments_at(reading, call), _needs_some(reading, call)
            if lost and reading.mode is Mode.STREAMING:
                message = "No piece of the arguments came, though the tool requires some."
                yield Violation(at, message, "the arguments", call.raw)
            elif lost:
                message = "The arguments are empty, though the tool requires some."
                yield Violation(at, message, "the arguments", call.raw)
            else:
                message = "The arguments are empty where an empty object belongs."
                yield Violation(at, message, "{}", call.raw)


def _needs_some(reading: Reading, call: ToolCall) -> bool:
    """Return whether the tool of a call requires arguments: an empty object is none of them."""
    tools = () if reading.conversation is None else reading.conversation.tools
    schemas = (object_of(tool.parameters) for tool in tools if tool.name == call.name)
    return any(items_of(schema.get("required")) for schema in schemas)


def _there(reading: Reading, call: ToolCall) -> bool:
    """Return whether the wire has an arguments member for a call; TC104 reports if not."""
    if call.raw is not None:
        return True
    if reading.mode is Mode.STREAMING:
        return pieces_of(reading, call).there
    if call.kind == "legacy":
        holders = (object_of(object_of(p.message).get("function_call")) for p in parts(reading))
        return any("arguments" in holder for holder in holders)
    return call.pointer in _with_arguments(reading)


@memoize
def _with_arguments(reading: Reading) -> frozenset[str]:
    """Return the pointers of the calls of a body that have an arguments member."""
    if call_paths(reading.dialect).arguments == "/arguments":
        held = ((at, object_of(raw)) for at, raw in native_calls(reading))
    else:
        held = ((at, object_of(raw.get("function"))) for at, raw in raw_calls(reading))
    return frozenset(at for at, holder in held if "arguments" in holder)


RULE = Rule(
    id="TC304",
    name="no-args-is-{}",
    severity=ERROR,
    statement='A call without arguments has the arguments "{}": neither "" nor null, also '
    "once a stream is put together. (A call without the member at all is TC104's.)",
    why="A JSON parser throws on the empty string: the run aborts, the call is dropped, or "
    "the model repeats it for ever. Most threads of any argument defect are about this.",
    breaks=(
        "openai-agents-js, LangChain (langchain#34242, TypeError on null), pydantic-ai and "
        "the Vercel AI SDK (refuse null), SillyTavern, aichat, Brave Leo, "
        "oai-compatible-copilot."
    ),
    workaround="Read empty and null arguments as {}.",
    check=_empty_is_object,
    needs_calls=True,
    mutations=(
        *mutations_for("no_arguments", arguments(""), fault="the empty string"),
        *mutations_for(
            "legacy_call", legacy_arguments(""), ("openai-chat",), fault="the empty string"
        ),
        *mutations_for("no_arguments", raw_arguments(None), modes=(Mode.BLOCKING,), fault="null"),
    ),
    shim=Shim("default_arguments", (("value", "{}"), ("instead_of", ["", "null"]))),
    cases="""
aggregator gateways | stream: name with empty arguments then finish tool_calls; stream=false complete | https://github.com/router-for-me/CLIProxyAPI/issues/5338 | PR open 2026-08
Anthropic via AI SDK | arguments "" for no-arg tool | https://github.com/openai/openai-agents-js/issues/664 | issue closed (stale) 2025-11
OpenRouter / DeepSeek-R1 | arguments "" for no-arg tool | https://github.com/SillyTavern/SillyTavern/issues/4083 | fixed by #4084 2025-06
various | empty string arguments | https://github.com/brave/brave-browser/issues/56601 | issue closed 2026-06
GLM-5.2 via OpenRouter | arguments "" for no-parameter tools | https://github.com/Lexus2016/hermes-agent-evolution/issues/1170 | PR merged 2026-07
various | arguments "" | https://github.com/sigoden/aichat/issues/1217 | PR merged 2025-03
Bedrock | empty or quoted-empty toolUse input | https://github.com/aws-samples/bedrock-engineer/issues/188 | PR merged 2025-07
OpenAI | arguments "" and "null" crash tool dispatch | https://github.com/supermemoryai/supermemory/issues/1612 | PR open 2026-08
vLLM-like (chatcmpl-tool ids) | arguments null | https://github.com/langchain-ai/langchain/issues/34242 | PR merged 2025-12
Anthropic stream adapters | no input_json_delta for tools without parameters -> buffer "" | https://github.com/JohnnyZ93/oai-compatible-copilot/issues/151 | PR merged 2026-02
vLLM 0.6.5 (hermes) | stream omits arguments for {} while non-stream has them | https://github.com/vllm-project/vllm/issues/11392 | issue closed (stale) 2024-12
""",
)
