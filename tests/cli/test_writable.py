"""A place that cannot be written is told before the first request, which may have to be paid for."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import pytest
from aiohttp import web
from click.testing import CliRunner, Result

from tests.jobs.verify.bench import running
from tests.support.forked import run_forked
from tests.support.loopback import Loopback, loopback
from tests.support.moments import tree
from toolwire.cli import toolwire
from toolwire.cli.writable import check_writable
from toolwire.jobs.serve import Server
from toolwire.jobs.serve.http import application
from toolwire.model.errors import ToolwireError


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Loopback]:
    """Start servers that count what they are asked."""
    with loopback(tmp_path_factory.mktemp("loopback") / "providers") as found:
        yield found


def file_in_the_way(place: Path) -> None:
    """Have a file where a folder has to be, which stops root too."""
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text("mine")


def dangling_link(place: Path) -> None:
    """Have a link to nowhere where a folder has to be."""
    place.parent.mkdir(parents=True, exist_ok=True)
    place.symlink_to(place.parent / "not" / "there")


def run(*words: str | Path) -> Result:
    """Run `toolwire`."""
    return CliRunner().invoke(toolwire, [*map(str, words)], standalone_mode=False)


def refused(done: Result, where: Path) -> None:
    """Make sure that a run ended with one line about a place, and exit code 3."""
    if isinstance(done.exception, click.BadParameter):  # which is exit code 3 as well
        assert "is a file" in str(done.exception)
        return
    assert isinstance(done.exception, ToolwireError), done.output
    assert done.exception.exit_code == 3
    told = str(done.exception)
    assert told.startswith(f"{where}: cannot write: "), told
    assert told.endswith("(nothing was asked; mend it, or name another place)")


@pytest.mark.parametrize("spoil", [file_in_the_way, dangling_link])
@pytest.mark.parametrize("how", ["--live", "--record", "--live --shard 1/2"])
@pytest.mark.parametrize(
    ("spoilt", "told"),
    [
        ("cassettes", "cassettes/acme-chat/reference-model"),
        ("cassettes/acme-chat", "cassettes/acme-chat/reference-model"),
        ("up", "up/out"),
        ("out/quirks", "out/quirks"),
        ("out/exchanges", "out/exchanges/acme-chat/reference-model"),
        ("out/exchanges.part", "out/exchanges.part/acme-chat/reference-model"),
        ("files", "files"),
    ],
)
def test_a_place_of_an_audit_that_is_none_costs_nothing(  # noqa: PLR0917 - a table
    spoil: Callable[[Path], None],
    how: str,
    spoilt: str,
    told: str,
    servers: Loopback,
    tmp_path: Path,
) -> None:
    """Cassettes, output, journal, passports, answers, documents: exit 3, no request, no litter."""
    record = how == "--record"
    if spoilt.startswith("cassettes") and not record:
        pytest.skip("without --record no cassettes are written")
    out = tmp_path / ("up/out" if spoilt == "up" else "out")
    spoil(tmp_path / spoilt)
    before, asked = tree(tmp_path), servers.asked
    words = ["audit", "-p", "acme-chat", "-s", "no_tool_needed", "-q", *how.split(), "-o", out]
    words += ["--providers", servers.providers, "--junit", tmp_path / "files" / "junit.xml"]
    words += ["--cassettes", tmp_path / "cassettes"] if record else []
    refused(run(*words), tmp_path / told)
    assert servers.asked == asked
    assert tree(tmp_path) == before
    assert not out.exists() or [*out.rglob("*")] == [tmp_path / spoilt]


@pytest.mark.parametrize("option", ["--junit", "--sarif"])
def test_a_folder_in_the_place_of_a_file_costs_nothing(
    option: str, servers: Loopback, tmp_path: Path
) -> None:
    """Pages too: a folder that has the name of one is told before anything is asked."""
    asked = servers.asked
    words = ["audit", "-p", "acme-chat", "-s", "no_tool_needed", "-q", "--live"]
    words += ["--providers", str(servers.providers), "-o", str(tmp_path / "out")]
    (tmp_path / "out" / "report.html").mkdir(parents=True)
    refused(run(*words), tmp_path / "out" / "report.html")
    (tmp_path / "out" / "report.html").rmdir()
    file_in_the_way(tmp_path / "file")
    done = run(*words, option, tmp_path / "file" / "f")
    refused(done, tmp_path / "file")
    assert servers.asked == asked


@pytest.mark.parametrize("spoil", [file_in_the_way, dangling_link])
@pytest.mark.parametrize(
    "spoilt", ["up", "up/out/cassettes", "up/out/requests", "up/out/providers"]
)
def test_a_place_of_verify_that_is_none_costs_nothing(
    spoil: Callable[[Path], None], spoilt: str, tmp_path: Path
) -> None:
    """Not even a probe is sent to a server whose verdict could not be written."""
    asked: list[str] = []

    @web.middleware
    async def counted(request: web.Request, handler: object) -> web.StreamResponse:
        asked.append(request.path)
        return await handler(request)  # type: ignore[operator,no-any-return]

    app = application(Server(("openai-chat",)))
    app.middlewares.append(counted)
    spoil(tmp_path / spoilt)
    with running(app) as url:
        done = run("verify", url, "--model", "m", "-q", "-o", tmp_path / "up" / "out")
    refused(done, tmp_path / ("up/out" if spoilt == "up" else spoilt))
    assert asked == []


def test_a_trial_leaves_nothing_and_needs_nothing(tmp_path: Path) -> None:
    """Folders made for it go again; a device is written to as it is, and not tried."""
    check_writable([tmp_path / "a" / "b"], [Path(os.devnull), tmp_path / "c" / "f"])
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.geteuid() == 0, reason="LEFT OUT: root may write everywhere")
def test_a_folder_without_permission_is_told(tmp_path: Path) -> None:
    """A folder that only its owner could change, and has not."""
    tmp_path.chmod(0o500)
    with pytest.raises(ToolwireError, match="Permission denied"):
        check_writable([tmp_path])


@pytest.fixture
def full(tmp_path: Path) -> Iterator[Path]:
    """Mount a file system of 64 KB, where that is allowed."""
    place = tmp_path / "full"
    place.mkdir()
    mount = shutil.which("mount")
    words = [mount or "mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(place)]
    if mount is None or subprocess.run(words, check=False, capture_output=True).returncode:
        pytest.skip("LEFT OUT: a small file system cannot be mounted here")
    yield place
    subprocess.run(["umount", str(place)], check=True)


def test_a_full_disk_is_told_before_anything_is_asked(full: Path, servers: Loopback) -> None:
    """An empty file fits on a full disk; the trial writes a page."""
    (full / "fill").write_bytes(b"x" * 64 * 1024)
    asked = servers.asked
    words = ["audit", "-p", "acme-chat", "-s", "no_tool_needed", "-q", "--live"]
    done = run(*words, "--providers", servers.providers, "-o", full)
    refused(done, full)
    assert servers.asked == asked


@pytest.mark.parametrize("limit", [4_000, 30_000, 60_000, 100_000])
def test_a_disk_that_fills_up_loses_nothing(limit: int, servers: Loopback, tmp_path: Path) -> None:
    """One line that says what to do; with room --resume pays for no answer that was kept."""
    out = tmp_path / "out"
    line = ["audit", "-p", "acme-chat", "-s", "round_trip", "-q"]
    line += ["--live", "--providers", str(servers.providers), "-o", str(out), "--concurrency", "4"]
    asked = servers.asked
    done = subprocess.run(
        [sys.executable, "-m", "toolwire", *line],
        check=False,
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
    )
    assert done.returncode == 3
    (told,) = done.stderr.splitlines()
    assert "File too large" in told
    assert not list(out.rglob("*.part/*.part"))
    resumable = (out / "journal.jsonl").exists()
    again = run_forked([*line, *(["--resume"] if resumable else [])])
    assert again.returncode == 0
    whole = servers.asked - asked
    first = servers.asked
    fresh = [*line[: line.index("-o")], "-o", str(tmp_path / "fresh"), "--concurrency", "4"]
    assert run_forked(fresh).returncode == 0
    # At most what was in flight when the disk was full was asked again.
    assert whole <= servers.asked - first + 4
