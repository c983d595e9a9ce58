"""The last screen of a command on a terminal of 80 columns and 24 rows."""

from __future__ import annotations

import os
import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.jobs.verify.bench import running
from tests.support.forked import Forked
from tests.support.root import ROOT
from toolwire.jobs.serve import Server
from toolwire.jobs.serve.http import application
from toolwire.rules import RULES

pty = pytest.importorskip("pty", reason="pseudo-terminals are POSIX")
import fcntl  # noqa: E402 - as above
import termios  # noqa: E402 - as above

COLUMNS, ROWS = 80, 24
ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


@dataclass(frozen=True)
class Screen:
    """What stands on a terminal when a command is through.

    Attributes:
        code: exit code.
        lines: as they were printed.
        rows: the last ones that are on the screen, the prompt's left free.
    """

    code: int
    lines: tuple[str, ...]

    @property
    def rows(self) -> list[str]:
        """Return the last rows, as a terminal folds lines."""
        folded = [
            line[at : at + COLUMNS]
            for line in self.lines
            for at in range(0, max(len(line), 1), COLUMNS)
        ]
        return folded[-(ROWS - 1) :]

    @property
    def text(self) -> str:
        """Return what can be read without scrolling, folded lines put together."""
        return "\n".join(self.rows)


def on_terminal(*words: str, cwd: Path) -> Screen:
    """Run a command on a terminal of its own."""
    ours, its = pty.openpty()
    fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    environ = {
        name: value for name, value in os.environ.items() if name not in {"COLUMNS", "LINES"}
    }
    with Forked(
        words, cwd=cwd, env=environ | {"TERM": "xterm-256color"}, stdin=its, stdout=its, stderr=its
    ) as run:
        os.close(its)
        said = b"".join(_pieces(ours))
    os.close(ours)
    text = ESCAPE.sub("", said.decode().replace("\r\n", "\n"))
    # A line that is written over shows its last state.
    lines = tuple(line.rpartition("\r")[2] for line in text.rstrip("\n").split("\n"))
    return Screen(run.wait(), lines)


def _pieces(terminal: int) -> Iterator[bytes]:
    while True:
        try:
            piece = os.read(terminal, 65_536)
        except OSError:  # how Linux says that the other side is closed
            return
        if not piece:
            return
        yield piece


def test_an_audit_ends_with_its_targets_and_its_verdict(tmp_path: Path) -> None:
    """All that was asked, verdict, what does not count, report and what next: without scrolling."""
    screen = on_terminal("audit", "-o", "out", cwd=tmp_path)
    assert screen.code == 0
    targets = [row for row in screen.rows if "/scripted " in row and " recorded 20" in row]
    assert len(targets) == 12
    assert not any("…" in row for row in targets)
    assert "exit 0: all looked at and what fails is known" in screen.text
    assert "known: " in screen.text
    assert "report: out/report.html" in screen.text
    assert screen.rows[-2].startswith("next: ") or screen.rows[-1].startswith("next: ")
    words = (line for line in screen.lines if not line.startswith("next: "))
    assert max(map(len, words)) <= COLUMNS


def test_lint_ends_with_counts_and_its_verdict(tmp_path: Path) -> None:
    """However many findings there are, the rules, the verdict and what next stay on the screen."""
    recorded = str(ROOT / "cassettes" / "vllm")
    screen = on_terminal("lint", recorded, cwd=tmp_path)
    assert screen.code == 1
    assert "exchanges judged" in screen.text
    verdict = r"^exit 1: \d+ errors, \d+ warnings, \d+ findings that a model can explain\.$"
    assert re.search(verdict, screen.text, re.MULTILINE)
    assert screen.rows[-1].startswith("next: toolwire explain TC")


def test_verify_ends_with_the_whole_verdict(tmp_path: Path) -> None:
    """Verdict, the gravest deviation with its curl line, suites, files and what next, all at once."""
    with running(application(Server(("openai-chat",), RULES["TC304"]))) as url:
        words = ("verify", url, "-o", "out", "--name", "acme", "--add-to", "all")
        screen = on_terminal(*words, cwd=tmp_path)
    assert screen.code == 1
    assert "OpenAI-compatible with deviations" in screen.rows
    for word in (
        "error TC304 x",
        "curl -sS ",
        "✕ round_trip",
        "failed",
        "written: out/report.html",
    ):
        assert word in screen.text
    assert "added: all/providers/acme.yaml" in screen.text
    assert "next: toolwire audit --providers all/providers" in screen.text


def test_report_ends_with_files_and_verdict(tmp_path: Path) -> None:
    """The files, the verdict and what next fit one screen."""
    assert on_terminal("audit", "-p", "vllm", "-q", "-o", "run", cwd=tmp_path).code == 0
    screen = on_terminal("report", "run", "-o", "pages", cwd=tmp_path)
    assert len(screen.lines) < ROWS
    assert "pages/report.html" in screen.text
    assert "exit 0: " in screen.text
    assert screen.rows[-1] == "next: toolwire site pages -o site"


@pytest.mark.parametrize("what", ["providers", "models", "suites", "cases", "rules", "faults"])
def test_lists_fit_the_width(what: str, tmp_path: Path) -> None:
    """No row is wider than the terminal, and what names a thing is whole."""
    screen = on_terminal("list", what, cwd=tmp_path)
    assert screen.code == 0
    assert max(map(len, screen.lines)) <= COLUMNS
    assert "…" not in "".join(screen.lines)
