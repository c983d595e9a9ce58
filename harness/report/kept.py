"""What a person wrote into a checklist: kept when the file is made again."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Written", "kept"]

_BOX = re.compile(r"<!-- box: (?P<key>[a-z-]{1,40}) -->")
_LINE = re.compile(
    r"\s*- (?P<label>[^:<>]{1,40}): ?(?P<text>.{0,500}) <!-- (?P<field>owner|date|notes) -->"
)
_MOST_BYTES = 4 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Written:
    """Owner, date of the review and notes of one box, as a person wrote them."""

    owner: str = ""
    date: str = ""
    notes: str = ""


def kept(path: Path) -> Mapping[str, Written]:
    """Return key of a box -> what a person wrote there; empty where there is no such file."""
    try:
        if path.stat().st_size > _MOST_BYTES:
            return {}
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeError):
        return {}
    found: dict[str, dict[str, str]] = {}
    key = ""
    for line in text.splitlines():
        if box := _BOX.search(line):
            key = box["key"]
        elif key and (said := _LINE.fullmatch(line)):
            found.setdefault(key, {})[said["field"]] = said["text"].strip()
    return {key: Written(**fields) for key, fields in found.items()}
