"""What a person wrote into a checklist: kept when the file is made again."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from toolwire.io.opening import content

_BOX = re.compile(r"<!-- box: (?P<key>[a-z-]{1,40}) -->")
_LINE = re.compile(
    r"\s*- (?P<label>[^:<>]{1,40}): ?(?P<text>.{0,500}) <!-- (?P<field>owner|date|notes) -->"
)
_MOST_BYTES = 4 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class BoxNotes:
    """Owner, date of the review and notes of one box, as a person wrote them."""

    owner: str = ""
    date: str = ""
    notes: str = ""


@dataclass(frozen=True, slots=True)
class ReviewNotes:
    """What a person did to a checklist.

    Attributes:
        boxes: key of a box -> what was written there.
        decided: lines of lists, such as that of new members, that were ticked. The boxes themselves
            are ticked by evidence alone.
    """

    boxes: Mapping[str, BoxNotes] = field(default_factory=dict)
    decided: frozenset[str] = frozenset()


def review_notes(path: Path) -> ReviewNotes:
    """Return what a person did to a checklist; nothing where there is no such file."""
    try:
        text = content(path, _MOST_BYTES).decode()
    except (OSError, UnicodeError):
        return ReviewNotes()
    found: dict[str, dict[str, str]] = {}
    key = ""
    lines = text.splitlines()
    for line in lines:
        if box := _BOX.search(line):
            key = box["key"]
        elif key and (written := _LINE.fullmatch(line)):
            found.setdefault(key, {})[written["field"]] = written["text"].strip()
    ticked = frozenset(line[6:] for line in lines if line[:6].lower() == "- [x] ")
    return ReviewNotes({key: BoxNotes(**fields) for key, fields in found.items()}, ticked)
