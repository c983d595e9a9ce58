"""Values as JSON: a frozen dataclass is an object of its fields, in their order."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum

from toolwire.io.shown import json_bytes
from toolwire.model.conversation import Json, JsonObject


def as_json(record: object) -> JsonObject:
    """Return a dataclass as JSON: enumerations as their words, tuples as lists."""
    return {one.name: _plain(getattr(record, one.name)) for one in fields(record)}  # type: ignore[arg-type]


def lines_of(member: str, rows: Iterable[JsonObject]) -> bytes:
    """Return `{"schema": 1, MEMBER: [...]}`, a line a row: people compare two of them with `diff`."""
    lines = ",\n".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in rows)
    document = f'{{"schema": 1, "{member}": [\n{lines}\n]}}\n'
    return json_bytes(document.encode("utf-8", "surrogatepass"))


def _plain(value: object) -> Json:
    if is_dataclass(value):
        return as_json(value)
    if isinstance(value, Enum):
        return str(value)
    if isinstance(value, Mapping):
        return {str(name): _plain(one) for name, one in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(one) for one in value]
    assert value is None or isinstance(value, str | int | float)
    return value
