"""Wire formats, one package each, loaded when first used."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Final

from toolwire.dialects.dialect import Answer, Dialect, PlannedCall, Recognition, Refusal
from toolwire.io.nearest import unknown

__all__ = [
    "DIALECTS",
    "MOST_SPOKEN",
    "Answer",
    "Dialect",
    "PlannedCall",
    "Recognition",
    "Refusal",
    "dialects",
    "load_dialect",
]

#: Dialect name -> package that holds its `DIALECT`.
DIALECTS: Mapping[str, str] = {
    "anthropic-messages": "toolwire.dialects.anthropic_messages",
    "bedrock-converse": "toolwire.dialects.bedrock_converse",
    "chatml": "toolwire.dialects.chatml",
    "cohere-v1": "toolwire.dialects.cohere_v1",
    "cohere-v2": "toolwire.dialects.cohere_v2",
    "gemini-generate": "toolwire.dialects.gemini_generate",
    "ollama-chat": "toolwire.dialects.ollama_chat",
    "openai-chat": "toolwire.dialects.openai_chat",
    "openai-responses": "toolwire.dialects.openai_responses",
    "prompted": "toolwire.dialects.prompted",
}
#: What most servers speak: the one that is meant where a beginner names none.
MOST_SPOKEN: Final = "openai-chat"


@cache
def load_dialect(name: str) -> Dialect:
    """Return the dialect of that name.

    Raises:
        ToolwireError: no dialect has that name.
    """
    module = DIALECTS.get(name)
    if module is None:
        raise unknown("dialect", name, DIALECTS)
    found: Dialect = import_module(module).DIALECT
    return found


@cache
def dialects() -> tuple[Dialect, ...]:
    """Return every dialect of the table, in its order."""
    return tuple(load_dialect(name) for name in DIALECTS)
