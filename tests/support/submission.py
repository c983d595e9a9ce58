"""A submission as somebody would hand it in, of bytes that a real server sent."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.support.root import ROOT

__all__ = ["PROVIDER", "STATEMENT", "handed_in"]
STATEMENT = """\
submission: lab
by: A laboratory
contact: https://lab.example/toolwire
targets: [vllm/scripted]
recorded: 2026-11-21
how: From the wheel of vLLM 0.32.0, on a machine with two cores.
line: toolwire audit -p vllm/scripted --record -o out
"""
#: A provider file of a stranger, for what it must not say.
PROVIDER = """\
provider: lab
title: A laboratory
dialect: openai-chat
base_url: https://api.lab.example/v1
key_env: LAB_API_KEY
models:
  - {id: scripted, confirmed: false}
"""
_CASES = ("auto", "required")


def handed_in(place: Path) -> Path:
    """Write a submission of two cases in both modes, and return its folder."""
    folder = place / "submissions" / "lab"
    into = folder / "cassettes" / "vllm" / "scripted"
    into.mkdir(parents=True)
    for case in _CASES:
        for mode in ("blocking", "streaming"):
            name = f"single_call.{case}.{mode}.yaml"
            shutil.copy(ROOT / "cassettes" / "vllm" / "scripted" / name, into)
    (folder / "statement.yaml").write_text(STATEMENT, encoding="utf-8")
    return folder
