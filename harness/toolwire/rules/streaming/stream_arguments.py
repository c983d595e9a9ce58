"""Rules about the fragments in which streamed arguments come."""

from __future__ import annotations

from toolwire.rules.views.dialect_paths import ANTHROPIC, BEDROCK, CHAT, COHERE_V2, RESPONSES

#: Dialects that stream arguments in fragments; Cohere's v1 sends them once more whole.
GROWING = (ANTHROPIC, BEDROCK, CHAT, COHERE_V2, RESPONSES)
