"""No false alarm: every error finding on a vendor's own endpoint is explained."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import yaml

from toolwire.jobs.awaiting import awaits
from toolwire.jobs.lint.judging import Judged, lint
from toolwire.model.observation import Severity

HERE = Path(__file__).parent
FIRST_PARTY = (
    "openai",
    "anthropic",
    "gemini",
    "cohere",
    "bedrock",
    "vertex",
    "mistral",
    "deepseek",
    "xai",
    "azure",
)


def explained() -> dict[tuple[str, str], int]:
    """Return (provider, rule) -> count from the tables beside this test."""
    rows = [
        row
        for table in sorted(HERE.glob("findings*.yaml"))
        for row in yaml.safe_load(table.read_text(encoding="utf-8")) or []
    ]
    assert all(row["reason"] and row["example"] for row in rows)
    table = {(row["provider"], row["rule"]): row["count"] for row in rows}
    assert len(table) == len(rows), "a provider and rule is listed twice"
    return table


def test_every_error_on_a_first_party_endpoint_is_explained(shared: Path) -> None:
    """Error findings on the vendors' own endpoints, disputed ones included, match the tables."""
    seen: Counter[tuple[str, str]] = Counter()
    judged = 0
    for provider in FIRST_PARTY:
        for item in lint([shared / "corpus" / provider]):
            assert isinstance(item, Judged), item
            judged += item.reading is not None
            rules = {f.rule for f in item.findings if f.severity is Severity.ERROR or awaits(f)}
            seen.update((provider, rule) for rule in rules)
    assert judged > 3000
    assert dict(seen) == explained()
