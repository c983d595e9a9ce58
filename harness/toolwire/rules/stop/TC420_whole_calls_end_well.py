"""TC420: whole-calls-end-well."""

from __future__ import annotations

from typing import Final

from toolwire.rules.groups import IN_WORDS
from toolwire.rules.mutate.faults import mutations_for, own_stop
from toolwire.rules.rule import Rule, Severity, Source, Subject, Variance
from toolwire.rules.stop.termination import ends_in
from toolwire.rules.stop.whole_replies import called_as_asked, ends_well

#: Dialect -> its word for an answer that came to a limit.
_WORDS: Final = {
    "anthropic-messages": "max_tokens",
    "bedrock-converse": "max_tokens",
    "cohere-v1": "MAX_TOKENS",
    "cohere-v2": "MAX_TOKENS",
    "gemini-generate": "MAX_TOKENS",
    "ollama-chat": "length",
    "openai-chat": "length",
}


RULE = Rule(
    id="TC420",
    name="whole-calls-end-well",
    severity=dict.fromkeys((*_WORDS, *IN_WORDS), Severity.WARNING),
    statement=(
        "Replies with a call that the prompt writes out, whole, do not all end with a word for an "
        "answer that came to a limit, failed or was filtered. A model may talk on after its call "
        "until it comes to a limit; that none of a run, or of a mode, ends otherwise is the "
        "server's doing."
    ),
    why="Clients take the calls for cut ones: they drop them, ask again with a higher limit, or raise.",
    breaks="agents that run no call of an answer that was cut, and ask again for ever",
    workaround="Go by what is there: run calls whose arguments parse.",
    source=Source(
        "docs",
        "Gemini, FinishReason: MAX_TOKENS, the maximum number of tokens as specified in the request was "
        "reached; TOO_MANY_TOOL_CALLS, the system exited execution",
        "https://ai.google.dev/api/generate-content#FinishReason",
        "2026-11-25",
    ),
    check=ends_well(
        called_as_asked, "An answer with a whole call ends with a word for one that was broken off."
    ),
    subject=Subject.CONVERSATION,
    needs_request=True,
    needs_calls=True,
    needs_asked=True,
    variance=Variance("replies with a call as asked that say why they ended", called_as_asked),
    mutations=(
        *mutations_for("spelt_alone", own_stop(_WORDS), tuple(_WORDS)),
        *mutations_for("spelt_alone", ends_in("length"), IN_WORDS),
    ),
)
