"""Killed anywhere after the last answer: --resume writes what is missing, and asks nothing."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest
from click.testing import CliRunner, Result

from tests.jobs.verify.bench import running
from tests.support.loopback import Loopback, loopback
from tests.support.moments import moments, tree
from toolwire.cli import toolwire
from toolwire.io.clock import today
from toolwire.jobs.serve import Served, Server
from toolwire.jobs.serve.http import application
from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import Request
from toolwire.rules import RULES

# A report refuses what is from after the day on which its run started, and these record today.
NOW = f"{today()}T10:00:00+00:00"


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Loopback]:
    """Start servers of which one breaks a rule, so that there is something to report."""
    with loopback(tmp_path_factory.mktemp("loopback") / "providers") as found:
        found.break_({"openai-chat": "TC401"})
        yield found


def audit(servers: Loopback, out: Path, how: str, *more: str, suite: str = "round_trip") -> Result:
    """Run a small audit with every output there is, one case after the other."""
    words = ["audit", "-p", "acme-chat", "-s", suite, how, "--concurrency", "1", *more]
    words += ["--providers", str(servers.providers), "-o", str(out), "--json", "--repeat", "2"]
    words += ["--junit", str(out / "junit.xml"), "--sarif", str(out / "also" / "r.sarif")]
    if how == "--record":
        words += ["--cassettes", str(out / "cassettes")]
    # Each is a process of its own, which has not looked into any folder yet.
    with (
        patch("toolwire.results.file.timestamp", return_value=NOW),
        patch("toolwire.io.files._SWEPT", set()),
    ):
        return CliRunner().invoke(toolwire, words, standalone_mode=False)


def verify(out: Path, *words: str) -> Result:
    """Verify one dialect with every output there is."""
    words = ("verify", "--model", "m", "-q", "--output", str(out), "--concurrency", "1", *words)
    with (
        patch("toolwire.results.file.timestamp", return_value=NOW),
        patch("toolwire.io.files._SWEPT", set()),
    ):
        return CliRunner().invoke(toolwire, [*words], standalone_mode=False)


def test_a_verification_killed_after_its_last_answer_is_whole_after_resume(tmp_path: Path) -> None:
    """Between each two files and after the last: same bytes and exit code, and nothing is asked."""
    out, server = tmp_path / "out", Counting(("openai-chat",), RULES["TC304"])
    with running(application(server)) as url:
        first = lambda path: path.endswith("/results.jsonl")  # noqa: E731 - as short as it says
        with moments(out, tmp_path / "moments", first) as taken:
            whole = verify(out, url)
        assert (whole.exception, whole.return_value) == (None, 1), whole.output
        left, asked = tree(out), server.asked
        assert {"verdict.txt", "verdict.json", "report.html", "results.jsonl"} <= left.keys()
        assert len(taken.names) > 12
        for number, name in enumerate(taken.names):
            taken.restore(number)
            again = verify(out, url, "--resume")
            assert again.exception is None, (name, again.exception)
            assert (again.return_value, again.stdout) == (1, whole.stdout), name
            assert tree(out) == left, name
        assert server.asked == asked
        other = verify(out, url, "--resume", "--model", "another")
        assert "nothing to go on with" in str(other.exception)
        assert server.asked == asked


class Counting(Server):
    """A server that counts."""

    asked = 0

    def answer(self, request: Request) -> Served:
        """Count, then answer."""
        self.asked += 1
        return super().answer(request)


@pytest.mark.parametrize("how", ["--live", "--record"])
def test_a_run_killed_after_its_last_answer_is_whole_after_resume(
    how: str, servers: Loopback, tmp_path: Path
) -> None:
    """Before results.jsonl, between each two files, after the last: same bytes, code and stdout."""
    out = tmp_path / "out"
    # An earlier run of another selection, whose files have to go whenever this one is killed.
    earlier = audit(servers, out, how, suite="no_tool_needed")
    assert earlier.exception is None, earlier.exception
    (out / "quirks" / "mine.json").write_text("{}")
    with moments(out, tmp_path / "moments", lambda path: path.endswith("/results.jsonl")) as taken:
        whole = audit(servers, out, how, "--overwrite")
    assert (whole.exception, whole.return_value) == (None, 1)
    left, asked = tree(out), servers.asked
    assert {"junit.xml", "also/r.sarif", "report.html", "journal.done.jsonl"} <= left.keys()
    assert not any("no_tool_needed" in name for name in left if name.startswith("exchanges/"))
    assert len(taken.names) > 20
    for number, name in list(enumerate(taken.names))[:: 1 if how == "--live" else 3]:
        taken.restore(number)
        assert tree(out) != left, name
        again = audit(servers, out, how, "--overwrite", "--resume")
        assert again.exception is None, (name, again.exception)
        assert (again.return_value, again.stdout) == (1, whole.stdout), name
        assert tree(out) == left, name
        if "results.jsonl" not in name:
            assert "the run had come to its end, so nothing was asked" in again.stderr, name
    assert servers.asked == asked


def test_a_run_that_is_whole_says_so_and_ends_as_it_did(servers: Loopback, tmp_path: Path) -> None:
    """--resume of a whole run asks nothing, changes nothing and has the run's exit code."""
    out = tmp_path / "out"
    whole = audit(servers, out, "--live")
    left, asked = tree(out), servers.asked
    again = audit(servers, out, "--live", "--resume")
    assert (
        (again.return_value, again.stdout)
        == (whole.return_value, whole.stdout)
        == (1, whole.stdout)
    )
    assert "nothing was asked; its results and report are whole" in again.stderr
    assert (tree(out), servers.asked) == (left, asked)


@pytest.mark.parametrize("lost", ["journal.done.jsonl", "report.html", "exchanges", "all but"])
def test_whatever_is_lost_beside_the_results_comes_back(
    lost: str, servers: Loopback, tmp_path: Path
) -> None:
    """The journal may be gone, or the report, or what was answered; none of it is asked again."""
    out = tmp_path / "out"
    audit(servers, out, "--live")
    left, asked = tree(out), servers.asked
    for path in out.iterdir():
        if path.name == lost or (lost == "all but" and path.name != "results.jsonl"):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    again = audit(servers, out, "--live", "--resume")
    assert (again.exception, again.return_value) == (None, 1)
    # What was answered is in the journal: without it the report has no proofs to link.
    gone = {name for name in left if lost == "all but" and name.startswith("exchanges/")}
    gone |= {"journal.done.jsonl"} if lost in {"all but", "journal.done.jsonl"} else set()
    assert tree(out).keys() == left.keys() - gone
    if not gone:
        assert tree(out) == left
    assert servers.asked == asked


def test_without_journal_and_results_there_is_nothing_to_go_on_with(
    servers: Loopback, tmp_path: Path
) -> None:
    """One line, exit code 3, nothing asked; results of a replay are no live run's either."""
    for out in (tmp_path / "none", tmp_path / "other"):
        if out.name == "other":
            audit(servers, out, "--live", suite="no_tool_needed")
            (out / "journal.done.jsonl").unlink()
        asked = servers.asked
        again = audit(servers, out, "--live", "--resume", "--overwrite")
        assert isinstance(again.exception, ToolwireError)
        told = f"{out / 'journal.jsonl'}: nothing to go on with (leave out --resume)"
        assert str(again.exception) == told
        assert servers.asked == asked
