"""TC155: thoughts-as-asked."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.io.json_text import items_of, object_of
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.faults import changed, mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Source, Violation
from toolwire.rules.views.answer_parts import answer_parts
from toolwire.rules.views.excerpt import excerpt
from toolwire.rules.views.places import Place


def _as_asked(reading: Reading) -> Iterator[Violation]:
    conversation = reading.conversation
    if conversation is None or conversation.thinks or reading.reply.reasoning is None:
        return
    if _draws(reading) or _is_anothers(reading):
        return
    if not (reading.reply.text or reading.reply.tool_calls):
        return  # that all words of a run are marked so is TC510's
    for part in answer_parts(reading):
        if part.value.get("thought") is True and part.value.get("text"):
            shown = excerpt(part.value["text"])
            message = "Thoughts are told that nobody asked for."
            yield Violation(f"{part.pointer}/thought", message, "no thought", shown)
            return


def _draws(reading: Reading) -> bool:
    """Return whether pictures may come, of which Google's models tell their thoughts unasked."""
    request = reading.request if isinstance(reading.request, dict) else {}
    kinds = items_of(object_of(request.get("generationConfig")).get("responseModalities"))
    sent = reading.exchange.request
    named = (reading.reply.model or "", "" if sent is None else sent.url)
    return "IMAGE" in kinds or any("image" in name for name in named)


def _is_anothers(reading: Reading) -> bool:
    """Return whether thoughts are told in one mode only (TC908), or in the text as well (TC508)."""
    thoughts, twin = (reading.reply.reasoning or "").strip(), reading.twin
    one_mode = twin is not None and twin.ok and not twin.reply.reasoning
    return one_mode or thoughts in (reading.reply.text or "")


def _thinking_aloud(_name: str, where: Place) -> None:
    for document in edit.objects(where):
        for candidate in items_of(document.get("candidates")):
            content = object_of(object_of(candidate).get("content"))
            parts = items_of(content.get("parts"))
            parts.insert(0, {"text": "Look it up.", "thought": True})
        return


RULE = Rule(
    id="TC155",
    name="thoughts-as-asked",
    severity={"gemini-generate": Severity.WARNING},
    statement=(
        "Parts that are thoughts come only where the request asks for them "
        "(`thinkingConfig.includeThoughts`). Models that draw pictures tell them unasked."
    ),
    why=(
        "Clients that never asked for thoughts join the texts of all parts, and show the user what the "
        "model thought as its answer."
    ),
    breaks="clients that join parts without a look at `thought`, as code older than thoughts does",
    workaround="Leave out parts that are marked as thoughts.",
    source=Source(
        "docs",
        "Gemini API, ThinkingConfig.includeThoughts: whether to include thoughts in the response. None of "
        "48 recorded answers of Google's with thoughts was asked without it",
        "https://ai.google.dev/api/generate-content#ThinkingConfig",
        "2026-11-25",
    ),
    check=_as_asked,
    needs_request=True,
    mutations=mutations_for("single_call", changed(_thinking_aloud)),
)
