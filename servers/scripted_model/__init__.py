"""A tiny language model whose replies are a script: a real server's wire without model variance.

The weights are set by hand, not trained. A key text in the last turn of the user picks a reply,
which comes out token by token whatever the temperature, so that a real engine's own template,
sampler, grammar and tool parser run on known output. What is then wrong on the wire is the
server's doing. How it works stands in `docs/testing-a-server.md`.

Nothing here imports numpy, safetensors or tokenizers before a model is built: they come with the
dependency group `scripted-model`.
"""

from __future__ import annotations

from servers.scripted_model.script import (
    Call,
    Entry,
    Reply,
    Said,
    Script,
    load_script,
    merged,
    shipped_script,
)

__all__ = [
    "Call",
    "Entry",
    "Reply",
    "Said",
    "Script",
    "load_script",
    "merged",
    "shipped_script",
]
