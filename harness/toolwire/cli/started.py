"""The way from a command's words to what it does, which is imported only then."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any


def started(name: str, words: Mapping[str, Any]) -> int:
    """Do what a command says and return its exit code.

    Args:
        name: of the module below `toolwire.cli.runs`; its `run` takes the words as they are called.
        words: options and arguments of the command line.
    """
    code: int = import_module(f"toolwire.cli.runs.{name}").run(**words)
    return code
