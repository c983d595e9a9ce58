"""What a command prints and writes for other programs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

#: What the report layer makes.
_REPORTED: Final = frozenset({"github", "sarif", "junit"})


def wanted(shown: str, files: Mapping[str, Path | None]) -> bool:
    """Say whether anything was asked for that the report layer makes."""
    return shown in _REPORTED or any(files.values())
