"""TC652: parallel-false."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.model.conversation import ChoiceMode, Conversation, Tool
from toolwire.rules.choice.choices import OPENAI, ignored
from toolwire.rules.rule import Reading, Rule, Severity, Shim, Violation
from toolwire.rules.views.request_definitions import client_calls

#: Programs that write these choices anew lose the switch that stands beside them.
_DEMANDING: Final = frozenset({ChoiceMode.REQUIRED, ChoiceMode.NAMED})


def _one_at_a_time(reading: Reading) -> Iterator[Violation]:
    conversation = reading.conversation
    if conversation is None or conversation.parallel is not False:
        return
    calls = client_calls(reading)
    if len(calls) > 1:
        message = "Several calls came although only one at a time was allowed."
        if conversation.choice is not None and conversation.choice.mode in _DEMANDING:
            message = f"{message[:-1]}, and one was demanded."
        yield Violation(calls[1].pointer, message, 1, len(calls))


def _first_twice(conversation: Conversation) -> tuple[Tool, ...]:
    return conversation.tools[:1] * 2


RULE = Rule(
    id="TC652",
    name="parallel-false",
    severity=dict.fromkeys(
        ("openai-chat", "openai-responses", "anthropic-messages"), Severity.WARNING
    ),
    statement=(
        "Where parallel calls are switched off a reply has at most one call, also where a call is "
        "demanded. Calls of tools that the server runs itself are none."
    ),
    why="Agents that run one call at a time drop the others.",
    breaks="Sequential agents.",
    workaround="Run the first call only and say so in the history.",
    source=OPENAI,
    check=_one_at_a_time,
    needs_calls=True,
    needs_request=True,
    mutations=ignored(
        "one_at_a_time", _first_twice, ("openai-chat", "openai-responses", "anthropic-messages")
    ),
    shim=Shim("first_call_only"),
    cases="""
SGLang | parallel_tool_calls=false still returns several calls | https://github.com/sgl-project/sglang/issues/9696 | issue closed (inactive) 2025-08
OpenAI | parallel_tool_calls sent without tools had to be removed by client (inferred from the PR title) | https://github.com/openai/swarm/issues/32 | PR merged
""",
)
