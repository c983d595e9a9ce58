"""OpenAI's first form of tools, `functions`: honoured, or refused, and not mixed with the new."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from toolwire.dialects import Answer, dialect
from toolwire.model.conversation import ChoiceMode
from toolwire.model.exchange import Exchange, Mode
from toolwire.model.observation import Severity
from toolwire.model.reply import Reading
from toolwire.rules.faults import Change, planted
from toolwire.rules.probe_answer import answered
from toolwire.rules.rule import Flaw, Rule, Source
from toolwire.rules.scenarios import clean
from toolwire.rules.wires import CHAT

__all__ = ["RULES"]

_READ: Final = "2026-11-21"
_SPEC: Final = Source(
    "spec",
    "openai 3.52.0 types: `functions` and `function_call`, deprecated, answered in "
    "message.function_call with finish_reason function_call",
    "https://developers.openai.com/api/docs/guides/function-calling",
    _READ,
)


def _honoured(reading: Reading) -> Iterator[Flaw]:
    asked, reply = reading.asked, reading.reply
    if asked is None or not asked.legacy or not asked.tools or reply.tool_calls:
        return
    if asked.choice is None or asked.choice.mode is not ChoiceMode.NAMED:
        return  # left to the model, which may say nothing
    if dialect(reading.dialect).stops.get(reply.stop or "") in {"end", "tool_call"}:
        message = "The call that function_call forces did not come."
        yield Flaw(reply.stop_pointer, message, asked.choice.name, "no call")


def _in_their_form(reading: Reading) -> Iterator[Flaw]:
    asked = reading.asked
    if asked is None or not asked.legacy or not isinstance(reading.request, dict):
        return
    if reading.request.get("functions") is None or reading.request.get("tools") is not None:
        return
    for call in reading.reply.tool_calls:
        if call.kind != "legacy":
            message = "A request with functions is answered in tool_calls."
            yield Flaw(call.pointer, message, "function_call", "tool_calls")
            return


def _in_the_new_form(name: str, mode: Mode) -> Change:
    def apply(exchange: Exchange) -> Exchange:
        return replace(exchange, response=clean(dialect(name), "single_call", mode).response)

    return apply


RULES: tuple[Rule, ...] = (
    Rule(
        id="TC052",
        name="legacy-functions-honoured-or-refused",
        severity={CHAT: Severity.WARNING},
        statement=(
            "A request with `functions` whose `function_call` names one is answered with that call, "
            "or refused. Words instead mean that the functions were dropped, or the force was; an "
            "audit tells which by the tokens of the prompt, and asks the forced request wherever a "
            "call that was left to the model did not come."
        ),
        why="An old agent loses its tools without an error, and shows words that know of none.",
        breaks="A program that reads function_call with openai-python sees no call.",
        workaround="Send `tools`.",
        source=_SPEC,
        check=_honoured,
        needs_request=True,
        mutations=planted("legacy_forced", answered(Answer(text="It is sunny."))),
    ),
    Rule(
        id="TC053",
        name="functions-answered-with-function_call",
        severity={CHAT: Severity.ERROR},
        statement=(
            "A request that used `functions` and no `tools` is answered in function_call, never in "
            "tool_calls."
        ),
        why="A client of the old form looks for function_call only and takes the reply for final.",
        breaks="A program that reads function_call with openai-python sees no call, and so does "
        "LangChain's OpenAIFunctionsAgentOutputParser.",
        workaround="Read tool_calls where function_call is missing, and send `tools`.",
        source=_SPEC,
        check=_in_their_form,
        needs_request=True,
        mutations=planted("legacy_call", _in_the_new_form),
    ),
)
