"""Members of an Ollama chat request that change nothing, at least not a model that does as it is told."""

from __future__ import annotations

from typing import Final

from toolwire.dialects.neutral import END, NeutralMembers, member

NEUTRAL: Final = NeutralMembers(
    members=(
        member("options", "temperature", value=0),
        member("options", "num_ctx", value=4096),
        member("options", "seed", value=42),
        member("options", "top_p", value=0.9),
        member("options", "top_k", value=40),
        member("options", "num_predict", value=1024),
        member("options", "repeat_penalty", value=1.1),
        member("options", "stop", value=[END]),
        member("keep_alive", value="5m"),
        member("think", value=False),
    ),
    # Go reads a duration as text, others as seconds; -1 is no limit, and what OpenAI's format refuses.
    others=(
        member("keep_alive", value=300, said="as a number"),
        member("options", "num_predict", value=-1, said="of -1"),
        member("options", "min_p", value=0.0),
        # For no format ("" of the official SDKs' types), as clients say it that always send the member.
        member("format", value="", said="as an empty text"),
        # ollama-python sends it with every request that offers none (ChatRequest in `_client.py`).
        member("tools", value=[], said="as an empty list"),
    ),
    # Levels came with gpt-oss; a model that cannot think refuses true as well.
    degrees=(member("think", value="low", said="of low", instead={"think": True}),),
    # Loads the model, and says so (docs/api.md, "Load a model"); other formats refuse it.
    alone=(member("messages", value=[], said="as an empty list"),),
    source="https://github.com/ollama/ollama/blob/main/docs/api.md",
    read="2026-11-28",
)
