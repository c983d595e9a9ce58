"""TC792: written-arguments-refused."""

from __future__ import annotations

from typing import Final

from toolwire.dialects import Answer
from toolwire.dialects.sample import sample_arguments
from toolwire.io.json_text import dump
from toolwire.model.conversation import (
    AssistantTurn,
    Conversation,
    JsonObject,
    ResultsTurn,
    ToolCall,
    ToolResult,
    Turn,
)
from toolwire.rules.history.probe_result import ID
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.mutate.probe_edit import in_dialect, later
from toolwire.rules.rule import Rule, Severity, Source, Subject
from toolwire.rules.views.dialect_paths import call_paths
from toolwire.rules.views.probe_answer import answered, refused
from toolwire.rules.views.request_steps import request_form

#: Formats in which arguments are a value, and whose vendors refuse a text (TC721).
_OF_VALUES: Final = ("anthropic-messages", "bedrock-converse", "gemini-generate")


def _round(conversation: Conversation) -> tuple[Turn, ...]:
    tool = conversation.tools[0]
    call = ToolCall(tool.name, ID, sample_arguments(tool))
    return AssistantTurn(None, (call,)), ResultsTurn((ToolResult(ID, tool.name, "18 C"),))


@in_dialect
def _written(name: str, body: JsonObject) -> None:
    later(_round)(name)(body)
    member = call_paths(name).arguments[1:]
    call = [one.value for step in request_form(name).history(body) for one in step.calls][-1]
    call[member] = dump(call[member]).decode()


RULE = Rule(
    id="TC792",
    name="written-arguments-refused",
    severity=dict.fromkeys(_OF_VALUES, Severity.WARNING),
    statement=(
        "A history in which the arguments of a call are a text of JSON, where the format has an "
        "object, is refused with a status of 400 to 499."
    ),
    why=(
        "OpenAI's format has a text there, so gateways and clients that translate send one. Taken "
        "in silence, it stays in the history, and the vendor then refuses every further request "
        "(TC721)."
    ),
    breaks="clients that move a history on to Anthropic's, Google's or AWS's API",
    workaround="Parse the arguments before the history goes out.",
    source=Source(
        "api-error",
        "tool_use.input: Input should be a valid dictionary (Anthropic, voltagent#1336); the format of the "
        "value at toolUse.input is invalid (Bedrock, vercel/ai#19023); args is a Struct (Gemini)",
        "https://github.com/anthropics/claude-code/issues/6696",
        "2026-11-29",
    ),
    check=refused("A history in which arguments are a text was answered."),
    subject=Subject.PROBE,
    always=True,
    question=_written,
    mutations=mutations_for("refused", answered(Answer(text="It is sunny."))),
    cases="""
Anthropic | string/null inputs coerced | https://github.com/librefang/librefang/issues/1476 | PR merged 2026-03
Anthropic | tool_use.input replayed as non-object | https://github.com/anthropics/anthropic-sdk-typescript/issues/648 | issue closed 2024-12
""",
)
