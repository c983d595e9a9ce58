"""`toolwire site`: what it prints, and what it refuses in one line."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.jobs.report.conftest import observe
from toolwire import results
from toolwire.cli.commands.site import command
from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import EvidenceLevel
from toolwire.model.observation import Observation

__all__ = ["observe"]
Make = Callable[..., Observation]
TODAY = ["--date", date(2099, 1, 1).isoformat()]


def site(*words: object) -> Result:
    """Run the command, letting its errors through."""
    return CliRunner().invoke(command, [str(word) for word in words], standalone_mode=False)


@pytest.fixture
def run(tmp_path: Path, observe: Make) -> Path:
    """Write the results of a run."""
    seen = observe(level=EvidenceLevel.RECORDED)
    results.write(tmp_path / "run" / "results.jsonl", results.header({}), [seen])
    return tmp_path / "run"


def test_it_says_where_to_look(run: Path, tmp_path: Path) -> None:
    """How many files of how many reports, and the page to open."""
    out = tmp_path / "site"
    done = site(run, "-o", out, *TODAY)
    assert done.exit_code == 0, done.exception
    first, last = done.output.splitlines()
    assert first.endswith(" files of 1 report")
    assert Path(last.strip()) == out / "index.html"
    assert (out / "index.html").is_file()
    assert site(run, "-o", out, "-q", *TODAY).output == ""


@pytest.mark.parametrize(
    "address",
    [
        "http://x",
        "javascript:alert(1)",
        "https://x y",
        "x",
        "https://",
        "https://x/?a",
        "https://x/#a",
    ],
)
def test_an_address_has_to_be_one(run: Path, tmp_path: Path, address: str) -> None:
    """Pages will link to it."""
    done = site(run, "-o", tmp_path / "site", "--address", address)
    assert isinstance(done.exception, ToolwireError)
    assert done.exception.where == "--address"
    assert not (tmp_path / "site").exists()


def test_a_folder_without_results_is_told(tmp_path: Path) -> None:
    """And nothing is written."""
    (tmp_path / "empty").mkdir()
    done = site(tmp_path / "empty", "-o", tmp_path / "site")
    assert isinstance(done.exception, ToolwireError)
    assert "holds no results" in str(done.exception)
    assert not (tmp_path / "site").exists()


def test_an_address_is_named_in_the_feed(run: Path, tmp_path: Path) -> None:
    """Whether it ends with a slash or not."""
    for number, address in enumerate(("https://example.com/m", "https://example.com/m/")):
        out = tmp_path / f"site{number}"
        assert site(run, "-o", out, "--address", address, *TODAY).exit_code == 0
        assert "https://example.com/m/feed.xml" in (out / "feed.xml").read_text("utf-8")
