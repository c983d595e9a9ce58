"""TC051: tools-answered-with-tool_calls."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.dialects.openai import names_nothing
from toolwire.model.conversation import JsonObject
from toolwire.rules.envelope.envelope import MESSAGE, TYPES, first_call
from toolwire.rules.mutate.edit import Frame, at, body, call_frames, frames, put
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Shim, Violation
from toolwire.rules.views.chat import telling_parts


def _answered_with_tool_calls(reading: Reading) -> Iterator[Violation]:
    conversation = reading.conversation
    if conversation is None or conversation.legacy or not conversation.tools:
        return
    for part in telling_parts(reading):
        call = part.message.get("function_call") if isinstance(part.message, dict) else None
        if call is not None and not names_nothing(call):
            yield Violation(
                part.at(f"/{part.key}/function_call"),
                "A request with tools is answered in function_call.",
                "absent or null",
                call,
            )
            return


def _also_function_call(value: JsonObject) -> None:
    put(value, (*MESSAGE, "function_call"), at(first_call(value), ("function",)))


def _also_function_delta(stream: list[Frame]) -> None:
    put(
        call_frames(stream)[0],
        ("choices", 0, "delta", "function_call"),
        {"name": "get_weather", "arguments": '{"location":"Paris"}'},
    )


RULE = Rule(
    id="TC051",
    name="tools-answered-with-tool_calls",
    severity={"openai-chat": Severity.ERROR},
    statement=(
        "A request that offers `tools` is answered in `tool_calls`; `function_call` is absent "
        "or null. (One that names nothing is TC105's.)"
    ),
    why="Clients written since 2023-11 do not look at function_call: the call is not run.",
    breaks=(
        "openai-node's stream helper loses the call; so does every client that reads only "
        "tool_calls."
    ),
    workaround="Read function_call as one call without an id.",
    source=TYPES,
    check=_answered_with_tool_calls,
    needs_request=True,
    mutations=(
        Mutation("openai-chat", Mode.BLOCKING, "single_call", body(_also_function_call)),
        Mutation("openai-chat", Mode.STREAMING, "single_call", frames(_also_function_delta)),
    ),
    shim=Shim("read_function_call"),
)
