"""TC417: whole-replies-end-well."""

from __future__ import annotations

from typing import Final

from toolwire.rules.groups import IN_WORDS
from toolwire.rules.mutate.faults import mutations_for, own_stop
from toolwire.rules.rule import Rule, Severity, Source, Subject, Variance
from toolwire.rules.stop.termination import ends_in
from toolwire.rules.stop.whole_replies import ends_well, said_as_asked

#: Whose words for a failure are a filter's too; Cohere's are TC412's.
_JUDGED: Final = (
    *("anthropic-messages", "bedrock-converse", "gemini-generate"),
    *("ollama-chat", "openai-chat"),
    *IN_WORDS,
)
#: Dialect -> a word for an answer that was broken off.
_WORDS: Final = {
    "anthropic-messages": "refusal",
    "bedrock-converse": "content_filtered",
    "gemini-generate": "OTHER",
    "ollama-chat": "load",
    "openai-chat": "content_filter",
}


RULE = Rule(
    id="TC417",
    name="whole-replies-end-well",
    severity=dict.fromkeys(_JUDGED, Severity.WARNING),
    statement=(
        "Replies that say what the prompt has them say, harmless as it is, do not all end with a "
        "word for an answer that failed, was filtered or came to a limit, nor with Ollama's word "
        "for a model that was loaded. A filter may be wrong about one; that none of a run, or of a "
        "mode, ends otherwise is the server's doing. Replies with calls are TC420's."
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
    check=ends_well(
        said_as_asked,
        "An answer that says all it was asked ends with a word for one that was broken off.",
    ),
    subject=Subject.CONVERSATION,
    needs_request=True,
    needs_asked=True,
    variance=Variance("replies that say what they were asked and why they ended", said_as_asked),
    mutations=(
        *mutations_for("say_so", own_stop(_WORDS), tuple(_WORDS)),
        *mutations_for("say_so", ends_in("length"), IN_WORDS),
    ),
)
