"""TC724: unknown-call-id-refused."""

from __future__ import annotations

from typing import Final

from toolwire.dialects import Answer
from toolwire.model.conversation import AssistantTurn, Conversation, ResultsTurn, ToolResult, Turn
from toolwire.rules.history.probe_result import ID, PAIRED, READ
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.mutate.probe_edit import later
from toolwire.rules.rule import Rule, Severity, Source, Subject
from toolwire.rules.views.probe_answer import answered, refused

_KNOWN_CALLS: Final = (*PAIRED, "cohere-v2")


def _orphan(conversation: Conversation) -> tuple[Turn, ...]:
    result = ToolResult(ID, conversation.tools[0].name, "18 C and sunny")
    return AssistantTurn("I know it already."), ResultsTurn((result,))


RULE = Rule(
    id="TC724",
    name="unknown-call-id-refused",
    severity={**dict.fromkeys(_KNOWN_CALLS, Severity.WARNING), "ollama-chat": Severity.INFO},
    statement=(
        "A tool result whose id no call of the history has is refused with a status of 400 to "
        "499. Ollama pairs by place and does not look at ids: there it is reported only."
    ),
    why=(
        "Taken in silence, it hides a history that was cut between a call and its result; the "
        "same history then fails with the next provider."
    ),
    breaks="clients that move a history on to OpenAI's, Anthropic's, Cohere's or AWS's API",
    workaround="Drop results whose call is gone before the history goes out.",
    source=Source(
        "api-error",
        "OpenAI: a message of role tool must be a response to a preceding message with "
        "tool_calls; Responses: no tool call found; Anthropic: unexpected tool_use_id; "
        "Cohere: tool call id not found in previous tool calls",
        "https://github.com/run-llama/llama_index/issues/10493",
        READ,
    ),
    check=refused("A result of a call that nobody made was answered."),
    subject=Subject.PROBE,
    always=True,
    question=later(_orphan),
    mutations=mutations_for("refused", answered(Answer(text="It is sunny."))),
)
