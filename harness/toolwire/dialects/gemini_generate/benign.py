"""What may differ in an answer of Gemini's generateContent so that no client notices."""

from __future__ import annotations

from typing import Final

from toolwire.dialects.benign import BenignForm

BENIGN: Final = BenignForm(
    closed=("/candidates/*/content/parts/*/functionCall/args/...",),
    unsaid=("/candidates/*/index",),
    nulls=(),
    added={
        "/candidates/*/safetyRatings": [],
        "/candidates/*/groundingMetadata": {},
        "/candidates/*/citationMetadata": {},
        "/usageMetadata/promptTokensDetails": [],
        "/createTime": "2026-11-21T00:00:00.000000Z",
    },
    floats=("/candidates/*/content/parts/*/functionCall/args/days",),
    ids=(
        "call_{}",
        "0b1c2d3e-4f50-6172-8394-a5b6c7d8e9{}",
        "fc-{}",
        "function-call-10937475841538432{}",
    ),
    events=(),
    noticed=dict.fromkeys(
        (
            "byte-order-mark",
            "comment-first",
            "comment-last",
            "comments-between-events",
            "comments-in-events",
            "default-event-name",
            "field-id",
            "field-nobody-knows",
            "field-retry",
            "no-space-after-the-colon",
        ),
        "google-genai 3.4.0 parses every line that does not begin with `data: ` as JSON, and raises",
    ),
)
