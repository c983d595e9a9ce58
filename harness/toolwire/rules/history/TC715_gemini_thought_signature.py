"""TC715: gemini-thought_signature."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.dialects.sent import HistoryStep
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import JsonObject
from toolwire.rules.history.history import SIGNATURES
from toolwire.rules.mutate.edit import remove
from toolwire.rules.mutate.request_edit import ask, moved
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Source, Subject, Violation
from toolwire.rules.views.request_model import bare_model, is_gemini_3
from toolwire.rules.views.request_steps import current, steps


def _signature(reading: Reading) -> Iterator[Violation]:
    if not is_gemini_3(bare_model(reading)):
        return
    opened = False
    for step in current(steps(reading)):
        # Streamed contents put back one by one are one step; its first call is signed.
        if step.calls and not opened:
            yield from _unsigned(step)
        opened = bool(step.calls) or (opened and step.role == "model")


def _unsigned(step: HistoryStep) -> Iterator[Violation]:
    parts = step.value.get("parts")
    parts = [parts] if isinstance(parts, dict) else items_of(parts)
    part = object_of(parts[step.calls[0].place])
    signature = part.get("thoughtSignature", part.get("thought_signature"))
    if not isinstance(signature, str) or not signature:
        pointer = step.calls[0].pointer.rpartition("/")[0] + "/thoughtSignature"
        message = "The first call of the step goes back without its signature."
        yield Violation(pointer, message, "the signature it came with", signature or "absent")


def _of_gemini_3(url: str) -> str:
    return url.replace("reference-model", "gemini-3-flash-preview")


def _without_signature(value: JsonObject) -> None:
    remove(value, ("contents", 1, "parts", 0, "thoughtSignature"))


RULE = Rule(
    id="TC715",
    name="gemini-thought_signature",
    severity={"gemini-generate": Severity.ERROR},
    statement=(
        "Asked of Gemini 3 or later, the first functionCall of every step of the current turn "
        "goes back with the thoughtSignature that stood beside it; other parallel calls have "
        "none, and turns before the last prompt are not judged."
    ),
    why="The API refuses the turn.",
    breaks="The API answers 400: function call is missing a thought_signature; dify, 5ire",
    workaround=(
        "Keep the part, not only the call; for a call of another model's history the dummy "
        "`skip_thought_signature_validator` is taken."
    ),
    source=Source(
        "docs",
        "Gemini API, Thought signatures. What was seen: all 66 steps of Gemini 3 models that "
        "Google answered with 200 have it on their first call",
        SIGNATURES,
        "2026-11-21",
    ),
    check=_signature,
    needs_history=True,
    mutations=(
        Mutation(
            "gemini-generate",
            Mode.BLOCKING,
            "round_trip",
            moved(_of_gemini_3, ask(_without_signature)),
        ),
    ),
    subject=Subject.REQUEST,
    cases="""
Gemini 3 | functionCall replayed without thought_signature | https://github.com/langgenius/dify-official-plugins/issues/2088 | issue closed 2025-11
Gemini (thinkingConfig) | history functionCall misses signature; parallel calls | https://github.com/MayDay-wpf/snow-cli/issues/104 | issue open 2026-01
Gemini 3 | gemini-3 requires what 2.5 left optional | https://github.com/nanbingxyz/5ire/issues/405 | issue closed 2026-02
Gemini 3 | requests silently failing | https://github.com/allenhutchison/obsidian-gemini/issues/228 | issue closed 2025-11
Gemini via gateway | signature returned by first round lost in second | https://github.com/lbjlaq/Antigravity-Manager/issues/3202 | issue open 2026-06
""",
)
