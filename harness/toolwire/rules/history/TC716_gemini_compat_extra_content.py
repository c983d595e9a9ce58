"""TC716: gemini-compat-extra_content."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.history.history import SIGNATURES
from toolwire.rules.mutate.edit import at
from toolwire.rules.mutate.request_edit import ask, moved, with_model
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Source, Subject, Violation
from toolwire.rules.views.request_model import at_google, bare_model, is_gemini_3
from toolwire.rules.views.request_steps import current, signature_of, steps


def _extra_content(reading: Reading) -> Iterator[Violation]:
    made = [step.calls[0] for step in current(steps(reading)) if step.calls]
    unsigned = [call for call in made if signature_of(call.value) is None]
    if not unsigned or not _signs(reading, some=len(unsigned) < len(made)):
        return
    for call in unsigned:
        pointer = f"{call.pointer}/extra_content/google/thought_signature"
        message = "The first call of the step goes back without its signature."
        yield Violation(pointer, message, "the signature it came with", "absent")


def _signs(reading: Reading, *, some: bool) -> bool:
    """Return whether the server is one that signs: by its route, or by `some` of its calls."""
    model = bare_model(reading)
    return (at_google(reading) and is_gemini_3(model)) or (
        some and not model.startswith("gemini-2")
    )


def _on_googles_route(url: str) -> str:
    return url.replace("/chat/completions", "/v1beta/openai/chat/completions")


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


RULE = Rule(
    id="TC716",
    name="gemini-compat-extra_content",
    severity={"openai-chat": Severity.ERROR},
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
        SIGNATURES,
        "2026-11-21",
    ),
    check=_extra_content,
    needs_history=True,
    mutations=(
        Mutation(
            "openai-chat",
            Mode.BLOCKING,
            "round_trip",
            moved(_on_googles_route, ask(with_model("gemini-3-flash-preview"))),
            "left out",
        ),
        Mutation("openai-chat", Mode.BLOCKING, "round_trip", ask(_second_unsigned), "second step"),
    ),
    subject=Subject.REQUEST,
    cases="""
Gemini OpenAI-compat | extra_content.google.thought_signature must be replayed (captured SSE) | https://github.com/noho/dayu-agent/issues/45 | issue closed 2026-04
Gemini OpenAI-compat | same | https://github.com/JohnnyZ93/oai-compatible-copilot/issues/49 | issue open 2025-11
Gemini OpenAI-compat | same; error body array | https://github.com/Gitlawb/openclaude/issues/76 | issue closed 2026-04
""",
)
