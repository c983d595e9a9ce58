"""Rules about how Anthropic and Gemini replies, and what adapts them, say why they ended."""

from __future__ import annotations

from toolwire.rules.rule import Source

GENAI = Source(
    "spec",
    "google-genai 3.4.0 types.FinishReason; anthropic 2.11.0, openai 3.52.0 and cohere 7.3.1 "
    "types; botocore 1.44.5 StopReason; ollama docs/openapi.yaml",
    "https://ai.google.dev/gemini-api/docs/function-calling",
    "2026-11-21",
)
