"""TC601: required-forces-call."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.model.conversation import ChoiceMode, Conversation, Tool
from toolwire.rules.choice.choices import FORCING, OPENAI, WORKAROUND, choice, ignored
from toolwire.rules.rule import Reading, Rule, Severity, Shim, Violation
from toolwire.rules.views.limit import left_out
from toolwire.rules.views.tools_used import is_declined, uses_other_tools


def _required(reading: Reading) -> Iterator[Violation]:
    mode, _ = choice(reading)
    called = reading.reply.tool_calls or mode is not ChoiceMode.REQUIRED
    # A call that was cut and left out, with a word that the reply is whole, is TC422's.
    called = called or left_out(reading)
    if not called and not uses_other_tools(reading) and not is_declined(reading):
        message = "A call was required and none came."
        yield Violation(reading.reply.stop_pointer, message, "at least one call", 0)


def _none(_conversation: Conversation) -> tuple[Tool, ...]:
    return ()


RULE = Rule(
    id="TC601",
    name="required-forces-call",
    severity=dict.fromkeys((*FORCING, "cohere-v2", "bedrock-converse"), Severity.ERROR),
    statement=(
        "With a required tool choice a finished reply has at least one call; calls of tools "
        "that the provider runs or has built in count."
    ),
    why="Structured extraction relies on it: the text that comes instead is taken for data.",
    breaks=(
        "LangChain's structured output (None), openai-python's parse helper (nothing parsed), "
        "instructor and pydantic-ai (raise)."
    ),
    workaround=WORKAROUND,
    source=OPENAI,
    check=_required,
    needs_request=True,
    needs_choice=True,
    mutations=ignored("required_choice", _none, (*FORCING, "cohere-v2", "bedrock-converse")),
    shim=Shim("check_tool_choice"),
    cases="""
vLLM (gemma4) | required -> prose only, finish tool_calls, tool_calls [] | https://github.com/vllm-project/vllm/issues/53363 | issue open 2026-08
vLLM (gpt-oss-120b) | required silently ignored: prose, finish stop | https://github.com/vllm-project/vllm/issues/44216 | issue open 2026-06
vLLM 0.26 (gemma4) | named forced choice ignored; required and strict likewise | https://github.com/vllm-project/vllm/issues/50477 | issue open 2026-07/08 (worked on 0.21)
vLLM | required + stream duplicates text state | https://github.com/vllm-project/vllm/issues/24509 | issue closed 2025-09
""",
)
