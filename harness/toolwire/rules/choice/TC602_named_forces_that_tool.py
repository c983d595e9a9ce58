"""TC602: named-forces-that-tool."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.model.conversation import ChoiceMode, Conversation, Tool
from toolwire.rules.choice.choices import NAMING, OPENAI, WORKAROUND, choice, ignored
from toolwire.rules.rule import Reading, Rule, Severity, Shim, Violation
from toolwire.rules.views.cut_names import behind_prefix
from toolwire.rules.views.limit import left_out
from toolwire.rules.views.request_definitions import client_calls, is_function
from toolwire.rules.views.spelling import folded
from toolwire.rules.views.tools_used import is_declined, uses_other_tools

_CUT: Final = "The name of the tool demanded came as a piece of it."
_MORE: Final = "The name of the tool demanded came with something before it."
_SPELLED: Final = "The name of the tool demanded came spelled otherwise."
_OF_NOBODY: Final = "The call that was demanded came by a name that no tool of the request has."
_ANOTHER: Final = "Another tool was called than the one demanded."


def _named(reading: Reading) -> Iterator[Violation]:
    mode, name = choice(reading)
    if mode is not ChoiceMode.NAMED:
        return
    legacy = reading.conversation is not None and reading.conversation.legacy
    if _kept_by_the_server(reading, name):
        return
    # A call that was cut and left out, with a word that the reply is whole, is TC422's.
    if left_out(reading):
        return
    # TC052 has calls that function_call forces
    if not reading.reply.tool_calls and not legacy and not is_declined(reading):
        message = "A call of one tool was demanded and none came."
        yield Violation(reading.reply.stop_pointer, message, name, "no call")
    for call in client_calls(reading):
        # Of a call without a name another rule tells.
        if call.name and call.name != name:
            yield Violation(call.pointer, _how(reading, name, call.name), name, call.name)
            return


def _how(reading: Reading, name: str | None, called: str) -> str:
    """Say how a name differs from that of the tool demanded."""
    if not name:
        return _ANOTHER
    if name.startswith(called) or name.endswith(called):
        return _CUT
    if behind_prefix(reading, called) and called.endswith(name):
        return _MORE
    offered = () if reading.conversation is None else reading.conversation.tools
    if called in {tool.name for tool in offered}:
        return _ANOTHER
    if folded(name) == folded(called):
        return _SPELLED
    return _OF_NOBODY if offered else _ANOTHER


def _kept_by_the_server(reading: Reading, name: str | None) -> bool:
    """Return whether the tool demanded is built in and used.

    What is called besides is free then: a program that was demanded calls functions of the client's.
    """
    return not is_function(reading, name) and uses_other_tools(reading)


def _another(conversation: Conversation) -> tuple[Tool, ...]:
    named = conversation.choice.name if conversation.choice is not None else None
    return tuple(tool for tool in conversation.tools if tool.name != named)[:1]


RULE = Rule(
    id="TC602",
    name="named-forces-that-tool",
    severity=dict.fromkeys(NAMING, Severity.ERROR),
    statement="With a tool choice by name a finished reply calls that tool and no other.",
    why="Another tool runs than the one the program asked for, or none.",
    breaks=(
        "LangChain's structured output (OutputParserException), openai-python's parse helper "
        "(None), instructor, pydantic-ai and, over Bedrock, the Vercel AI SDK (raise); agent "
        "loops run the other tool."
    ),
    workaround=WORKAROUND,
    source=OPENAI,
    check=_named,
    needs_request=True,
    needs_choice=True,
    mutations=(*ignored("named_choice", _another, NAMING, "another tool"),),
    shim=Shim("check_tool_choice"),
    cases="""
vLLM V1 (Qwen2.5) | named choice streams free text as arguments, no id | https://github.com/vllm-project/vllm/issues/13078 | issue closed (stale) 2025-02
vLLM 0.26 (gemma4) | named forced choice ignored; required and strict likewise | https://github.com/vllm-project/vllm/issues/50477 | issue open 2026-07/08 (worked on 0.21)
llama.cpp | object-form tool_choice falls back to auto with HTTP 200; warning only in server log | https://github.com/ggml-org/llama.cpp/issues/26535 | issue closed (stale) 2026-08
""",
)
