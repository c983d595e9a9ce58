"""Rules about Gemini's thought signatures, on its own wire and on its OpenAI-shaped route."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Mode
from toolwire.model.observation import Severity
from toolwire.model.reply import Reading
from toolwire.rules.edit import at, remove
from toolwire.rules.request_edit import ask, moved, with_model
from toolwire.rules.request_model import at_google, bare_model, is_gemini_3
from toolwire.rules.request_steps import Step, current, signature_of, steps
from toolwire.rules.rule import Flaw, Mutation, Rule, Source, Subject
from toolwire.rules.wires import CHAT, GEMINI

__all__ = ["RULES"]

_READ = "2026-11-21"
_DOCS = "https://ai.google.dev/gemini-api/docs/thought-signatures"


def _signature(reading: Reading) -> Iterator[Flaw]:
    if not is_gemini_3(bare_model(reading)):
        return
    opened = False
    for step in current(steps(reading)):
        # Streamed contents put back one by one are one step; its first call is signed.
        if step.calls and not opened:
            yield from _unsigned(step)
        opened = bool(step.calls) or (opened and step.role == "model")


def _unsigned(step: Step) -> Iterator[Flaw]:
    parts = step.value.get("parts")
    parts = [parts] if isinstance(parts, dict) else items_of(parts)
    part = object_of(parts[step.calls[0].place])
    signature = part.get("thoughtSignature", part.get("thought_signature"))
    if not isinstance(signature, str) or not signature:
        pointer = step.calls[0].pointer.rpartition("/")[0] + "/thoughtSignature"
        message = "The first call of the step goes back without its signature."
        yield Flaw(pointer, message, "the signature it came with", signature or "absent")


def _extra_content(reading: Reading) -> Iterator[Flaw]:
    made = [step.calls[0] for step in current(steps(reading)) if step.calls]
    unsigned = [call for call in made if signature_of(call.value) is None]
    if not unsigned or not _signs(reading, some=len(unsigned) < len(made)):
        return
    for call in unsigned:
        pointer = f"{call.pointer}/extra_content/google/thought_signature"
        message = "The first call of the step goes back without its signature."
        yield Flaw(pointer, message, "the signature it came with", "absent")


def _signs(reading: Reading, *, some: bool) -> bool:
    """Return whether the server is one that signs: by its route, or by `some` of its calls."""
    model = bare_model(reading)
    return (at_google(reading) and is_gemini_3(model)) or (
        some and not model.startswith("gemini-2")
    )


def _of_gemini_3(url: str) -> str:
    return url.replace("reference-model", "gemini-3-flash-preview")


def _on_googles_route(url: str) -> str:
    return url.replace("/chat/completions", "/v1beta/openai/chat/completions")


def _without_signature(value: JsonObject) -> None:
    remove(value, ("contents", 1, "parts", 0, "thoughtSignature"))


def _second_unsigned(value: JsonObject) -> None:
    """Let the first call have a signature, and a second step of the turn have none."""
    signed: Json = {"google": {"thought_signature": "c2lnbmF0dXJl"}}
    messages = items_of(value["messages"])
    second = object_of(_copy(messages[1]))
    result = object_of(_copy(messages[2]))
    object_of(at(messages, (1, "tool_calls", 0)))["extra_content"] = signed
    object_of(at(second, ("tool_calls", 0)))["id"] = result["tool_call_id"] = "call_second"
    messages += [second, result]


def _copy(value: Json) -> Json:
    if isinstance(value, dict):
        return {key: _copy(member) for key, member in value.items()}
    return [_copy(item) for item in value] if isinstance(value, list) else value


RULES: tuple[Rule, ...] = (
    Rule(
        id="TC715",
        name="gemini-thought_signature",
        severity={GEMINI: Severity.ERROR},
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
            _DOCS,
            _READ,
        ),
        check=_signature,
        needs_history=True,
        mutations=(
            Mutation(
                GEMINI, Mode.BLOCKING, "round_trip", moved(_of_gemini_3, ask(_without_signature))
            ),
        ),
        subject=Subject.REQUEST,
        needs_request=True,
        always=True,
    ),
    Rule(
        id="TC716",
        name="gemini-compat-extra_content",
        severity={CHAT: Severity.ERROR},
        statement=(
            "On Google's OpenAI-shaped route, asked of Gemini 3 or later, the first call of every "
            "step of the current turn goes back with extra_content.google.thought_signature; so "
            "it does wherever another step of the turn has one."
        ),
        why="The second request of the turn is refused. Typed clients drop the unknown key.",
        breaks=(
            "The API answers 400: function call is missing a thought_signature; dayu-agent, "
            "oai-compatible-copilot, openclaude"
        ),
        workaround="Send the call back as it came, unknown keys included.",
        source=Source(
            "observed",
            "captured streams in the cases; Gemini API, Thought signatures. GitHub Copilot keeps "
            "signatures itself and answered 10 unsigned calls of Gemini 3 with 200, so the "
            "route decides, not the model alone",
            _DOCS,
            _READ,
        ),
        check=_extra_content,
        needs_history=True,
        mutations=(
            Mutation(
                CHAT,
                Mode.BLOCKING,
                "round_trip",
                moved(_on_googles_route, ask(with_model("gemini-3-flash-preview"))),
                "left out",
            ),
            Mutation(CHAT, Mode.BLOCKING, "round_trip", ask(_second_unsigned), "second step"),
        ),
        subject=Subject.REQUEST,
        needs_request=True,
        always=True,
    ),
)
