"""What others need to know of the wire of completions in ChatML."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from toolwire.dialects.chatml.benign import BENIGN
from toolwire.dialects.chatml.exempt import EXEMPT, MISSED
from toolwire.dialects.chatml.neutral import NEUTRAL
from toolwire.dialects.openai_wire import calls_in_text, compatible, served
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
WIRE: Final = replace(_IN_TEXT, neutral=NEUTRAL)
