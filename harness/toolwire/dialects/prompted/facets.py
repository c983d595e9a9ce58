"""Where the format has its facts for the comparison of formats; the envelope is Chat Completions'."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from toolwire.dialects.facet import stop_word, text_beside
from toolwire.dialects.facet_table import Reader, first_of, parsed_nothing, results_sent
from toolwire.dialects.openai_chat.facets import FACETS as CHAT
from toolwire.dialects.prompted.system import described_in


def _described(word: str) -> Reader:
    return lambda reading: word if described_in(reading.request) else None


FACETS: Final = replace(
    CHAT,
    call_field="choices[].message.content",
    legacy_api=None,
    id_field="absent",
    id_pattern=None,
    arguments="object",
    no_arguments=parsed_nothing,
    stop_on_call=stop_word(),
    text_beside_call=text_beside,
    definition_field=first_of(_described("system prompt"), CHAT.definition_field),
    schema_field=first_of(_described("Parameters"), CHAT.schema_field),
    result_field=first_of(results_sent("role: user"), CHAT.result_field),
    result_id_field=first_of(results_sent("absent"), CHAT.result_id_field),
)
