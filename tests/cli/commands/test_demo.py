"""`toolwire demo`: a fault is served, found and shown, without a key and without a network."""

from __future__ import annotations

import shutil
import socket
import sys
import webbrowser
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from toolwire.cli import toolwire
from toolwire.cli.runs import demo
from toolwire.io.json_text import object_of, parse
from toolwire.model.errors import ToolwireError
from toolwire.model.observation import Severity
from toolwire.results import read
from toolwire.rules import RULES


def run(*words: str) -> Result:
    """Run the command; a `ToolwireError` is what the command line turns into its exit code."""
    return CliRunner().invoke(toolwire, ["demo", *words], standalone_mode=False)


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Result]:
    """Run the demo once, in a folder of its own, and return the folder and what was printed."""
    folder = tmp_path_factory.mktemp("demo") / "shown"
    return folder, run("-q", "-o", str(folder))


def test_the_fault_is_found_and_told(first: tuple[Path, Result]) -> None:
    """The screen has each command as typed, the verdict with the finding, and what to do next."""
    _, done = first
    assert done.return_value == 0, done.output
    lines = done.stdout.splitlines()
    assert "OpenAI-compatible with deviations" in lines
    assert any(line.startswith("  error TC304 x") for line in lines)
    typed = [line.split()[2] for line in lines if line.startswith("$ toolwire ")]
    assert typed == ["serve", "verify", "site"]
    assert [line.split()[-1] for line in lines[-3:]] == ["verified", "toolwire-report", "site"]


def test_the_results_and_the_marked_bytes_are_there(first: tuple[Path, Result]) -> None:
    """The page that the browser is sent to has the fault's bytes marked, of what was kept."""
    folder, _ = first
    seen = list(read(folder / "verified" / "results.jsonl"))
    # One cause is one error: the two modes of a faulty answer do not differ beside.
    errors = {f.rule for each in seen for f in each.findings if f.severity is Severity.ERROR}
    assert errors == {"TC304"}
    rule = RULES["TC304"]
    provider, dialect, suite = demo.first_cell(folder / "verified", rule).split(".")
    assert (provider[:3], dialect) == ("at-", "openai-chat")
    page = folder / "site" / "cells" / f"{provider}.{dialect}" / f"{suite}.html"
    assert "<mark" in page.read_text(encoding="utf-8")
    index = (folder / "site" / "index.html").read_text(encoding="utf-8")
    assert f'id="{provider}.{dialect}.{suite}"' in index


def test_another_fault_of_another_format_opens_the_browser(
    first: tuple[Path, Result], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A later demo takes the place of an earlier one; a rule of one vendor's is served as its own."""
    folder = tmp_path / "again"
    shutil.copytree(first[0], folder)
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open_new_tab", opened.append)
    monkeypatch.setattr(demo, "_has_a_reader", lambda _: True)
    done = run("-q", "--fault", "anthropic-stop_reason", "-o", str(folder))
    assert done.return_value == 0, done.output
    assert "--dialect anthropic-messages --fault TC406" in done.stdout
    assert object_of(parse((folder / "demo.json").read_bytes()))["fault"] == "TC406"
    page, _, cell = opened[0].partition("#")
    assert page == (folder / "site" / "index.html").resolve().as_uri()
    assert ".anthropic-messages." in cell


def test_where_the_port_is_taken_another_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """The usual address is a wish; that nobody can listen at all is told."""
    rule = RULES["TC304"]
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        monkeypatch.setattr(demo, "_PORT", taken.getsockname()[1])
        with demo.serving(rule) as (dialect, url):
            assert (dialect, url.rpartition(":")[2]) != ("openai-chat", str(demo._PORT))
    monkeypatch.setattr(demo, "_HOST", "203.0.113.1")
    with pytest.raises(ToolwireError, match="cannot listen"), demo.serving(rule):
        pass


def test_a_folder_of_others_is_refused(tmp_path: Path) -> None:
    """Nothing is served, and nothing of theirs is touched."""
    (tmp_path / "results.jsonl").write_text("theirs")
    done = run("-o", str(tmp_path))
    assert isinstance(done.exception, ToolwireError)
    assert done.exception.exit_code == 3
    assert "holds files that are no demo of ours" in str(done.exception)
    assert [path.name for path in tmp_path.iterdir()] == ["results.jsonl"]


def test_a_rule_that_no_answer_breaks_is_refused(tmp_path: Path) -> None:
    """Requests are the client's; nothing is written."""
    done = run("--fault", "TC808", "-o", str(tmp_path / "out"))
    assert "TC808 cannot be broken" in str(done.exception)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("environ", "platform", "terminal", "opens"),
    [
        ({"DISPLAY": ":0"}, "linux", True, True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", True, True),
        ({"BROWSER": "w3m"}, "linux", True, True),
        ({}, "linux", True, False),
        ({}, "darwin", True, True),
        ({}, "win32", True, True),
        ({"CI": "true"}, "darwin", True, False),
        ({"DISPLAY": ":0"}, "linux", False, False),
    ],
)
def test_the_browser_opens_for_a_person_only(
    environ: dict[str, str],
    platform: str,
    monkeypatch: pytest.MonkeyPatch,
    *,
    terminal: bool,
    opens: bool,
) -> None:
    """Not in CI, not into a pipe, and on Linux not where no window can open."""
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal)
    assert demo._has_a_reader(environ) == opens
