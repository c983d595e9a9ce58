"""`toolwire site`: what it prints, and what it refuses in one line."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.jobs.report.conftest import observe
from toolwire import __version__, results
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


@pytest.mark.parametrize(
    ("docs", "page"),
    [
        ("docs", '<a href="docs/how-rules-become-errors.html">'),
        ("docs/en/", '<a href="docs/en/how-rules-become-errors.html">'),
        ("https://x.example/d", '<a href="https://x.example/d/how-rules-become-errors.html">'),
    ],
)
def test_pages_link_to_the_documentation(run: Path, tmp_path: Path, docs: str, page: str) -> None:
    """A folder below the site, or another address, with or without a slash at its end."""
    out = tmp_path / "site"
    assert site(run, "-o", out, "--docs", docs, *TODAY).exit_code == 0
    assert page in (out / "method.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("docs", ["http://x", "javascript:alert(1)", "../x", "/x", "a/../b", "x?y"])
def test_the_documentation_is_nowhere_else(run: Path, tmp_path: Path, docs: str) -> None:
    """What is no address and no folder below the site is refused before anything is written."""
    done = site(run, "-o", tmp_path / "site", "--docs", docs)
    assert isinstance(done.exception, ToolwireError)
    assert done.exception.where == "--docs"
    assert not (tmp_path / "site").exists()


@pytest.mark.parametrize(
    ("known", "text"),
    [
        (None, "<code>docs/how-rules-become-errors.md</code> of the project"),
        ("https://x.example/o/r", f'href="https://x.example/o/r/blob/v{__version__}/docs/how-'),
    ],
)
def test_else_pages_link_to_the_repository_that_is_known(
    run: Path, tmp_path: Path, known: str | None, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the version that made them; where none is known the file is named."""
    monkeypatch.setattr("toolwire.cli.runs.site.repository", lambda: known)
    assert site(run, "-o", tmp_path / "site", *TODAY).exit_code == 0
    assert text in (tmp_path / "site" / "method.html").read_text(encoding="utf-8")


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
