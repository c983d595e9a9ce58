"""TC511: streams-have-words."""

from __future__ import annotations

from toolwire.rules.rule import Mode, Rule, Subject
from toolwire.rules.text.words_due import (
    BREAKS,
    SEVERITY,
    SOURCE,
    WHY,
    has_words,
    mutations,
    variance,
)

RULE = Rule(
    id="TC511",
    name="streams-have-words",
    severity=SEVERITY,
    statement=(
        "Streams have words where the prompt quotes what to say, or wants results repeated. A "
        "model may say nothing; that no reply of a run in this mode has a word is the server's doing."
    ),
    why=WHY,
    breaks=BREAKS,
    workaround="Ask without a stream, where whole replies have it.",
    source=SOURCE,
    check=has_words,
    subject=Subject.CONVERSATION,
    modes=(Mode.STREAMING,),
    needs_request=True,
    variance=variance(Mode.STREAMING),
    mutations=mutations(Mode.STREAMING),
)
