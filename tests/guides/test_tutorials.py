"""The tutorials are executed, start to end, against `toolwire serve`, and print what they say."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.guides.tutorial import blocks, follow, missing
from tests.support.root import ROOT

pytestmark = pytest.mark.skipif(os.name == "nt", reason="LEFT OUT: the pages are for a POSIX shell")
TUTORIALS = sorted((ROOT / "docs" / "tutorials").glob("*.md"))


@pytest.mark.parametrize("page", TUTORIALS, ids=lambda page: page.stem)
def test_a_tutorial_does_and_prints_what_it_says(page: Path, tmp_path: Path) -> None:
    """Each block succeeds in its order, and its output has what stands below it."""
    done = follow(page.read_text(encoding="utf-8"), tmp_path)
    assert len(done) > 5
    for block, ran in done:
        assert ran.code == 0, f"{page.name}:\n{block.text}\n{ran.output}"
        if block.printed is not None:
            lacks = missing(block.printed, ran.output)
            assert not lacks, f"{page.name}:\n{block.text}\nlacks: {lacks}\n{ran.output}"


def test_there_is_a_tutorial_for_each_job() -> None:
    """The monthly audit, a server to verify, and the matrix to publish: none is left out."""
    names = [page.stem for page in TUTORIALS]
    assert names == ["monthly-audit", "publish-the-matrix", "verify-a-server"]


@pytest.mark.parametrize("page", TUTORIALS, ids=lambda page: page.stem)
def test_most_commands_of_a_tutorial_show_what_they_print(page: Path) -> None:
    """A reader can compare: two thirds of the blocks at least have their output below them."""
    shell = [block for block in blocks(page.read_text(encoding="utf-8")) if not block.path]
    assert 3 * sum(block.printed is not None for block in shell) >= 2 * len(shell)


def test_a_tutorial_that_fails_or_prints_otherwise_is_told(tmp_path: Path) -> None:
    """Neither a command that fails nor an output that differs passes."""
    page = "```sh\necho one\nfalse\n```\n\n```sh\necho two; echo three\n```\n\n```text\ntwo\n```\n"
    (_, first), (second, ran) = follow(page, tmp_path)
    assert first.code == 1
    assert second.printed is not None
    assert missing(second.printed, ran.output) == "the end, where there is: three"


@pytest.mark.parametrize(
    ("printed", "lacks"),
    [
        ("a\nb\nc\n", ""),
        ("a\n...\n", ""),
        ("...\nb\nc", ""),
        ("a\n... \nc", ""),
        ("a\nc\n", "c"),
        ("...\nd\n...", "d"),
        ("b\nc", "b"),
        ("a\nb...\nc", ""),
    ],
)
def test_an_output_is_compared_line_by_line(printed: str, lacks: str) -> None:
    """Only what is marked as left out may be left out."""
    assert missing(printed, "a\nb \nc\n") == lacks


def test_a_block_that_nobody_runs_is_refused() -> None:
    """A tutorial has commands, files and outputs, and nothing that the test would pass over."""
    with pytest.raises(ValueError, match="neither sh"):
        blocks("```python\nprint(1)\n```\n")
