"""TC413: streams-end-well."""

from __future__ import annotations

from typing import Final

from toolwire.rules.rule import Mode, Rule, Severity
from toolwire.rules.stop.broken_off import (
    BREAKS,
    SOURCE,
    WHY,
    WORKAROUND,
    broken_off,
    mutations,
    variance,
)

#: With words for it; Gemini's for failed calls are TC407's, the states of Responses TC122's.
_JUDGED: Final = (
    "anthropic-messages",
    "bedrock-converse",
    "cohere-v1",
    "cohere-v2",
    "openai-chat",
)

RULE = Rule(
    id="TC413",
    name="streams-end-well",
    severity=dict.fromkeys(_JUDGED, Severity.WARNING),
    statement=(
        "Streams with words or calls do not all end with a word for answers that were broken "
        "off, by a failure or a filter (Cohere's ERROR, OpenAI's content_filter). One "
        "may; that none of a run ends otherwise is the server's doing."
    ),
    why=WHY,
    breaks=BREAKS,
    workaround=WORKAROUND,
    source=SOURCE,
    check=broken_off,
    modes=(Mode.STREAMING,),
    variance=variance(Mode.STREAMING),
    mutations=mutations(Mode.STREAMING),
)
