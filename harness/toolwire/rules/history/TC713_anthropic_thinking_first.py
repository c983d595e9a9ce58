"""TC713: anthropic-thinking-first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from toolwire.dialects.sent import HistoryStep
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.history.history import ELSEWHERE, THINKS_WHEN_ASKED, thinking_blocks
from toolwire.rules.mutate.edit import at
from toolwire.rules.mutate.request_edit import asks
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Violation
from toolwire.rules.views.request_model import bare_model
from toolwire.rules.views.request_steps import current, steps

_KINDS: Final = ("thinking", "redacted_thinking")


def _in_loop(history: Sequence[HistoryStep]) -> tuple[HistoryStep, ...]:
    """Return the assistant's messages of a tool loop that the request goes on with; else ()."""
    if not history or not history[-1].results:
        return ()
    return tuple(step for step in current(history) if step.role == "assistant")


def _thinking_first(reading: Reading) -> Iterator[Violation]:
    in_loop, model = _in_loop(steps(reading)), bare_model(reading)
    if not in_loop or model.startswith(tuple(name for name, _ in ELSEWHERE)):
        return
    kind = object_of(object_of(reading.request).get("thinking")).get("type")
    if kind == "enabled":
        yield from _unthought(in_loop[0])
    elif kind == "disabled" or (kind is None and THINKS_WHEN_ASKED.search(model)):
        answered = reading.ok and reading.reply.stop is not None
        yield from _unwanted(in_loop[-1], Severity.INFO if answered else Severity.WARNING)


def _unthought(step: HistoryStep) -> Iterator[Violation]:
    blocks = thinking_blocks(step)
    first = blocks[0] if blocks else {}
    pointer = f"{step.pointer}/content/0"
    if first.get("type") not in _KINDS:
        message = "Thinking is on, and the turn with the calls does not start with thinking."
        actual = first.get("type")
        shown = actual[:50] if isinstance(actual, str) else "no block"
        yield Violation(f"{pointer}/type", message, list(_KINDS), shown, Severity.INFO)
    elif first.get("type") == "thinking" and not isinstance(first.get("signature"), str):
        message = "The thinking block has lost its signature."
        yield Violation(f"{pointer}/signature", message, "string", "absent")


def _unwanted(step: HistoryStep, severity: Severity) -> Iterator[Violation]:
    for place, block in enumerate(thinking_blocks(step)):
        if block.get("type") in _KINDS:
            message = "Thinking is off, and the last message of the assistant has thinking."
            pointer = f"{step.pointer}/content/{place}"
            yield Violation(pointer, message, "no thinking", block.get("type"), severity)
            return


def _thinking_on(value: JsonObject) -> None:
    value["thinking"] = {"type": "enabled", "budget_tokens": 1024}


def _thought(value: JsonObject) -> None:
    block: Json = {"type": "thinking", "thinking": "Look it up.", "signature": "c2lnbmF0dXJl"}
    items_of(at(value, ("messages", 1, "content"))).insert(0, block)


def _thought_off(value: JsonObject) -> None:
    value["thinking"] = {"type": "disabled"}
    _thought(value)


def _thought_unasked(value: JsonObject) -> None:
    value["model"] = "claude-sonnet-4-5"
    _thought(value)


def _unsigned(value: JsonObject) -> None:
    _thinking_on(value)
    block: Json = {"type": "thinking", "thinking": "Look it up."}
    items_of(at(value, ("messages", 1, "content"))).insert(0, block)


RULE = Rule(
    id="TC713",
    name="anthropic-thinking-first",
    severity={"anthropic-messages": Severity.ERROR},
    statement=(
        "A thinking block that goes back has its signature (an error). With thinking enabled, the "
        "turn whose calls are answered starts with its thinking or redacted_thinking block, or the "
        "model does not think over the results (information); adaptive thinking does not demand it. "
        "With thinking off, the last assistant message of the loop has none (a warning; information "
        "where it was answered): off is what is disabled, and what is not said to a model that "
        "thinks only when asked (before Claude 5)."
    ),
    why=(
        "Without the signature the request is refused. Without the block Anthropic answers and "
        "does not think; until January 2026 it refused, and Bedrock and Vertex may still do."
    ),
    breaks=(
        "The API answers 400: messages.1.content.0.thinking.signature: Field required; and until "
        "2026-01: Expected thinking or redacted_thinking, but found tool_use; When thinking is "
        "disabled, an assistant message in the final position cannot contain thinking; n8n, "
        "opencode, llama_index, forgecode met it"
    ),
    workaround="Send the assistant's content back as it came; switch between turns only.",
    source=Source(
        "docs",
        "Extended thinking, Graceful thinking degradation (Anthropic's page since 2026-01-23: "
        "gpambrozio/ClaudeDocs at bb007272 records the change from an error): a conflict in the "
        "middle of a turn is no error, thinking is silently off for that request, and blocks may "
        "be stripped. ThinkingBlockParam of anthropic 2.12.0: signature is required. Refusals "
        "of a loop without the block were found until 2026-01-20 (Kilo-Org/kilocode#5219, on "
        "Vertex), none since; all recorded loops with thinking enabled that Anthropic answered "
        "with 200 start with thinking. What Bedrock and Vertex answer today is not known to us: "
        "one such request with a key of each would tell, and a 400 makes it an error there. Claude 5 "
        "thinks unless told not to (platform.claude.com, models/sonnet-5/migration-guide, read 2026-11-28)",
        "https://platform.claude.com/docs/en/build-with-claude/extended-thinking"
        "#graceful-thinking-degradation",
        "2026-11-23",
    ),
    check=_thinking_first,
    needs_history=True,
    mutations=(
        *asks("round_trip", {"anthropic-messages": _thinking_on}, "on without a block"),
        *asks("round_trip", {"anthropic-messages": _unsigned}, "no signature"),
        *asks("round_trip", {"anthropic-messages": _thought_off}, "off with a block"),
        *asks("round_trip", {"anthropic-messages": _thought_unasked}, "not on with a block"),
    ),
    subject=Subject.REQUEST,
    cases="""
Anthropic via OpenRouter | thinking block must start final assistant message | https://github.com/OpenRouterTeam/ai-sdk-provider/issues/162 | issue open 2025-08
Anthropic (Opus 4.5) | Expected thinking but found text | https://github.com/n8n-io/n8n/issues/22550 | issue open 2025-12
Bedrock adapter | thinking blocks of tool-calling messages dropped | https://github.com/epam/ai-dial-adapter-bedrock/issues/290 | PR merged 2025-06
Anthropic | thinking must be included even when message has only a tool call | https://github.com/run-llama/llama_index/issues/18834 | PR merged 2025-05
Anthropic | Expected thinking, found tool_use, parallel calls | https://github.com/anomalyco/opencode/issues/3077 | issue closed 2025-10
Vertex (Opus 4.5) | Expected thinking, found tool_use: the last refusal that was found | https://github.com/Kilo-Org/kilocode/issues/5219 | issue closed 2026-01
Anthropic | opposite: thinking disabled but final assistant contains thinking | https://github.com/tailcallhq/forgecode/issues/1853 | issue open 2025-11 (also #1195)
""",
)
