"""TC105: no-empty-tool_calls."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.dialects.openai import names_nothing
from toolwire.rules.envelope.envelope import MESSAGE
from toolwire.rules.mutate.edit import Frame, body, frames, put
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Shim, Violation
from toolwire.rules.views.chat import telling_parts


def _no_empty_tool_calls(reading: Reading) -> Iterator[Violation]:
    for part in telling_parts(reading):
        message = part.message if isinstance(part.message, dict) else {}
        if message.get("tool_calls") == []:
            pointer = part.at(f"/{part.key}/tool_calls")
            yield Violation(pointer, "tool_calls is there and empty.", "absent or null", [])
            return
        # A piece of a call may be empty; where no call came, it is none of one.
        if names_nothing(message.get("function_call")) and not _called_as_before(reading):
            pointer = part.at(f"/{part.key}/function_call")
            said = "function_call is there and names nothing."
            yield Violation(pointer, said, "absent or null", message["function_call"])
            return


def _called_as_before(reading: Reading) -> bool:
    """Return whether a call came in the older `function_call`."""
    return any(call.kind == "legacy" for call in reading.reply.tool_calls)


def _empty_deltas(stream: list[Frame]) -> None:
    for _, payload in stream:
        if isinstance(payload, dict) and payload.get("choices"):
            put(payload, ("choices", 0, "delta", "tool_calls"), [])
            return


RULE = Rule(
    id="TC105",
    name="no-empty-tool_calls",
    severity={"openai-chat": Severity.WARNING},
    statement=(
        "When no tool is called `tool_calls` is absent or null, in the message and in every "
        "delta, and never an empty array; nor is there a `function_call` without name and "
        "arguments."
    ),
    why="Adapters test for the key and open a tool block that nothing fills.",
    breaks="LiteLLM's Anthropic adapter (Claude Code shows nothing), opencode-cmd-provider",
    workaround="Test the length of tool_calls, not its presence.",
    check=_no_empty_tool_calls,
    mutations=(
        Mutation(
            "openai-chat",
            Mode.BLOCKING,
            "plain_text",
            body(lambda value: put(value, (*MESSAGE, "tool_calls"), [])),
        ),
        Mutation("openai-chat", Mode.STREAMING, "plain_text", frames(_empty_deltas)),
    ),
    shim=Shim("drop_if_empty", (("member", "tool_calls"),)),
    cases="""
GLM-5.3 gateway | usage on every chunk; client took it as end | https://github.com/rashidrazak/opencode-cmd-provider/issues/213 | PR merged 2026-09
vLLM -> LiteLLM | tool_calls [] on text chunks turned into empty input_json_delta | https://github.com/BerriAI/litellm/issues/29286 | issue open 2026-05
""",
)
