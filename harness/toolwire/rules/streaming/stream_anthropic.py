"""Rules about the order of Anthropic's stream events and the arguments they carry."""

from __future__ import annotations

from collections.abc import Callable

from toolwire.model.exchange import Mode
from toolwire.rules.mutate.edit import Frame, frames
from toolwire.rules.rule import Mutation, Source
from toolwire.rules.views.dialect_paths import ANTHROPIC

TYPES = Source(
    "spec",
    "anthropic 2.11.0 types: raw_*_event.py; API documentation, streaming",
    "https://platform.claude.com/docs/en/agents-and-tools/tool-use/overview",
    "2026-11-21",
)


def streaming(
    change: Callable[[list[Frame]], list[Frame] | None], fault: str, scenario: str = "single_call"
) -> Mutation:
    """Return the mutation of a stream of Anthropic."""
    return Mutation(ANTHROPIC, Mode.STREAMING, scenario, frames(change), fault)
