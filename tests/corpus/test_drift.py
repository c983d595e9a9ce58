"""The schemas know what the vendors document: what is left over in their answers is listed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from toolwire.jobs.lint.judging import Judged, lint
from toolwire.jobs.report.drift import DRIFT, place

LISTED: list[dict[str, Any]] = yaml.safe_load(
    Path(__file__).with_name("drift.yaml").read_text(encoding="utf-8")
)
#: Folder of the recorded traffic -> the dialects whose vendor answers there.
OWN = {
    "anthropic": {"anthropic-messages"},
    "bedrock": {"bedrock-converse"},
    "cohere": {"cohere-v1", "cohere-v2"},
    "gemini": {"gemini-generate"},
    "ollama": {"ollama-chat"},
    "openai": {"openai-chat", "openai-responses"},
    "vertex": {"gemini-generate"},
}


def test_vendors_answers_hold_no_other_unknown_members(shared: Path) -> None:
    """Members in first-party traffic are in the schemas, or listed with the reason why not."""
    seen: set[tuple[str, str, str]] = set()
    judged = 0
    for folder, dialects in OWN.items():
        for item in lint([shared / "corpus" / folder]):
            assert isinstance(item, Judged), item
            if item.reading is None or item.reading.dialect not in dialects:
                continue
            judged += 1
            seen |= {
                (folder, item.reading.dialect, place(finding.pointer))
                for finding in item.findings
                if finding.rule == DRIFT
            }
    assert judged > 2000
    assert all(len(row["reason"]) > 30 for row in LISTED)
    assert seen == {
        (folder, row["dialect"], member)
        for row in LISTED
        for folder in row["folders"]
        for member in row["members"]
    }
