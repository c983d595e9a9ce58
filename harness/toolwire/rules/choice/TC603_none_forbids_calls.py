"""TC603: none-forbids-calls."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.model.conversation import ChoiceMode, Conversation, Tool
from toolwire.rules.choice.choices import FORCING, OPENAI, choice, ignored
from toolwire.rules.rule import Reading, Rule, Severity, Shim, Violation


def _forbidden(reading: Reading) -> Iterator[Violation]:
    mode, _ = choice(reading)
    if mode is ChoiceMode.NONE and reading.reply.tool_calls:
        call = reading.reply.tool_calls[0]
        yield Violation(
            call.pointer, "A call came although calls were forbidden.", "no call", call.name
        )


def _first(conversation: Conversation) -> tuple[Tool, ...]:
    return conversation.tools[:1]


RULE = Rule(
    id="TC603",
    name="none-forbids-calls",
    severity=dict.fromkeys((*FORCING, "cohere-v2"), Severity.ERROR),
    statement="With the tool choice none a reply has no call.",
    why="The turn that is to be the final answer calls again; the loop does not end.",
    breaks=(
        "LangChain, openai-agents, pydantic-ai, google-genai's automatic calling, the Vercel "
        "AI SDK and the tool runners of openai-node, anthropic-python and anthropic-node all "
        "run the call that was forbidden."
    ),
    workaround="Leave the tools out of the request whose answer must not call.",
    source=OPENAI,
    check=_forbidden,
    needs_calls=True,
    needs_request=True,
    needs_choice=True,
    mutations=ignored("none_choice", _first, (*FORCING, "cohere-v2")),
    shim=Shim("check_tool_choice"),
    cases="""
vLLM | tool_choice none silently deletes tool-call-shaped text from content | https://github.com/vllm-project/vllm/issues/55080 | issue open 2026-09
vLLM | tool_choice none without tools -> 400 | https://github.com/vllm-project/vllm/issues/9426 | fixed by #10000 2024-11
tt-inference (DeepSeek R1) | tool_choice none leaves raw tokens in content | https://github.com/tenstorrent/tt-inference-server/issues/3683 | issue open 2026-05
gateway mapper | none mapped to auto | https://github.com/ayunis-core/ayunis-core/issues/705 | review 2026-05
""",
)
