"""Servers are started, waited for, and surely ended."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from servers.cache import MissingError
from servers.process import free_port, running, stop, wait_until_ready

pytestmark = pytest.mark.skipif(os.name != "posix", reason="process groups are POSIX's")

#: Says 503 until half a second has passed, then 200.
SLOW = """
import http.server, sys, time
begun = time.monotonic()
class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200 if time.monotonic() - begun > 0.5 else 503)
        self.end_headers()
http.server.HTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
"""
#: Does not end when it is asked to, nor does its child, whose number it writes into a file.
STUBBORN = """
import pathlib, signal, subprocess, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
words = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(60)"
child = subprocess.Popen([sys.executable, "-c", words])
path = pathlib.Path(sys.argv[1])
path.with_suffix(".new").write_text(str(child.pid))
path.with_suffix(".new").rename(path)
time.sleep(60)
"""


def python(script: str, *words: str) -> list[str]:
    """Return the command of a script."""
    return [sys.executable, "-c", script, *words]


def test_a_server_is_waited_for_until_it_answers_well(tmp_path: Path) -> None:
    """No answer and 503 are not ready; leaving ends it."""
    port, log = free_port(), tmp_path / "log"
    with running(python(SLOW, str(port)), tmp_path, os.environ, log) as process:
        wait_until_ready(process, f"http://127.0.0.1:{port}/health", 20, log)
        assert '" 503 ' in log.read_text()
        assert process.poll() is None
    assert process.poll() is not None


def test_a_server_that_ends_at_once_is_missing_with_its_last_words(tmp_path: Path) -> None:
    """What it wrote is the reason; its log is named."""
    log = tmp_path / "log"
    script = "import sys; print('no such model'); sys.exit(3)"
    with (
        running(python(script), tmp_path, os.environ, log) as process,
        pytest.raises(MissingError, match="ended with code 3: no such model / see "),
    ):
        wait_until_ready(process, f"http://127.0.0.1:{free_port()}/", 20, log)


def test_a_server_that_never_answers_is_missing(tmp_path: Path) -> None:
    """The wait has an end, and the process too."""
    log = tmp_path / "log"
    with (
        running(python("import time; time.sleep(60)"), tmp_path, os.environ, log) as process,
        pytest.raises(MissingError, match=r"not ready after 0\.5 seconds"),
    ):
        wait_until_ready(process, f"http://127.0.0.1:{free_port()}/", 0.5, log)
    assert process.poll() is not None


def test_a_program_that_is_not_there_is_missing(tmp_path: Path) -> None:
    """The reason is the system's own."""
    with (
        pytest.raises(MissingError, match="cannot be started"),
        running(["./no-such-server"], tmp_path, os.environ, tmp_path / "log"),
    ):
        raise AssertionError


def test_a_stubborn_server_and_its_child_are_killed(tmp_path: Path) -> None:
    """Who does not end when asked is killed, with its whole group."""
    told = tmp_path / "child"
    with running(python(STUBBORN, str(told)), tmp_path, os.environ, tmp_path / "log") as process:
        _until(told.exists)
        stop(process, grace=0.2)
        assert process.returncode is not None
    child = int(told.read_text())
    _until(lambda: _gone(child))


def test_ctrl_c_ends_the_server(tmp_path: Path) -> None:
    """As any error does that comes while it runs."""
    started: list[subprocess.Popen[bytes]] = []

    def interrupted() -> None:
        command = python("import time; time.sleep(60)")
        with running(command, tmp_path, os.environ, tmp_path / "log") as process:
            started.append(process)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert started[0].returncode is not None


def _until(there: object) -> None:
    until = time.monotonic() + 20
    while not there():  # type: ignore[operator]
        assert time.monotonic() < until
        time.sleep(0.02)


def _gone(pid: int) -> bool:
    """Say whether a process has ended; one that nobody has waited for is a zombie."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return True
    return state == "Z"
