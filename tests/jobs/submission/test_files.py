"""A submission has the files of its layout, and nothing else is opened."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.support.submission import handed_in
from toolwire.jobs.submission import files
from toolwire.jobs.submission.files import files_of
from toolwire.model.errors import ToolwireError


def why(folder: Path) -> list[str]:
    """Return the lines that say why a submission is refused."""
    found, refused = files_of(folder)
    assert (found is None) == bool(refused)
    return [str(one) for one in refused]


def test_what_belongs_there_is_taken_and_has_a_digest(tmp_path: Path) -> None:
    """Cassettes come in order; another byte anywhere is another digest."""
    folder = handed_in(tmp_path)
    (folder / "results.jsonl").write_text("{}")
    (folder / "provider.yaml").write_text("provider: lab\n")
    found, refused = files_of(folder)
    assert refused == ()
    assert found is not None
    assert len(found.cassettes) == 4
    assert list(found.cassettes) == sorted(found.cassettes)
    assert (found.results, found.provider) == (folder / "results.jsonl", folder / "provider.yaml")
    assert len(found.every) == 7
    (folder / "results.jsonl").write_text("{ }")
    again, _ = files_of(folder)
    assert again is not None
    assert again.digest != found.digest


def test_links_and_what_is_no_file_are_refused(tmp_path: Path) -> None:
    """A link is not followed, to a file, a folder or nothing; a pipe is not waited for."""
    folder = handed_in(tmp_path)
    target = folder / "cassettes" / "vllm" / "scripted"
    (target / "single_call.x.blocking.yaml").symlink_to("/etc/passwd")
    (folder / "cassettes" / "all").symlink_to("/")
    (folder / "provider.yaml").symlink_to(folder / "nowhere")
    os.mkfifo(folder / "results.jsonl")
    assert sorted(why(folder)) == [
        "cassettes/all: is a link: hand in files only",
        "cassettes/vllm/scripted/single_call.x.blocking.yaml: is a link: hand in files only",
        "provider.yaml: is a link: hand in files only",
        "results.jsonl: is no file",
    ]


@pytest.mark.parametrize(
    "name",
    [
        "run.sh", ".git/config", "cassettes/a.yaml", "cassettes/vllm/scripted/notes.txt",
        "cassettes/vllm/scripted/single_call.auto.yaml", "cassettes/vllm/../x/a.b.blocking.yaml.sh",
        "cassettes/VLLM/m/a.b.blocking.yaml", "cassettes/vllm/m/deep/a.b.blocking.yaml", "statement.yml",
    ],
)  # fmt: skip
def test_other_files_are_refused(name: str, tmp_path: Path) -> None:
    """Only names of the layout are taken, whatever is in the files."""
    folder = handed_in(tmp_path)
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("x")
    (line,) = why(folder)
    assert "is no file of a submission" in line


def test_what_acts_on_a_terminal_is_escaped(tmp_path: Path) -> None:
    """A name is shown as text, in one line."""
    folder = handed_in(tmp_path)
    (folder / "a\x1b[31m\nb").write_text("x")
    (line,) = why(folder)
    assert "\x1b" not in line
    assert "\n" not in line


def test_sizes_and_numbers_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One file, all together, and how many: each is told, and nothing is read."""
    folder = handed_in(tmp_path)
    with (folder / "statement.yaml").open("r+b") as file:
        file.truncate(files.MOST_OF_OTHERS + 1)
    with next(folder.rglob("*.blocking.yaml")).open("r+b") as file:
        file.truncate(files.MOST_OF_CASSETTE + 1)
    assert [line.partition(": ")[2] for line in sorted(why(folder))] == [
        "is larger than 4 MiB", "is larger than 16 MiB"
    ]  # fmt: skip
    whole = handed_in(tmp_path / "whole")
    monkeypatch.setattr(files, "MOST_OF_ALL", 10)
    assert why(whole) == [".: more than 10 bytes in all"]
    monkeypatch.setattr(files, "MOST_FILES", 3)
    assert why(whole) == [".: more than 3 files"]


def test_what_is_missing_is_told(tmp_path: Path) -> None:
    """A statement and the bytes are needed; two results are one too many."""
    folder = tmp_path / "empty"
    folder.mkdir()
    for name in ("results.jsonl", "results.jsonl.gz"):
        (folder / name).write_text("x")
    assert [line.partition(":")[0] for line in why(folder)] == [
        "statement.yaml", "cassettes", "results.jsonl"
    ]  # fmt: skip
    linked = tmp_path / "linked"
    linked.symlink_to(folder)
    for place in (linked, tmp_path / "nowhere", folder / "results.jsonl"):
        with pytest.raises(ToolwireError, match="no such folder"):
            files_of(place)
