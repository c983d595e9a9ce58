"""TC417: whole-replies-end-well."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.model.exchange import Mode
from toolwire.model.reply import Reading
from toolwire.rules.arguments.probe_echo import wanted_value
from toolwire.rules.mutate.faults import Change, mutations_for, stop
from toolwire.rules.rule import Rule, Severity, Source, Subject, Variance, Violation
from toolwire.rules.views.asked_for import asked, has_any, results_due, told, written

#: Whose words for a failure are a filter's too; Cohere's are TC412's.
_JUDGED: Final = (
    *("anthropic-messages", "bedrock-converse", "gemini-generate"),
    *("ollama-chat", "openai-chat"),
)
#: What a word of a failure or of a filter means, and that of a limit.
_BROKEN_OFF: Final = "cut"
_ENDS: Final = frozenset({_BROKEN_OFF, "length"})


def _as_asked(reading: Reading) -> bool:
    """Return whether a reply does what the prompt wrote out, as no filter would in its place."""
    what, reply = asked(reading), reading.reply
    if what is None or reply.stop is None:
        return False
    wanted = {(call.name, written(call.arguments)) for call in wanted_value(reading)}
    if wanted:
        return any((call.name, written(call.arguments)) in wanted for call in reply.tool_calls)
    if what.quoted and not what.since:
        return what.quoted.rstrip(".").casefold() in (reply.text or "").casefold()
    return any(has_any(told(reading), due.words) for due in results_due(reading))


def _means(name: str, word: str | None) -> str | None:
    """Return what a stop reason means; one of the API that ends no answer is as one that broke off."""
    dialect = load_dialect(name)
    known = dialect.wire.stop_words
    if word is None or word in dialect.stops or known is None:
        return dialect.stops.get(word or "")
    return _BROKEN_OFF if word in known.words else None


def _ends_well(reading: Reading) -> Iterator[Violation]:
    reply = reading.reply
    if _means(reading.dialect, reply.stop) in _ENDS and _as_asked(reading):
        message = (
            "An answer that does all it was asked ends with a word for one that was broken off."
        )
        yield Violation(reply.stop_pointer, message, "the word for an ordinary end", reply.stop)


#: Dialect -> a word for an answer that was broken off.
_WORDS: Final = {
    "anthropic-messages": "refusal",
    "bedrock-converse": "content_filtered",
    "gemini-generate": "OTHER",
    "ollama-chat": "load",
    "openai-chat": "content_filter",
}


def _broken_off(name: str, mode: Mode) -> Change:
    return stop(_WORDS[name])(name, mode)


RULE = Rule(
    id="TC417",
    name="whole-replies-end-well",
    severity=dict.fromkeys(_JUDGED, Severity.WARNING),
    statement=(
        "Replies that do what the prompt writes out, harmless as it is, do not all end with a word for "
        "an answer that failed, was filtered or came to a limit, nor with Ollama's word for a model that was loaded. "
        "A filter may be wrong about one; that none of a run, or of a mode, ends otherwise is the "
        "server's doing."
    ),
    why="Clients take whole answers for blocked ones: they drop the text, ask again, or raise.",
    breaks="agents that ask again after a failure, and loops that run calls after an ordinary end",
    workaround="Go by what is there: run calls whose arguments parse, and show the text.",
    source=Source(
        "docs",
        "Gemini, FinishReason: OTHER, RECITATION and their like are for answers that were stopped; "
        "Bedrock, stopReason: guardrail_intervened, content_filtered; Ollama, done_reason: load",
        "https://ai.google.dev/api/generate-content#FinishReason",
        "2026-11-24",
    ),
    check=_ends_well,
    subject=Subject.CONVERSATION,
    needs_request=True,
    needs_asked=True,
    variance=Variance("replies that do as they were asked and say why they ended", _as_asked),
    mutations=mutations_for("say_so", _broken_off),
)
