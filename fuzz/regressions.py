"""Inputs that were found to do harm: one small file each, run again by the tests."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from fuzz.item import Item, from_json
from fuzz.watch import Find
from toolwire.io.json_text import dump, object_of, parse

FOLDER: Final = Path(__file__).with_name("found")


def save(item: Item, find: Find, folder: Path = FOLDER) -> Path:
    """Write an input and what it did; return the file."""
    text = dump({"found": find.signature, "input": item.as_json()})
    digest = hashlib.sha256(text).hexdigest()[:10]
    path = folder / f"{item.target}-{find.kind}-{digest}.json"
    path.write_bytes(msgspec.json.format(text, indent=1) + b"\n")
    return path


def saved(folder: Path = FOLDER) -> Iterator[tuple[str, str, Item]]:
    """Yield of every saved input its file's name, what it once did, and the input."""
    for path in sorted(folder.glob("*.json")):
        document = object_of(parse(path.read_bytes()))
        yield path.name, str(document["found"]), from_json(object_of(document["input"]))
