"""Whether an answer that goes on counts the conversation that its server keeps.

The request has what is new alone, so a rule that sees one exchange cannot tell. OpenAI says: "Even
when using `previous_response_id`, all previous input tokens for responses in the chain are billed as
input tokens" (https://developers.openai.com/api/docs/guides/conversation-state, read 2026-12-01); each
of 18 answers of OpenAI and Azure that go on counts more than the one before it (../shared/corpus and
corpus2). A gateway that counts its request's own input tells less and less of
what is paid for, and an agent never learns that the conversation is too long.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from toolwire.model.conversation import Turn
from toolwire.model.observation import Finding
from toolwire.model.reply import Reading
from toolwire.rules import RULES
from toolwire.rules.views.latin_words import WORDS_OF_A_TOKEN
from toolwire.rules.views.prompt_words import ENOUGH, words_of_tools, words_said
from toolwire.rules.views.token_counts import counts_at, prompt_tokens
from toolwire.suites.model import COUNTED

_MESSAGE: Final = (
    "Fewer tokens are counted of the prompt than its words take: a part was not counted, or not "
    "read: the conversation that the server keeps."
)


def kept_count_faults(turns: tuple[Turn, ...], reading: Reading) -> Iterator[Finding]:
    """Yield that an answer which goes on counts too little for all that was said.

    Args:
        turns: of the conversation up to the answer, with those that its request only names.
        reading: the answer.
    """
    asked, severity = reading.conversation, RULES[COUNTED].severity.get(reading.dialect)
    if asked is None or not asked.continued or severity is None or not reading.ok:
        return
    counted = prompt_tokens(reading)
    # That none is counted is TC124's.
    if not counted:
        return
    words = words_said(replace(asked, turns=turns)) + words_of_tools(asked)
    least = words // WORDS_OF_A_TOKEN
    if words >= ENOUGH and counted < least:
        place = counts_at(reading)
        yield Finding(COUNTED, severity, place, _MESSAGE, f"at least {least}", counted)
