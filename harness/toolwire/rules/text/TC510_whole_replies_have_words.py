"""TC510: whole-replies-have-words."""

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
    id="TC510",
    name="whole-replies-have-words",
    severity=SEVERITY,
    statement=(
        "Whole replies have words where the prompt quotes what to say, or wants results repeated. A "
        "model may say nothing; that no reply of a run in this mode has a word is the server's doing."
    ),
    why=WHY,
    breaks=BREAKS,
    workaround="Stream the answer, where streams have it.",
    source=SOURCE,
    check=has_words,
    subject=Subject.CONVERSATION,
    modes=(Mode.BLOCKING,),
    needs_request=True,
    variance=variance(Mode.BLOCKING),
    mutations=mutations(Mode.BLOCKING),
)
