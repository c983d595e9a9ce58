"""Whose bytes a recording holds, where its own address or words say something else."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from harness import declarative
from harness.json_text import items_of, object_of

__all__ = ["Attribution", "load_attributions", "model_of", "provider_of"]

#: What scrubbers leave in the place of a value: vcrpy and Ruby's VCR, loggers, templates. Where
#: the value was an ordinary word, they leave it in the middle of others: with the key `test`, the
#: model ministral-3b-latest becomes `ministral-3b-la<GPUSTACK_API_KEY>`.
_MARK = re.compile(r"<[A-Z][A-Z0-9_]*>|REDACTED|FILTERED|\*{3}|\{\{", re.ASCII)


@dataclass(frozen=True, slots=True)
class Attribution:
    """Who answered in every source that begins with `source`, and why.

    `model` is the name of the model where the recording's own is damaged; "" where it is whole.
    """

    source: str
    provider: str
    reason: str
    model: str = ""


def load_attributions(path: Path) -> tuple[Attribution, ...]:
    """Read an attributions file (`schemas/attributions.schema.json`).

    Raises:
        ToolwireError: the file is missing, malformed or has unknown keys; with its line.
    """
    document = declarative.load(path)
    declarative.check(document, "attributions")
    rows = items_of(object_of(document.value).get("attributions"))
    return tuple(
        Attribution(
            str(row["source"]), str(row["provider"]), str(row["reason"]), str(row.get("model", ""))
        )
        for row in map(object_of, rows)
    )


def provider_of(source: str, known: tuple[Attribution, ...]) -> str | None:
    """Return who answered in the exchange of that citation; None when nobody says otherwise."""
    return next((a.provider for a in known if source.startswith(a.source)), None)


def model_of(
    names: Iterable[str | None], source: str = "", known: tuple[Attribution, ...] = ()
) -> str:
    """Return the model of a recording, `unknown` where nobody can tell.

    Args:
        names: what it is called there, the best witness first; None and "" for no name. A name
            that a scrubber has damaged is none.
        source: the citation.
        known: attributions; what one of them says comes first.
    """
    said = next((a.model for a in known if a.model and source.startswith(a.source)), "")
    whole = (name for name in names if name and not _MARK.search(name))
    return said or next(whole, "unknown")
