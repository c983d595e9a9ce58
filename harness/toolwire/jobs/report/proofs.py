"""The bytes that a live run keeps beside its pages, as links."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import quote

from toolwire.model.observation import Observation
from toolwire.results import EXCHANGES

#: `<provider>/<model>/<suite>.<case>.<mode>.yaml`, as the recorder names files; nothing else is
#: looked for on disk, since a source may come from somebody else's results.
_NAME = re.compile(
    r"(?:[A-Za-z0-9_-][A-Za-z0-9._-]{0,220}/){2}[A-Za-z0-9_-][A-Za-z0-9._-]{0,220}\.yaml"
)


def is_kept_name(source: str) -> bool:
    """Return whether a source is a name that the recorder gives, which leads nowhere else."""
    return _NAME.fullmatch(source) is not None


def proofs(observations: Iterable[Observation], out: Path) -> frozenset[str]:
    """Return the sources of what was asked whose bytes lie in a report's own folder."""
    named = {seen.evidence.source for seen in observations if seen.asked}
    return frozenset(
        source for source in named if is_kept_name(source) and (out / EXCHANGES / source).is_file()
    )


def proof(source: str, exchanges: frozenset[str]) -> str | None:
    """Return the address of a source beside the page; None where it is not kept there."""
    return f"{EXCHANGES}/{quote(source)}" if source in exchanges else None
