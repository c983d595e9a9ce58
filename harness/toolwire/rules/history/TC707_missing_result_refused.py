"""TC707: missing-result-refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects import Answer, load_dialect
from toolwire.dialects.sample import sample_arguments
from toolwire.model.conversation import AssistantTurn, Conversation, ToolCall, Turn, UserTurn
from toolwire.rules.history.probe_result import ID, PAIRED, READ
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.mutate.probe_edit import later
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Violation
from toolwire.rules.views.probe_answer import answered, refused
from toolwire.rules.views.request_model import bare_model

#: Formats whose vendors refuse such a history.
_REFUSED: Final = (*PAIRED, "cohere-v2")
_WANTED: Final = refused("A history in which a call has no result was answered.")


def _unanswered(conversation: Conversation) -> tuple[Turn, ...]:
    tool = conversation.tools[0]
    call = ToolCall(tool.name, ID, sample_arguments(tool))
    return AssistantTurn(None, (call,)), UserTurn("And what did it say?")


def _refused(reading: Reading) -> Iterator[Violation]:
    form = load_dialect(reading.dialect).wire.request
    lenient = form is not None and bare_model(reading).startswith(form.without_result)
    milder = Severity.INFO if lenient else None
    for one in _WANTED(reading):
        yield Violation(one.pointer, one.message, one.expected, one.actual, milder)


RULE = Rule(
    id="TC707",
    name="missing-result-refused",
    severity={
        **dict.fromkeys(_REFUSED, Severity.WARNING),
        "ollama-chat": Severity.INFO,
    },
    statement=(
        "A history in which a call has no result is refused with a status of 400 to 499. The "
        "vendors' texts name the id; whether another server's does is not judged. Cohere's "
        "Command R answers, and Ollama pairs by place: there it is an info."
    ),
    why="Taken in silence, it hides that a result was lost, and the model invents one.",
    breaks="clients that move on to a vendor's API",
    workaround="Answer every call before the next words, if need be with an error result.",
    source=Source(
        "api-error",
        "OpenAI and Anthropic: see the cases; Responses: no tool output found; Bedrock: "
        "expected toolResult blocks; Gemini: as many responses as calls",
        "https://platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls",
        READ,
    ),
    check=_refused,
    subject=Subject.PROBE,
    always=True,
    question=later(_unanswered),
    mutations=mutations_for("refused", answered(Answer(text="It is sunny."))),
    cases="""
MiMo 2.5 Pro, Kimi on proxies | same id for two distinct calls; result pairing collapses | https://github.com/can1357/oh-my-pi/issues/2055 | issue closed 2026-06 (#2057 merged)
Cohere (Command A) | refused; Command R answers | https://github.com/oracle/langchain-oracle/issues/10 | read 2026-11-29
LiteLLM / OpenAI | assistant tool_calls not followed by all tool messages | https://github.com/BerriAI/litellm/issues/28995 | issue closed 2026-05
OpenAI | missing tool_call_id response | https://github.com/agno-agi/agno/issues/4345 | issue closed 2025-08
Anthropic | tool_use without tool_result immediately after | https://github.com/anthropics/claude-code/issues/1237 | issue closed 2025-05; many duplicates (#5989, #2697, #1577...)
Vertex (Claude) | same | https://github.com/Kilo-Org/kilocode/issues/5163 | issue open 2026-01
Anthropic / DeepSeek-Anthropic | input_schema without oneOf/allOf/anyOf at top level | https://github.com/Hmbown/Codewhale/issues/4329 | issue closed 2026-07
""",
)
