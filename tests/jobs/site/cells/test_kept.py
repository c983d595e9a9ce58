"""Cassettes whose bytes may be shown: found in their folders, whole, and with a reason where not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.cell import SOURCE
from toolwire.jobs.site.cells.kept import KeptFiles
from toolwire.model.exchange import Evidence, EvidenceLevel, Request, Response
from toolwire.transport.cassette.file import Provenance, save

PAIR = (Request("POST", "https://h.example/", (), b"{}"), Response(200, (), b"{}"))


@pytest.fixture
def evidence(tmp_path: Path) -> Evidence:
    """Return evidence whose file lies in the second of two folders."""
    head = Provenance(EvidenceLevel.RECORDED, "2026-11-21", "h.example", "made-up/1")
    digest = save(tmp_path / "two" / SOURCE, [PAIR], head)
    return Evidence(EvidenceLevel.RECORDED, SOURCE, "2026-11-21", digest)


def files(tmp_path: Path) -> KeptFiles:
    """Return what finds files in two folders, the first of which may not be there."""
    return KeptFiles((tmp_path / "one", tmp_path / "two"))


def test_the_bytes_are_found_with_their_place(tmp_path: Path, evidence: Evidence) -> None:
    """Exchanges, the line of each, who answered; the path begins with the folder's name alone."""
    kept = files(tmp_path).of(evidence)
    assert kept is not None
    assert kept.path == f"two/{SOURCE}"
    assert [pair[1].body for pair in kept.exchanges] == [b"{}"]
    assert (kept.endpoint, kept.server, kept.problem) == ("h.example", "made-up/1", "")
    text = (tmp_path / "two" / SOURCE).read_text().splitlines()
    assert text[kept.lines[0] - 1] == "- request:"


def test_of_two_files_the_one_that_was_judged_counts(tmp_path: Path, evidence: Evidence) -> None:
    """A file of that name with other bytes hides nothing, wherever it stands."""
    other = (PAIR[0], replace(PAIR[1], body=b'{"other":1}'))
    save(tmp_path / "one" / SOURCE, [other], Provenance(EvidenceLevel.RECORDED, "2026-11-22"))
    kept = files(tmp_path).of(evidence)
    assert kept is not None
    assert (kept.path, kept.problem) == (f"two/{SOURCE}", "")


@pytest.mark.parametrize(
    ("digest", "problem"), [("0" * 64, "the file has changed"), (None, "name no digest")]
)
def test_bytes_that_were_not_judged_come_with_the_reason(
    tmp_path: Path, evidence: Evidence, digest: str | None, problem: str
) -> None:
    """Another digest, or none in the results: nobody can say that these are the bytes."""
    kept = files(tmp_path).of(replace(evidence, sha256=digest))
    assert kept is not None
    assert problem in kept.problem


def test_a_file_that_cannot_be_read_says_why(tmp_path: Path, evidence: Evidence) -> None:
    """It is no cassette, or holds something secret: there are no exchanges to show."""
    (tmp_path / "two" / SOURCE).write_text("no: cassette\n")
    kept = files(tmp_path).of(evidence)
    assert kept is not None
    assert kept.exchanges == ()
    assert "not a cassette" in kept.problem


@pytest.mark.parametrize("level", [EvidenceLevel.IMPORTED, EvidenceLevel.DOCUMENTED])
def test_what_is_not_ours_is_not_looked_for(
    tmp_path: Path, evidence: Evidence, level: EvidenceLevel
) -> None:
    """Neither what others recorded, nor what was put together from documentation."""
    assert files(tmp_path).of(replace(evidence, level=level)) is None


def test_a_folder_that_is_a_link_may_hold_cassettes(tmp_path: Path, evidence: Evidence) -> None:
    """The user names it; a link within it that leads out of it is what is refused."""
    (tmp_path / "one").symlink_to(tmp_path / "two")
    assert files(tmp_path).has(evidence)
    target = tmp_path / "two" / SOURCE
    target.rename(tmp_path / "out.yaml")
    target.symlink_to(tmp_path / "out.yaml")
    assert not files(tmp_path).has(evidence)
