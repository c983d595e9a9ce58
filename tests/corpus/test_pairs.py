"""Both modes of recorded requests: most are alike, and every difference is explained."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import yaml

from toolwire.jobs.lint.judging import Judged, lint
from toolwire.model.exchange import Mode

TABLE = Path(__file__).parent / "pairs.yaml"


def explained() -> tuple[Counter[tuple[str, str, str, str]], set[str]]:
    """Return (rule, provider, dialect, severity) -> count, and the citations."""
    rows = yaml.safe_load(TABLE.read_text(encoding="utf-8"))
    assert all(row["reason"] and row["verdict"] for row in rows)
    counts = Counter(
        {(r["rule"], r["provider"], r["dialect"], r["severity"]): r["count"] for r in rows}
    )
    assert len(counts) == len(rows), "a row is listed twice"
    return counts, {row["example"] for row in rows}


def test_recorded_pairs_are_alike_but_for_what_is_explained(shared: Path) -> None:
    """Over two hundred requests were answered in both modes; the table has the rest."""
    seen: Counter[tuple[str, str, str, str]] = Counter()
    cited = set()
    alike = 0
    folders = [path for path in sorted((shared / "corpus").iterdir()) if path.is_dir()]
    for item in lint(folders):
        assert isinstance(item, Judged), item
        for pair in item.pairs:
            assert pair.streamed.mode is Mode.STREAMING
            provider = pair.streamed.exchange.provider
            row = (provider, pair.streamed.dialect)
            found = {(f.rule, *row, str(f.severity)) for f in pair.findings}
            if pair.otherwise:
                found.add(("", *row, ""))
            seen.update(found)
            if found:
                cited.add(pair.streamed.exchange.evidence.source)
            alike += not found
    counts, examples = explained()
    assert seen == counts
    assert examples <= cited
    assert alike > 200
