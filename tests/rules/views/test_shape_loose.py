"""A loosened schema lets go of what others judge, and of nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from toolwire.dialects import DIALECTS, load_dialect
from toolwire.dialects.schemas import compiled, validator
from toolwire.jobs.lint.judging import Judged, lint
from toolwire.model.conversation import JsonObject
from toolwire.model.reply import Reading
from toolwire.rules import RULES
from toolwire.rules.envelope import TC118_fits_the_published_type as shape_schema
from toolwire.rules.proof import exchanges
from toolwire.rules.views.shape_loose import loosened

SCHEMA: JsonObject = {
    "type": "object",
    "required": ["id", "parts"],
    "properties": {
        "id": {"type": "string", "minLength": 1},
        "parts": {"type": "array", "items": {"$ref": "#/$defs/part"}},
        "spare": {"$ref": "#/$defs/part"},
        "either": {"anyOf": [{"type": "null"}, {"$ref": "#/$defs/part"}]},
    },
    "$defs": {
        "part": {
            "type": "object",
            "required": ["kind", "size"],
            "properties": {"kind": {"enum": ["text"]}, "size": {"type": "integer"}},
        }
    },
}
PART: JsonObject = {"kind": "text", "size": 1}


@pytest.mark.parametrize(
    ("place", "document", "fits"),
    [
        ("id", {"parts": []}, True),
        ("id", {"id": 7, "parts": []}, True),
        ("id", {"id": "a"}, False),
        ("parts", {"id": "a", "parts": "none"}, True),
        ("parts", {"id": "a", "parts": [{"kind": "text"}]}, False),
        ("parts/*", {"id": "a", "parts": [7]}, True),
        ("parts/*/kind", {"id": "a", "parts": [{"kind": 7, "size": 1}]}, True),
        ("parts/*/kind", {"id": "a", "parts": [{"size": 1}]}, True),
        ("parts/*/kind", {"id": "a", "parts": [{"kind": "text", "size": "1"}]}, False),
        ("parts/*/kind", {"id": "a", "parts": [PART], "spare": {"kind": 7, "size": 1}}, False),
        ("either", {"id": "a", "parts": [], "either": 7}, False),
        ("nothing/of/it", {"parts": []}, False),
    ],
)
def test_only_the_place_itself_is_let_go(place: str, document: JsonObject, fits: bool) -> None:  # noqa: FBT001 - a column of the table
    """Absent or of any type it fits; what is inside of it, beside it and elsewhere is judged."""
    assert compiled(loosened(SCHEMA, [place])).is_valid(document) is fits
    assert compiled(SCHEMA).is_valid({"id": "a", "parts": [PART]})
    assert not compiled(SCHEMA).is_valid(document)


def violations(reading: Reading) -> list[object]:
    """Return what the rule finds."""
    return list(RULES["TC118"].check(reading))


@pytest.mark.parametrize("name", DIALECTS)
def test_the_net_loses_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the published schema in its place the rule finds the same in every faulty answer."""
    spoken = load_dialect(name)
    faulty = [
        spoken.decode(exchanges.mutated(rule, mutation))
        for rule in RULES.values()
        for mutation in rule.mutations
        if mutation.dialect == name
    ]
    found = [violations(reading) for reading in faulty]
    assert any(found)
    monkeypatch.setattr(shape_schema, "_net", validator)
    assert [violations(reading) for reading in faulty] == found


def test_the_net_loses_nothing_of_recorded_traffic(
    shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same holds for what was recorded."""
    folders = [str(path) for path in sorted((shared / "corpus").iterdir()) if path.is_dir()]
    read = [item.reading for item in lint(folders) if isinstance(item, Judged) and item.reading]
    found = [violations(reading) for reading in read]
    assert sum(map(len, found)) > 20
    monkeypatch.setattr(shape_schema, "_net", validator)
    assert [violations(reading) for reading in read] == found
