"""What official SDKs made of recorded answers is read from beside them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.jobs.lint.lines import both, recorded
from toolwire import traffic
from toolwire.jobs.lint.sdk_outcomes import sdk_outcomes
from toolwire.model.exchange import Exchange


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """Return a folder with a vendor's folder, whose second exchange no SDK could read."""
    vendor = tmp_path / "vendor"
    vendor.mkdir()
    file = recorded(vendor, *both())
    rows = [
        {"file": f"vendor/{file.name}", "line": 1, "outcome": "ok"},
        {"file": f"vendor/{file.name}", "line": 2, "outcome": "sdk_error"},
        {"file": "../elsewhere.jsonl", "line": 1, "outcome": "ok"},
        {"file": "vendor/gone.jsonl", "line": 1, "outcome": "ok"},
        {"line": 1},
    ]
    lines = "\n".join(["{", *map(json.dumps, rows)])
    (tmp_path / "expected.jsonl").write_text(lines, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("below", ["", "vendor", "vendor/pairs.jsonl"])
def test_outcomes_are_found_by_source(corpus: Path, below: str) -> None:
    """They are found from the folder, one below it, and a file; odd rows are passed over."""
    items = list(traffic.read([corpus / "vendor" / "pairs.jsonl"]))
    sources = [item.evidence.source for item in items if isinstance(item, Exchange)]
    assert sdk_outcomes([str(corpus / below)]) == dict(
        zip(sources, ("read", "not read"), strict=True)
    )


def test_nobody_wrote_anything_down(tmp_path: Path) -> None:
    """Without the file nothing is known of any SDK."""
    recorded(tmp_path, *both())
    assert sdk_outcomes([str(tmp_path), "-"]) == {}
