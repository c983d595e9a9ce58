"""Composing and checking cassettes: deterministic, honest, and never over better evidence."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path, PurePosixPath
from types import SimpleNamespace

from toolwire.jobs.audit.check import check
from toolwire.jobs.audit.compose import compose
from toolwire.model.exchange import EvidenceLevel, Mode
from toolwire.model.observation import Verdict
from toolwire.transport.cassette.file import load, save


def files(folder: Path) -> dict[str, bytes]:
    """Return every file below a folder with its bytes."""
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_composing_again_gives_the_same_bytes(lab: SimpleNamespace, tmp_path: Path) -> None:
    """No clock and no chance is in a composed cassette; its date is the documentation's."""
    items = [lab.item(lab.ASK, lab.TELL, mode=mode) for mode in Mode]
    seen = [composed.observation for composed in compose(items, tmp_path / "a")]
    assert {one.verdict for one in seen if one is not None} == {Verdict.CONFORMANT}
    assert None not in seen
    assert all(composed.written for composed in compose(items, tmp_path / "b"))
    assert files(tmp_path / "a") == files(tmp_path / "b")
    head = load(tmp_path / "a", items[0].cassette).provenance
    assert head.evidence is EvidenceLevel.DOCUMENTED
    assert head.recorded_at == lab.READ.read
    assert head.endpoint == "api.example.invalid"


def test_a_recorded_cassette_is_not_overwritten(lab: SimpleNamespace, tmp_path: Path) -> None:
    """What a provider really said is worth more than what its documentation says."""
    item = lab.item(lab.ASK)
    list(compose([item], tmp_path))
    there = load(tmp_path, item.cassette)
    better = replace(there.provenance, evidence=EvidenceLevel.RECORDED)
    save(tmp_path / item.cassette, there.exchanges, better)
    before = files(tmp_path)
    (again,) = compose([item], tmp_path)
    assert not again.written
    assert files(tmp_path) == before


def test_an_absent_suite_gets_no_cassette(lab: SimpleNamespace, tmp_path: Path) -> None:
    """What the target lacks is not composed."""
    item = lab.item(lab.ASK)
    item = replace(item, suite=replace(item.suite, dialects=("anthropic-messages",)))
    (composed,) = compose([item], tmp_path)
    assert not composed.written
    assert files(tmp_path) == {}


def problems(item: object, folder: Path) -> list[tuple[str, str]]:
    """Return kind and reason of every problem of one item's folder."""
    return [(p.kind, p.reason) for p in check([item], folder)]  # type: ignore[list-item]


def test_fitting_cassettes_have_no_problem(lab: SimpleNamespace, tmp_path: Path) -> None:
    """What was just composed fits."""
    item = lab.item(lab.ASK, lab.TELL)
    list(compose([item], tmp_path))
    assert problems(item, tmp_path) == []


def test_missing_and_superfluous_files_are_told(lab: SimpleNamespace, tmp_path: Path) -> None:
    """A case with no file and a file with no case are both problems."""
    item = lab.item(lab.ASK)
    list(compose([item], tmp_path))
    (tmp_path / item.cassette).rename(tmp_path / "acme" / "m-1" / "old.case.blocking.yaml")
    found = list(check([item], tmp_path))
    assert [(p.kind, p.path) for p in found] == [
        ("missing", item.cassette),
        ("superfluous", PurePosixPath("acme/m-1/old.case.blocking.yaml")),
    ]


def test_a_provider_without_cassettes_misses_none(lab: SimpleNamespace, tmp_path: Path) -> None:
    """What was never recorded is the audit's to say, not a broken recording."""
    assert problems(lab.item(lab.ASK), tmp_path) == []


def test_stale_broken_and_edited_cassettes_are_told(lab: SimpleNamespace, tmp_path: Path) -> None:
    """Each way in which a file stops fitting is told with its reason."""
    item = lab.item(lab.ASK)
    list(compose([item], tmp_path))
    path = tmp_path / item.cassette
    fresh = path.read_text()
    asks_else = replace(lab.ASK, user='Do call get_weather({"location": "Paris"}).')
    ((kind, reason),) = problems(lab.item(asks_else), tmp_path)
    assert kind == "stale"
    assert "differs at /messages/0/content" in reason
    path.write_text("[")
    assert problems(item, tmp_path)[0][0] == "broken"
    path.write_text(fresh.replace("requests: ", "requests: 0"))
    assert problems(item, tmp_path) == [
        ("stale", "a request was edited: its digest in the header differs")
    ]
    cassette = load(tmp_path, item.cassette)
    save(path, cassette.exchanges * 2, cassette.provenance)
    assert problems(item, tmp_path) == [("stale", "2 exchanges recorded, the case asks 1")]
