"""Whose bytes a recording holds, where its own address says something else."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from harness import declarative
from harness.json_text import items_of, object_of

__all__ = ["Attribution", "load_attributions", "provider_of"]


@dataclass(frozen=True, slots=True)
class Attribution:
    """A provider for every source that begins with `source`, and why."""

    source: str
    provider: str
    reason: str


def load_attributions(path: Path) -> tuple[Attribution, ...]:
    """Read an attributions file (`schemas/attributions.schema.json`).

    Raises:
        ToolwireError: the file is missing, malformed or has unknown keys; with its line.
    """
    document = declarative.load(path)
    declarative.check(document, "attributions")
    rows = items_of(object_of(document.value).get("attributions"))
    return tuple(
        Attribution(str(row["source"]), str(row["provider"]), str(row["reason"]))
        for row in map(object_of, rows)
    )


def provider_of(source: str, known: tuple[Attribution, ...]) -> str | None:
    """Return who answered in the exchange of that citation; None when nobody says otherwise."""
    return next((a.provider for a in known if source.startswith(a.source)), None)
