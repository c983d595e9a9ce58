"""Rules about the order of Anthropic's stream events and the arguments they carry."""

from __future__ import annotations

from toolwire.rules.rule import Source

TYPES = Source(
    "spec",
    "anthropic 2.11.0 types: raw_*_event.py; API documentation, streaming",
    "https://platform.claude.com/docs/en/agents-and-tools/tool-use/overview",
    "2026-11-21",
)
