"""TC408: truncation."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from toolwire.rules.rule import Rule, Severity, Shim, Subject
from toolwire.rules.stop.pair_rules import EVERY, STREAMED, answered, compared_part
from toolwire.rules.views.pair_difference import DifferencePart

#: Dialects whose official clients act otherwise on a reply that was cut.
_CUT_IS_GRAVE: Final = ("anthropic-messages", "openai-chat", "prompted", "openai-responses")

RULE = Rule(
    id="TC408",
    name="truncation",
    subject=Subject.AB,
    severity={
        **dict.fromkeys(EVERY, Severity.WARNING),
        **dict.fromkeys(_CUT_IS_GRAVE, Severity.ERROR),
    },
    statement="A reply that the token limit cuts says so in both modes, and a call that was "
    "cut is presented as whole in neither. (Markup of a cut call left in the text is "
    "TX112's.)",
    why="Half a call is run, or half an answer taken for a whole one, in one mode only.",
    breaks="Where only the stream says that it was cut, openai-python's stream helper raises "
    "(LengthFinishReasonError), openai-agents refuses the turn over Responses, and the tool "
    "runners of anthropic-python and anthropic-node do not run the call that stands there; where "
    "it does not say so, every client takes half an answer for a whole one. Agents over vLLM, "
    "whose modes told it differently (vllm#47903, vllm#47137, vllm#53269).",
    workaround="Take a reply whose calls do not parse for cut, whatever it says.",
    check=compared_part(DifferencePart.CUT),
    modes=STREAMED,
    mutations=(
        *answered("cut_text", "whole in the stream", lambda a: replace(a, cut=False)),
        *answered("plain_text", "cut in the stream", lambda a: replace(a, cut=True)),
        *answered("single_call", "a call cut in the stream", lambda a: replace(a, cut=True)),
    ),
    shim=Shim("treat_as_failed"),
    cases="""
vLLM | call cut by max_tokens: stream and non-stream differ, non-stream puts raw "<too" in content | https://github.com/vllm-project/vllm/issues/47903 | issue open 2026-07
vLLM (Qwen3) | truncated <tool_call> opener handled differently in stream and non-stream | https://github.com/vllm-project/vllm/issues/47137 | issue closed 2026-06
""",
)
