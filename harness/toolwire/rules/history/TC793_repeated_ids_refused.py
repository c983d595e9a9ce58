"""TC793: repeated-ids-refused."""

from __future__ import annotations

from typing import Final

from toolwire.dialects import Answer
from toolwire.dialects.sample import sample_arguments
from toolwire.model.conversation import (
    AssistantTurn,
    Conversation,
    ResultsTurn,
    ToolCall,
    ToolResult,
    Turn,
)
from toolwire.rules.history.probe_result import ID
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.mutate.probe_edit import later
from toolwire.rules.rule import Rule, Severity, Source, Subject
from toolwire.rules.views.probe_answer import answered, refused

#: Formats whose vendors are known to refuse it in a turn (TC743), and which have no other mark of a result's call.
_REFUSING: Final = ("anthropic-messages", "bedrock-converse")


def _twice(conversation: Conversation) -> tuple[Turn, ...]:
    calls = [ToolCall(tool.name, ID, sample_arguments(tool)) for tool in conversation.tools[:2]]
    told = zip(calls, ("18 C", "noon"), strict=True)
    results = [ToolResult(ID, call.name, content) for call, content in told]
    return AssistantTurn(None, tuple(calls)), ResultsTurn(tuple(results))


RULE = Rule(
    id="TC793",
    name="repeated-ids-refused",
    severity=dict.fromkeys(_REFUSING, Severity.WARNING),
    statement=(
        "A history in which two calls of one turn have the same id, and so their two results, is "
        "refused with a status of 400 to 499."
    ),
    why=(
        "Which result answers which call nobody can tell: a server that takes it keeps one of them, "
        "or gives the model each for the other. The vendor refuses every further request with such "
        "a history."
    ),
    breaks="clients that move a history on to Anthropic's or AWS's API",
    workaround="Give the second call another id, and its result with it.",
    source=Source(
        "api-error",
        "tool_use ids must be unique (Anthropic, claude-code#28515, litellm#23510); blocks contain duplicate "
        "Ids (Bedrock, litellm#20047)",
        "https://github.com/BerriAI/litellm/issues/20047",
        "2026-11-29",
    ),
    check=refused("A history in which two calls have one id was answered."),
    subject=Subject.PROBE,
    always=True,
    question=later(_twice),
    mutations=mutations_for("refused", answered(Answer(text="It is sunny."))),
    cases="""
Anthropic, Messages | tool_use ids must be unique | https://github.com/anthropics/claude-code/issues/28515 | read 2026-11-29
Bedrock | blocks contain duplicate Ids | https://github.com/BerriAI/litellm/issues/20047 | read 2026-11-29
""",
)
