"""TC132: gemini-blocked-is-empty."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.io.json_text import object_of
from toolwire.model.conversation import JsonObject
from toolwire.rules.mutate.faults import changed, mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Source, Violation
from toolwire.rules.views.answer_parts import answer_parts
from toolwire.rules.views.chat import chunks
from toolwire.rules.views.places import Place


def _blocked_is_empty(reading: Reading) -> Iterator[Violation]:
    body = [("", reading.body)] if isinstance(reading.body, dict) else []
    events = [(f"event[{number}]", chunk) for number, chunk in chunks(reading)]
    blocked: str | None = None
    for root, document in body or events:
        reason = object_of(document.get("promptFeedback")).get("blockReason")
        if reason and blocked is None:
            blocked = f"{root}/promptFeedback/blockReason"
    if blocked is not None and answer_parts(reading):
        message = "The prompt is said to be blocked, and there is an answer."
        yield Violation(blocked, message, "absent", "a reason")


def _block(_name: str, where: Place) -> None:
    documents: list[JsonObject] = (
        [where] if isinstance(where, dict) else [object_of(payload) for _, payload in where]
    )
    for document in documents:
        document["promptFeedback"] = {"blockReason": "SAFETY"}


RULE = Rule(
    id="TC132",
    name="gemini-blocked-is-empty",
    severity={"gemini-generate": Severity.WARNING},
    statement="Where promptFeedback has a blockReason, no candidate says anything.",
    why="Clients raise at the reason, or show a refusal: the answer and its calls are lost.",
    breaks="the Vercel AI SDK, which loses the call of such a stream (measured 2026-11-24)",
    workaround="Take the candidates where there are some.",
    source=Source(
        "spec",
        "google-genai 3.4.0 types, GenerateContentResponsePromptFeedback.block_reason, and the API "
        "reference: if set, the prompt was blocked and no candidates are returned. None of 713 "
        "recorded answers of Google's has both",
        "https://ai.google.dev/api/generate-content#PromptFeedback",
        "2026-11-24",
    ),
    check=_blocked_is_empty,
    mutations=mutations_for("single_call", changed(_block)),
)
