"""TC053: functions-answered-with-function_call."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from toolwire.dialects import load_dialect
from toolwire.model.exchange import Exchange
from toolwire.rules.envelope.envelope import LEGACY
from toolwire.rules.mutate.faults import Change, mutations_for
from toolwire.rules.mutate.scenarios import clean
from toolwire.rules.rule import Mode, Reading, Rule, Severity, Shim, Violation


def _in_their_form(reading: Reading) -> Iterator[Violation]:
    conversation = reading.conversation
    if conversation is None or not conversation.legacy or not isinstance(reading.request, dict):
        return
    if reading.request.get("functions") is None or reading.request.get("tools") is not None:
        return
    for call in reading.reply.tool_calls:
        if call.kind != "legacy":
            message = "A request with functions is answered in tool_calls."
            yield Violation(call.pointer, message, "function_call", "tool_calls")
            return


def _in_the_new_form(name: str, mode: Mode) -> Change:
    def apply(exchange: Exchange) -> Exchange:
        return replace(exchange, response=clean(load_dialect(name), "single_call", mode).response)

    return apply


RULE = Rule(
    id="TC053",
    name="functions-answered-with-function_call",
    severity={"openai-chat": Severity.ERROR},
    statement=(
        "A request that used `functions` and no `tools` is answered in function_call, never in "
        "tool_calls."
    ),
    why="A client of the old form looks for function_call only and takes the reply for final.",
    breaks="A program that reads function_call with openai-python sees no call, and so does "
    "LangChain's OpenAIFunctionsAgentOutputParser.",
    workaround="Read tool_calls where function_call is missing, and send `tools`.",
    source=LEGACY,
    check=_in_their_form,
    needs_request=True,
    mutations=mutations_for("legacy_call", _in_the_new_form),
    shim=Shim("read_tool_calls"),
)
