"""Cassettes of a submission are recorded by toolwire, current, clean, and of their provider."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.submission import handed_in
from toolwire.jobs.submission.evidence import refused_evidence
from toolwire.jobs.submission.files import files_of
from toolwire.jobs.submission.judged import selected
from toolwire.jobs.submission.statement import read_statement

CASSETTE = "cassettes/vllm/scripted/single_call.auto.blocking.yaml"


def why(folder: Path) -> list[str]:
    """Return why the evidence of a submission is refused."""
    files, _ = files_of(folder)
    assert files is not None
    chosen = selected(files, read_statement(folder / "statement.yaml"))
    return [str(one) for one in refused_evidence(files, chosen)]


def test_what_a_server_sent_is_taken(tmp_path: Path) -> None:
    """Cases that are left out are no reason: they will be seen to be missing."""
    assert why(handed_in(tmp_path)) == []


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("evidence: recorded", "evidence: imported", "is imported, and not recorded with"),
        ("evidence: recorded", "evidence: documented", "is documented, and not recorded with"),
        ("evidence: recorded", "evidence: live", "a cassette cannot be `live`"),
        ("evidence: recorded", "evidence: submitted", "a cassette cannot be `submitted`"),
        ("http://localhost:8000/", "https://api.openai.com/", "was asked at api.openai.com, which is no"),
        ("Call get_weather", "Please call get_weather", "stale cassette: the request differs"),
        ("requests: ", "requests: 00", "stale: a request was edited"),
        (
            "and nothing else", "sk-proj-0123456789abcdefABCDEF0123456789abcdefAB",
            "holds something secret",
        ),
        ("toolwire:\n", "toolwired:\n", "is imported, and not recorded with"),
        ("version: 1", "version: [", "not a cassette"),
    ],
)  # fmt: skip
def test_what_is_not_ones_own_clean_and_current_is_refused(
    old: str, new: str, told: str, tmp_path: Path
) -> None:
    """Whatever a cassette says of itself, and whatever its bytes hold, is looked at."""
    folder = handed_in(tmp_path)
    path = folder / CASSETTE
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    assert any(told in line and line.startswith(CASSETTE) for line in why(folder)), why(folder)


def test_what_no_case_asks_is_refused(tmp_path: Path) -> None:
    """Neither a case that no suite has, nor another target, nor one that is named and absent."""
    folder = handed_in(tmp_path)
    data = (folder / CASSETTE).read_bytes()
    (folder / CASSETTE.replace("auto", "nothing")).write_bytes(data)
    other = folder / CASSETTE.replace("vllm/", "openai/")
    other.parent.mkdir(parents=True)
    other.write_bytes(data)
    statement = folder / "statement.yaml"
    text = statement.read_text(encoding="utf-8").replace("scripted]", "scripted, vllm/other]")
    statement.write_text(text, encoding="utf-8")
    found = why(folder)
    assert any("superfluous: no case of any suite asks for it" in line for line in found)
    assert "cassettes/openai/scripted: is of no target that the statement names" in found
    assert "cassettes: there are none of vllm/other, which the statement names" in found


def test_a_secret_elsewhere_is_found(tmp_path: Path) -> None:
    """The statement and the results are looked through too."""
    folder = handed_in(tmp_path)
    key = "sk-proj-0123456789abcdefABCDEF0123456789abcdefAB"
    (folder / "results.jsonl").write_text(f'{{"reason": "{key}"}}\n')
    (told,) = why(folder)
    assert told.startswith("results.jsonl: holds something secret")
    assert key not in told
