"""Rules about the fragments in which streamed arguments come."""

from __future__ import annotations

from toolwire.model.exchange import Mode
from toolwire.rules.views.dialect_paths import ANTHROPIC, BEDROCK, CHAT, COHERE_V2, RESPONSES

STREAM = (Mode.STREAMING,)


#: Dialects that stream arguments in fragments; Cohere's v1 sends them once more whole.
GROWING = (ANTHROPIC, BEDROCK, CHAT, COHERE_V2, RESPONSES)
