"""TC301: arguments-is-string."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.model.conversation import Json
from toolwire.model.reply import Absent
from toolwire.rules.arguments.arguments import ERROR, TYPES, VALUE, calls
from toolwire.rules.mutate.edit import Frame
from toolwire.rules.mutate.faults import mutations_for, raw_arguments, streaming
from toolwire.rules.rule import Mode, Reading, Rule, Severity, Shim, Violation
from toolwire.rules.views.dialect_paths import arguments_at, call_paths, fragment_at
from toolwire.rules.views.pieces import is_text
from toolwire.rules.views.places import any_again
from toolwire.rules.views.tool_schemas import type_name


def _is_string(reading: Reading) -> Iterator[Violation]:
    message = "The arguments are not a string."
    for delta in reading.deltas:
        if not is_text(delta.arguments):
            found = None if isinstance(delta.arguments, Absent) else delta.arguments
            yield Violation(fragment_at(reading, delta), message, "string", type_name(found))
            return
        if delta.arguments is None and not call_paths(reading.dialect).null_fragment:
            at = fragment_at(reading, delta)
            yield Violation(at, message, "string", "null", Severity.WARNING)
            return
    # The finished items of a Responses stream have the arguments once more.
    if reading.mode is Mode.BLOCKING or any_again(reading.dialect):
        for call in calls(reading):
            if call.raw is None and call.arguments is not None:
                at = arguments_at(reading, call)
                yield Violation(at, message, "string", type_name(call.arguments))


def _null_last(stream: list[Frame]) -> None:
    """Put a piece without arguments behind the others, with null for them."""
    end = next(n for n, (kind, _) in enumerate(stream) if kind == "tool-call-end")
    empty: Json = {"message": {"tool_calls": {"function": {"arguments": None}}}}
    piece: Json = {"type": "tool-call-delta", "index": 0, "delta": empty}
    stream.insert(end, ("tool-call-delta", piece))


RULE = Rule(
    id="TC301",
    name="arguments-is-string",
    severity=ERROR,
    statement="`arguments` is a JSON string, never an object, in messages and in every delta. Over "
    "Cohere null in a delta is a warning; OpenAI's deltas may have it.",
    why="SDK models declare a string and hand it to a JSON parser; pieces of a stream "
    "cannot be joined when they are not text.",
    breaks=(
        "LangChain (ValidationError, TypeError), pydantic-ai and the Vercel AI SDK (refuse "
        "the reply), openai-python's stream helpers (TypeError, or the arguments lost); typed "
        "Go clients such as picoclaw. A null in a delta of Cohere's: LangChain (TypeError), and "
        "the Vercel AI SDK loses the call or refuses the event."
    ),
    workaround="Serialise the value again when it is not a string, before handing it on.",
    source=TYPES,
    check=_is_string,
    claims=(
        "choices/*/delta/tool_calls/*/function/arguments",
        "choices/*/message/tool_calls/*/function/arguments",
        "delta/message/tool_calls/function/arguments",
        "function_call_arguments.delta:delta",
        "item/arguments",
        "message/tool_calls/*/function/arguments",
        "output/*/arguments",
        "response/output/*/arguments",
    ),
    needs_calls=True,
    mutations=(
        *mutations_for("single_call", raw_arguments(VALUE)),
        streaming("cohere-v2", _null_last, "null in a piece"),
    ),
    shim=Shim("serialise_arguments"),
    cases="""
OpenAI-compatible provider | arguments as raw object | https://github.com/sipeed/picoclaw/issues/1379 | PR closed 2026-03 (#1287)
llama.cpp | server returned arguments as object | https://github.com/ggml-org/llama.cpp/issues/20198 | issue closed 2026-03
Ollama /v1 vs native | user surprised that /v1 has string, native has object | https://github.com/ollama/ollama/issues/6155 | issue open 2024-08
TGI | arguments object; id always "0" | https://github.com/huggingface/text-generation-inference/issues/2954 | PR closed 2025-02
TGI | arguments dict breaks OpenAI parser | https://github.com/langchain-ai/langchain/issues/27523 | PR closed 2024-10 (#26777)
""",
)
