"""Wherever an official SDK reads something else than we do, a finding says why."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from tests.support.sdk_rows import CORPORA, SdkRow, differences, rows
from toolwire.model.exchange import Fidelity
from toolwire.model.observation import Finding
from toolwire.rules import judge

#: Corpus, file, line and the word of the difference.
Place = tuple[str, str, int, str]

TABLE: dict[str, list[dict[str, Any]]] = yaml.safe_load(
    (Path(__file__).parent / "explained.yaml").read_text(encoding="utf-8")
)


@dataclass(frozen=True, slots=True)
class Disagreement:
    """One difference of one row, and the findings of its exchange."""

    place: Place
    said: str
    findings: tuple[Finding, ...]

    def explained_by(self, entry: dict[str, Any]) -> bool:
        """Return whether an entry of the table is about this, and its finding there."""
        about = self.place[3] == entry["difference"] and entry.get("said", "") in self.said
        return about and any(
            finding.rule == entry["rule"] and re.search(entry["at"], finding.pointer)
            for finding in self.findings
        )


@cache
def disagreements(shared: Path) -> tuple[Disagreement, ...]:
    """Return every difference of both corpora."""
    compared = (row for corpus in CORPORA for row in rows(shared, corpus) if row.applicable)
    return tuple(found for row in compared for found in _of_row(row))


def _of_row(row: SdkRow) -> Iterator[Disagreement]:
    reading = row.reading()
    words = tuple(differences(row, reading.reply))
    if words:
        # The SDK was given these bytes over the wire, whatever was done to them before.
        exchange = replace(reading.exchange, fidelity=Fidelity.WIRE)
        findings = judge(replace(reading, exchange=exchange))
        for word in words:
            yield Disagreement((*row.place, word), row.members["error"] or "", findings)


def quirks() -> dict[Place, str]:
    """Return the differences that are the SDK's own doing, each with its citation."""
    return {
        (entry["corpus"], entry["file"], line, entry["difference"]): entry["upstream"]
        for entry in TABLE["quirks"]
        for line in entry["lines"]
    }


def test_no_disagreement_with_an_sdk_is_left_unexplained(shared: Path) -> None:
    """A finding of the exchange names the cause, or the SDK is listed as wrong."""
    found = disagreements(shared)
    assert len(found) > 50
    left = {
        one.place: sorted({(f.rule, f.pointer) for f in one.findings})
        for one in found
        if one.place not in quirks()
        and not any(one.explained_by(entry) for entry in TABLE["findings"])
    }
    assert left == {}


def test_every_explanation_explains_something(shared: Path) -> None:
    """No entry of the table is stale, and no quirk is one that a finding explains."""
    found = disagreements(shared)
    idle = [
        entry
        for entry in TABLE["findings"]
        if not any(one.explained_by(entry) for one in found if one.place not in quirks())
    ]
    assert idle == []
    unexplained = {
        one.place
        for one in found
        if not any(one.explained_by(entry) for entry in TABLE["findings"])
    }
    assert quirks().keys() == unexplained


def test_a_quirk_has_its_reason_and_where_it_is_written() -> None:
    """Who says that the bytes are right stands beside each."""
    assert all(entry["reason"].strip() for entry in TABLE["quirks"])
    assert all(upstream.startswith("https://") for upstream in quirks().values())


def test_rows_and_readings_are_compared_in_every_part(shared: Path) -> None:
    """A row that is changed in one member differs in that word and in no other."""
    row = next(
        row for row in rows(shared) if row.members["tool_calls"] and row.members["usage"]["input"]
    )
    reply = row.reading().reply
    call = row.members["tool_calls"][0]
    changes: dict[str, dict[str, Any]] = {
        "text": {"text": "another"},
        "stop": {"stop": "another"},
        "usage": {"usage": {"input": 1, "output": 0}},
        "calls": {"tool_calls": []},
        "id": {"tool_calls": [call | {"id": "another"}]},
        "name": {"tool_calls": [call | {"name": "another"}]},
        "arguments": {"tool_calls": [call | {"arguments": {"another": 1}}]},
        "kind": {"tool_calls": [call | {"kind": "custom"}]},
        "failed": {"outcome": "sdk_error", "error_kind": "decode"},
        "error": {"outcome": "sdk_error", "error_kind": "http_status"},
    }
    assert list(differences(row, reply)) == []
    for word, change in changes.items():
        changed = replace(row, members=row.members | change)  # type: ignore[operator]
        assert list(differences(changed, reply)) == [word]
