"""Rules about Gemini's thought signatures, on its own wire and on its OpenAI-shaped route."""

from __future__ import annotations

DOCS = "https://ai.google.dev/gemini-api/docs/thought-signatures"
