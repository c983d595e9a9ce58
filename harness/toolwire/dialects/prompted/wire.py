"""What others need to know of the wire of tool calls by prompt."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from toolwire.dialects.openai_refusals import CUT_JSON, NO_SUCH_MODEL, WORDED_LIMIT
from toolwire.dialects.openai_wire import calls_in_text, compatible, served
from toolwire.dialects.prompted.benign import BENIGN
from toolwire.dialects.prompted.exempt import EXEMPT, MISSED
from toolwire.dialects.prompted.neutral import NEUTRAL
from toolwire.dialects.request_form import NOTHING_REFUSED
from toolwire.dialects.wire import TextCalls

_IN_TEXT: Final = calls_in_text(
    TextCalls(
        family="prompt-json",
        body=("message", "content"),
        chunk=("delta", "content"),
        result="Tool results:",
    ),
    serving=served("/chat/completions", endings=()),
    rank=3,
    form=compatible(9, "OpenAI-compatible, tools in words", detected=False),
    exempt=EXEMPT,
    missed=MISSED,
    benign=BENIGN,
)
#: Of Chat Completions, what has nothing to do with tools.
_REQUEST: Final = replace(
    NOTHING_REFUSED,
    most_at=("max_tokens",),
    known_refusals=(CUT_JSON, NO_SUCH_MODEL, WORDED_LIMIT),
)
WIRE: Final = replace(_IN_TEXT, neutral=NEUTRAL, request=_REQUEST)
