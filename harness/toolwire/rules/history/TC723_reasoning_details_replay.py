"""TC723: reasoning_details-replay.

A server that wants it back cannot be told from the request alone: the family of the model
that is asked for says it.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.dialects.sent import HistoryStep
from toolwire.io.json_text import object_of
from toolwire.model.conversation import JsonObject
from toolwire.rules.mutate.edit import at
from toolwire.rules.mutate.request_edit import ask, asks, with_model
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Source, Subject, Violation
from toolwire.rules.views.excerpt import kind_of
from toolwire.rules.views.request_model import asked_model, at_google, bare_model, is_gemini_3
from toolwire.rules.views.request_steps import current, signature_of, steps


def _details(reading: Reading) -> Iterator[Violation]:
    history = steps(reading)
    if not any(step.calls for step in history):
        return
    for step in history:
        if "reasoning_details" in step.value:
            yield from _malformed(step)
    by_gateway = "/" in asked_model(reading) and not at_google(reading)
    if by_gateway and is_gemini_3(bare_model(reading)):
        # Vercel's gateway gives none with a call, and answers a history without them.
        milder = Severity.INFO if reading.ok else None
        for step in current(history):
            if step.calls and not _replayed(step):
                message = "A message with calls goes back without its reasoning_details."
                pointer = f"{step.pointer}/reasoning_details"
                yield Violation(pointer, message, "reasoning_details", "absent", milder)


def _replayed(step: HistoryStep) -> bool:
    return "reasoning_details" in step.value or signature_of(step.calls[0].value) is not None


def _malformed(step: HistoryStep) -> Iterator[Violation]:
    details, pointer = step.value["reasoning_details"], f"{step.pointer}/reasoning_details"
    if details is None:
        return
    if not isinstance(details, list):
        message = "The reasoning_details are not the list they came as."
        yield Violation(pointer, message, "array", kind_of(details))
        return
    for place, item in enumerate(details):
        if not isinstance(object_of(item).get("type"), str):
            message = "A detail has lost its type."
            yield Violation(f"{pointer}/{place}/type", message, "string", kind_of(item))
            return


def _lost_detail(value: JsonObject) -> None:
    message = object_of(at(value, ("messages", 1)))
    message["reasoning_details"] = [{"text": "The user asks for the weather."}]


RULE = Rule(
    id="TC723",
    name="reasoning_details-replay",
    severity={"openai-chat": Severity.WARNING},
    statement=(
        "Replayed reasoning_details are the list of typed objects they came as; asked of a "
        "Gemini 3 model through a gateway (`google/...`), every message with calls of the "
        "current turn has them, unless the gateway answers without."
    ),
    why="The model loses its reasoning, and the provider behind the gateway refuses the turn.",
    breaks="home-assistant, opencode, Roo-Code with OpenRouter",
    workaround="Keep reasoning_details as they came, in their order, streamed pieces joined.",
    source=Source(
        "docs",
        "OpenRouter, reasoning tokens: pass reasoning_details back unmodified, as cited in "
        "the cases; only what one request shows is judged",
        "https://github.com/RooCodeInc/Roo-Code/issues/9125",
        "2026-11-21",
    ),
    check=_details,
    needs_history=True,
    mutations=(
        *asks("round_trip", {"openai-chat": with_model("google/gemini-3-pro-preview")}, "left out"),
        Mutation("openai-chat", Mode.BLOCKING, "round_trip", ask(_lost_detail), "no type"),
    ),
    subject=Subject.REQUEST,
    cases="""
OpenRouter | reasoning_details not preserved -> API errors (Gemini 3) | https://github.com/home-assistant/core/issues/159812 | issue open 2025-12
OpenRouter | same | https://github.com/anomalyco/opencode/issues/4367 | issue closed 2025-11
OpenRouter | same (MiniMax-M2) | https://github.com/RooCodeInc/Roo-Code/issues/9125 | issue open 2025-11
""",
)
