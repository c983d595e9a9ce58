"""Rules about thinking blocks in histories of Anthropic's format, at home and elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.observation import Severity
from toolwire.model.reply import Reading
from toolwire.rules.edit import at
from toolwire.rules.request_edit import asks, with_model
from toolwire.rules.request_model import bare_model
from toolwire.rules.request_steps import Step, current, steps
from toolwire.rules.rule import Flaw, Rule, Source, Subject
from toolwire.rules.wires import ANTHROPIC

__all__ = ["RULES"]

_READ = "2026-11-21"
_KINDS: Final = ("thinking", "redacted_thinking")
#: Families of models that think unless told not to -> what an Anthropic-shaped endpoint of
#: theirs does without their blocks: refuse, or answer with less.
_ELSEWHERE: Final = (
    ("deepseek-", None),
    ("kimi-k2", None),
    ("minimax-", Severity.INFO),
)


def _blocks(step: Step) -> list[JsonObject]:
    return [object_of(block) for block in items_of(step.value.get("content"))]


def _in_loop(history: Sequence[Step]) -> tuple[Step, ...]:
    """Return the assistant's messages of a tool loop that the request goes on with; else ()."""
    if not history or not history[-1].results:
        return ()
    return tuple(step for step in current(history) if step.role == "assistant")


def _thinking_first(reading: Reading) -> Iterator[Flaw]:
    said = _in_loop(steps(reading))
    if not said or bare_model(reading).startswith(tuple(name for name, _ in _ELSEWHERE)):
        return
    kind = object_of(object_of(reading.request).get("thinking")).get("type")
    if kind == "enabled":
        yield from _unthought(said[0])
    elif kind in (None, "disabled"):
        yield from _unwanted(said[-1])


def _unthought(step: Step) -> Iterator[Flaw]:
    blocks = _blocks(step)
    first = blocks[0] if blocks else {}
    pointer = f"{step.pointer}/content/0"
    if first.get("type") not in _KINDS:
        message = "Thinking is on, and the turn with the calls does not start with thinking."
        actual = first.get("type")
        shown = actual[:50] if isinstance(actual, str) else "no block"
        yield Flaw(f"{pointer}/type", message, list(_KINDS), shown)
    elif first.get("type") == "thinking" and not isinstance(first.get("signature"), str):
        message = "The thinking block has lost its signature."
        yield Flaw(f"{pointer}/signature", message, "string", "absent")


def _unwanted(step: Step) -> Iterator[Flaw]:
    for place, block in enumerate(_blocks(step)):
        if block.get("type") in _KINDS:
            message = "Thinking is off, and the last message of the assistant has thinking."
            pointer = f"{step.pointer}/content/{place}"
            yield Flaw(pointer, message, "no thinking", block.get("type"), Severity.WARNING)
            return


def _compat_thinking(reading: Reading) -> Iterator[Flaw]:
    model = bare_model(reading)
    family = next((row for row in _ELSEWHERE if model.startswith(row[0])), None)
    if family is None or _is_off(reading):
        return
    for step in steps(reading):
        if step.calls and not any(_is_kept(block) for block in _blocks(step)):
            message = "A turn with calls goes back without its thinking block."
            yield Flaw(f"{step.pointer}/content", message, "thinking", "absent", family[1])


def _is_off(reading: Reading) -> bool:
    return object_of(object_of(reading.request).get("thinking")).get("type") == "disabled"


def _is_kept(block: JsonObject) -> bool:
    # An empty text is taken; a block without the member is not.
    kept = block.get("type") == "thinking" and isinstance(block.get("thinking"), str)
    return kept or block.get("type") == "redacted_thinking"


def _thinking_on(value: JsonObject) -> None:
    value["thinking"] = {"type": "enabled", "budget_tokens": 1024}


def _thought(value: JsonObject) -> None:
    block: Json = {"type": "thinking", "thinking": "Look it up.", "signature": "c2lnbmF0dXJl"}
    items_of(at(value, ("messages", 1, "content"))).insert(0, block)


def _unsigned(value: JsonObject) -> None:
    _thinking_on(value)
    block: Json = {"type": "thinking", "thinking": "Look it up."}
    items_of(at(value, ("messages", 1, "content"))).insert(0, block)


RULES: tuple[Rule, ...] = (
    Rule(
        id="TC713",
        name="anthropic-thinking-first",
        severity={ANTHROPIC: Severity.ERROR},
        statement=(
            "With thinking enabled, the turn whose calls are answered starts with its thinking "
            "or redacted_thinking block, signature included; adaptive thinking does not demand "
            "it. With thinking off, the last assistant message of the loop has none (a warning)."
        ),
        why="The request is refused in the middle of a tool loop.",
        breaks=(
            "The API answers 400: Expected thinking or redacted_thinking, but found tool_use; "
            "When thinking is disabled, an assistant message in the final position cannot "
            "contain thinking; n8n, opencode, llama_index, forgecode met it"
        ),
        workaround="Send the assistant's content back as it came; switch between turns only.",
        source=Source(
            "api-error",
            "Anthropic API, claude-code#14264 (2025-12) and the cases; Thinking in tool "
            "workflows: keep one configuration per turn, pass blocks back unmodified. What was "
            "seen: all 3 loops with thinking enabled that Anthropic answered with 200 start with "
            "thinking",
            "https://platform.claude.com/docs/en/build-with-claude/thinking-tool-workflows",
            _READ,
        ),
        check=_thinking_first,
        needs_history=True,
        mutations=(
            *asks("round_trip", {ANTHROPIC: _thinking_on}, "on without a block"),
            *asks("round_trip", {ANTHROPIC: _unsigned}, "no signature"),
            *asks("round_trip", {ANTHROPIC: _thought}, "off with a block"),
        ),
        subject=Subject.REQUEST,
        needs_request=True,
        always=True,
    ),
    Rule(
        id="TC714",
        name="compat-thinking-replay",
        severity={ANTHROPIC: Severity.ERROR},
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
            _READ,
        ),
        check=_compat_thinking,
        needs_history=True,
        mutations=asks("round_trip", {ANTHROPIC: with_model("deepseek-v4-flash")}),
        subject=Subject.REQUEST,
        needs_request=True,
        always=True,
    ),
)
