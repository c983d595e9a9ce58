"""TC505: text-around-calls."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from toolwire.rules.mutate import edit
from toolwire.rules.mutate.edit import Frame
from toolwire.rules.mutate.words_behind import blocks_behind, parts_behind
from toolwire.rules.rule import Mode, Mutation, Rule, Severity, Subject
from toolwire.rules.stop.pair_rules import EVERY, STREAMED, answered, compared_part
from toolwire.rules.views.pair_difference import DifferencePart

#: Cohere's v2 says what goes before its calls as a plan, which is not the reply's text.
_BESIDE: Final = tuple(name for name in EVERY if name != "cohere-v2")

#: Dialect -> what puts the words of a stream behind its calls, where parts have an order.
_BEHIND: Final[Mapping[str, Callable[[list[Frame]], list[Frame] | None]]] = {
    "bedrock-converse": blocks_behind,
    "gemini-generate": parts_behind,
}

RULE = Rule(
    id="TC505",
    name="text-around-calls",
    subject=Subject.AB,
    severity=dict.fromkeys(_BESIDE, Severity.WARNING),
    statement="Text before or after calls comes in both modes alike, and on the same side of them.",
    why="What the model says beside a call is lost to users of one mode, and to the history.",
    breaks="Users of vLLM and of Z.ai's glm-4.6 without streaming: they do not see "
    "what was said with a call.",
    workaround="Use the mode that keeps the text.",
    check=compared_part(DifferencePart.BESIDE),
    modes=STREAMED,
    mutations=(
        *answered("mixed_content", "text lost", lambda a: replace(a, text=None), _BESIDE),
        *answered("mixed_content", "text cut", lambda a: replace(a, text="I will"), _BESIDE),
        *(
            Mutation(
                name, Mode.STREAMING, "mixed_content", edit.frames(change), "text behind calls"
            )
            for name, change in _BEHIND.items()
        ),
    ),
    cases="""
vLLM | text after a tool call kept in stream, dropped in non-stream | https://github.com/vllm-project/vllm/issues/56263 | issue open 2026-09
""",
)
