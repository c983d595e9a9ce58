"""TC714: compat-thinking-replay."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.io.json_text import object_of
from toolwire.model.conversation import JsonObject
from toolwire.rules.history.history import ELSEWHERE, thinking_blocks
from toolwire.rules.mutate.request_edit import asks, with_model
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Violation
from toolwire.rules.views.request_model import bare_model
from toolwire.rules.views.request_steps import steps


def _compat_thinking(reading: Reading) -> Iterator[Violation]:
    model = bare_model(reading)
    family = next((row for row in ELSEWHERE if model.startswith(row[0])), None)
    if family is None or _is_off(reading):
        return
    for step in steps(reading):
        if step.calls and not any(_is_kept(block) for block in thinking_blocks(step)):
            message = "A turn with calls goes back without its thinking block."
            yield Violation(f"{step.pointer}/content", message, "thinking", "absent", family[1])


def _is_off(reading: Reading) -> bool:
    return object_of(object_of(reading.request).get("thinking")).get("type") == "disabled"


def _is_kept(block: JsonObject) -> bool:
    # An empty text is taken; a block without the member is not.
    thinks = block.get("type") == "thinking" and isinstance(block.get("thinking"), str)
    return thinks or block.get("type") == "redacted_thinking"


RULE = Rule(
    id="TC714",
    name="compat-thinking-replay",
    severity={"anthropic-messages": Severity.ERROR},
    statement=(
        "At an endpoint of Anthropic's format that serves DeepSeek or Kimi K2, every turn "
        "with calls goes back with its thinking block, whatever its signature, unless "
        "thinking is switched off. MiniMax answers without it, but thinks less: info."
    ),
    why="Clients that strip blocks without Anthropic's signature are refused on turn two.",
    breaks=(
        "The API answers 400: Missing thinking block, thinking must be passed back; "
        "hermes-agent, GCMP, sdcb/chats met it"
    ),
    workaround="Strip thinking blocks only where the model is Claude; an empty text is taken.",
    source=Source(
        "api-error",
        "DeepSeek's Anthropic endpoint, see the cases; MiniMax answered 2 of 2 histories "
        "without the blocks with 200",
        "https://api-docs.deepseek.com/guides/thinking_mode",
        "2026-11-21",
    ),
    check=_compat_thinking,
    needs_history=True,
    mutations=asks("round_trip", {"anthropic-messages": with_model("deepseek-v4-flash")}),
    subject=Subject.REQUEST,
    cases="""
DeepSeek Anthropic | thinking blocks stripped by client | https://github.com/NousResearch/hermes-agent/issues/22313 | issue closed 2026-05
DeepSeek Anthropic | Missing thinking block at index 11 | https://github.com/VicBilibily/GCMP/issues/26 | issue open 2025-12
DeepSeek Anthropic | thinking kept only for one source | https://github.com/sdcb/chats/issues/136 | fixed 2026-06
DeepSeek Anthropic | empty thinking accepted; field missing -> 400 (live) | https://github.com/esengine/DeepSeek-Reasonix/issues/8927 | PR closed 2026-08
""",
)
