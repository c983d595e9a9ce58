"""TC102: tool_calls-is-array."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.io.json_text import object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.envelope.envelope import MESSAGE, TYPES, first_call
from toolwire.rules.mutate.edit import Frame, at, body, call_frames, frames, put
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Shim, Violation
from toolwire.rules.views.chat import telling_parts
from toolwire.rules.views.dialect_paths import call_paths
from toolwire.rules.views.places import find_fragment


def _tool_calls_is_array(reading: Reading) -> Iterator[Violation]:
    if call_paths(reading.dialect).find is not None:
        yield from _message_calls_are_array(reading)
    for part in telling_parts(reading):
        message = part.message
        calls = message.get("tool_calls") if isinstance(message, dict) else None
        if calls is not None and not isinstance(calls, list):
            pointer = part.at(f"/{part.key}/tool_calls")
            yield Violation(pointer, "tool_calls is not an array.", "array", _short(calls))
            return


def _message_calls_are_array(reading: Reading) -> Iterator[Violation]:
    """Judge the one message of a body, or of each of Ollama's lines.

    The events of Cohere's v2 have one object there by design (TC923).
    """
    bodies: list[tuple[str, object]] = [("", reading.body)]
    if find_fragment(reading.dialect) is None:
        bodies += [(f"event[{event.number}]", event.json) for event in reading.events]
    for root, value in bodies:
        message = value.get("message") if isinstance(value, dict) else None
        calls = message.get("tool_calls") if isinstance(message, dict) else None
        if calls is not None and not isinstance(calls, list):
            pointer = f"{root}/message/tool_calls"
            yield Violation(pointer, "tool_calls is not an array.", "array", _short(calls))
            return


def _short(value: Json) -> str:
    return "object" if isinstance(value, dict) else type(value).__name__


def _object_calls(value: JsonObject) -> None:
    put(value, (*MESSAGE, "tool_calls"), first_call(value))


def _object_deltas(stream: list[Frame]) -> None:
    for chunk in call_frames(stream):
        put(chunk, ("choices", 0, "delta", "tool_calls"), _delta_call(chunk))


def _lone_call(value: JsonObject) -> None:
    put(value, ("message", "tool_calls"), at(value, ("message", "tool_calls", 0)))


def _delta_call(chunk: JsonObject) -> Json:
    return at(chunk, ("choices", 0, "delta", "tool_calls", 0))


RULE = Rule(
    id="TC102",
    name="tool_calls-is-array",
    severity={
        "openai-chat": Severity.ERROR,
        "cohere-v2": Severity.ERROR,
        "ollama-chat": Severity.ERROR,
    },
    statement="`tool_calls` is an array, in the message and in every delta. (The events of "
    "Cohere's v2 have one object there.)",
    why="Typed SDK models refuse an object there, and loops iterate over its keys.",
    breaks=(
        "openai-python, openai-node and LangChain (TypeError), pydantic-ai and the Vercel AI "
        "SDK (refuse the reply), ollama-python (ValidationError); huggingface_hub over Text "
        "Generation Inference before 3.0."
    ),
    workaround="Wrap a lone object in an array.",
    source=TYPES,
    check=_tool_calls_is_array,
    claims=(
        "choices/*/delta/tool_calls",
        "choices/*/message/tool_calls",
        "message/tool_calls=type",
    ),
    mutations=(
        Mutation("openai-chat", Mode.BLOCKING, "single_call", body(_object_calls)),
        Mutation("openai-chat", Mode.STREAMING, "single_call", frames(_object_deltas)),
        Mutation("cohere-v2", Mode.BLOCKING, "single_call", body(_lone_call)),
        Mutation("ollama-chat", Mode.BLOCKING, "single_call", body(_lone_call)),
        Mutation(
            "ollama-chat",
            Mode.STREAMING,
            "single_call",
            frames(lambda stream: _lone_call(object_of(stream[0][1]))),
        ),
    ),
    shim=Shim("wrap_in_array", (("member", "tool_calls"),)),
    cases="""
TGI 2.4.1 | delta.tool_calls is an object, id "", name null, role repeated on every chunk, chunk id "" | https://github.com/huggingface/text-generation-inference/issues/2794 | issue open 2024-12
""",
)
