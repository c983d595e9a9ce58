"""What others need to know of the wire of completions in ChatML."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from toolwire.dialects.chatml.benign import BENIGN
from toolwire.dialects.chatml.exempt import EXEMPT, MISSED
from toolwire.dialects.chatml.known_refusals import KNOWN_REFUSALS
from toolwire.dialects.chatml.neutral import NEUTRAL
from toolwire.dialects.chatml.template import END
from toolwire.dialects.openai_wire import calls_in_text, compatible, served
from toolwire.dialects.request_form import NOTHING_REFUSED
from toolwire.dialects.wire import TextCalls

_IN_TEXT: Final = calls_in_text(
    TextCalls(family="hermes", body=("text", None), chunk=("text", None), result="<tool_response>"),
    serving=served("/completions", endings=("/completions",)),
    rank=4,
    form=compatible(10, "OpenAI-compatible (completions in ChatML)", detected=False),
    exempt=EXEMPT,
    missed=MISSED,
    benign=BENIGN,
)
_REQUEST: Final = replace(
    NOTHING_REFUSED,
    ends_at=("stop",),
    turn_ends=frozenset({END}),
    # A server of others that passed them over took it for a bug (huggingface/text-generation-inference#1999, read
    # 2026-11-30).
    ends_alike=True,
    most_at=("max_tokens",),
    known_refusals=KNOWN_REFUSALS,
)
WIRE: Final = replace(_IN_TEXT, neutral=NEUTRAL, request=_REQUEST)
