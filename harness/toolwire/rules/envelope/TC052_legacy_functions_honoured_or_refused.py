"""TC052: legacy-functions-honoured-or-refused."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.dialects import Answer, load_dialect
from toolwire.model.conversation import ChoiceMode
from toolwire.rules.envelope.envelope import LEGACY
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Violation
from toolwire.rules.views.probe_answer import answered


def _honoured(reading: Reading) -> Iterator[Violation]:
    conversation, reply = reading.conversation, reading.reply
    if (
        conversation is None
        or not conversation.legacy
        or not conversation.tools
        or reply.tool_calls
    ):
        return
    if conversation.choice is None or conversation.choice.mode is not ChoiceMode.NAMED:
        return  # left to the model, which may say nothing
    if load_dialect(reading.dialect).stops.get(reply.stop or "") in {"end", "tool_call"}:
        message = "The call that function_call forces did not come."
        yield Violation(reply.stop_pointer, message, conversation.choice.name, "no call")


RULE = Rule(
    id="TC052",
    name="legacy-functions-honoured-or-refused",
    severity={"openai-chat": Severity.WARNING},
    statement=(
        "A request with `functions` whose `function_call` names one is answered with that call, "
        "or refused. Words instead mean that the functions were dropped, or the force was; an "
        "audit tells which by the tokens of the prompt, and asks the forced request wherever a "
        "call that was left to the model did not come."
    ),
    why="An old agent loses its tools without an error, and shows words that know of none.",
    breaks="A program that reads function_call with openai-python sees no call.",
    workaround="Send `tools`.",
    source=LEGACY,
    check=_honoured,
    needs_request=True,
    mutations=mutations_for("legacy_forced", answered(Answer(text="It is sunny."))),
    cases="""
OrcaRouter-Lite | functions/function_call silently stripped | https://github.com/Continuum-AI-Corp/OrcaRouter-Lite/issues/131 | issue open 2026-09
Azure OpenAI | function_call without functions rejected | https://github.com/Azure-Samples/azure-search-openai-demo/issues/1175 | PR merged 2024-01
""",
)
