"""Standard streams that are closed, full, or whose reader went away: no traceback, nothing lost."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.support.forked import program, run_forked
from tests.support.root import ROOT
from toolwire.cli import COMMANDS
from toolwire.io.json_text import object_of, parse
from toolwire.results import read

FULL = "toolwire: standard output: cannot write: No space left on device"
#: One line of every command that ends by itself, and one that is refused.
LINES = {
    "audit": "audit -p vllm -s single_call -o {out}",
    "audit as JSON": "audit -p vllm -s single_call -o {out} --json",
    "cassettes": "cassettes check --cassettes {cassettes}",
    "demo": "demo --help",
    "diff": "diff {results} {results}",
    "doctor": "doctor",
    "explain": "explain TC304",
    "init": "init -o {out}",
    "lint": "lint {traffic} --json",
    "list": "list rules",
    "plan": "plan -p openai -s single_call",
    "report": "report {results} -o {out}",
    "selftest": "selftest -d ollama-chat",
    "site": "site {results} -o {out}",
    "submission": "submission --help",
    "verify": "verify --help",
    "serve": "serve -d nothing",
}
CLOSED, ALL_CLOSED = ">&-", ">&- 2>&- <&-"
#: Lines that an interpreter of its own is started for as well: one that asks, prints and writes, one that is refused.
STARTED = {"audit as JSON", "serve"}


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Make what the lines read."""
    folder = tmp_path_factory.mktemp("there")
    words = ["audit", "-p", "vllm", "-s", "single_call", "-q", "-o", str(folder / "results")]
    assert run_forked(words).returncode == 0
    traffic = ROOT / "cassettes" / "vllm" / "scripted" / "single_call.required.blocking.yaml"
    cassettes = folder / "cassettes"
    cassettes.mkdir()
    (cassettes / "transformers").symlink_to(ROOT / "cassettes" / "transformers")
    return {"results": folder / "results", "traffic": traffic, "cassettes": cassettes}


def started(name: str, there: dict[str, Path], out: Path, shell: str) -> tuple[int, str]:
    """Run a line by an interpreter that a shell starts; return exit code and standard error."""
    return _in_shell(f"{sys.executable} -m toolwire {LINES[name].format(out=out, **there)} {shell}")


def led(name: str, there: dict[str, Path], out: Path, shell: str) -> tuple[int, str]:
    """Run a line with its streams led somewhere by a shell; return exit code and standard error."""
    (out.parent / "toolwire").write_text(program(), encoding="utf-8")
    return _in_shell(f"sh {out.parent}/toolwire {LINES[name].format(out=out, **there)} {shell}")


def _in_shell(line: str) -> tuple[int, str]:
    words = f"set -o pipefail; {line}"
    done = subprocess.run(
        ["bash", "-c", words], check=False, capture_output=True, text=True, timeout=120
    )
    return done.returncode, done.stderr


def test_every_command_has_a_line() -> None:
    """A new command is tried as well."""
    assert {line.split()[0] for line in LINES.values()} == set(COMMANDS)


@pytest.mark.parametrize("name", LINES)
def test_no_stream_ends_a_command(name: str, there: dict[str, Path], tmp_path: Path) -> None:
    """A reader that went away, or closed streams: the command's own exit code, and no more words."""
    code, told = led(name, there, tmp_path / "0", ">/dev/null")
    assert "Traceback" not in told
    ways = [(led, shell) for shell in ("| true", CLOSED, "2>/dev/full >/dev/null", ALL_CLOSED)]
    if name in STARTED:
        ways += [(started, CLOSED), (started, ALL_CLOSED)]
    for number, (run, shell) in enumerate(ways, start=1):
        found, words = run(name, there, tmp_path / str(number), shell)
        assert found == code, (shell, words)
        assert len(words) <= len(told) + 8, (shell, words)


@pytest.mark.parametrize("name", sorted(set(LINES) - {"serve"}))
def test_a_full_standard_output_is_told(name: str, there: dict[str, Path], tmp_path: Path) -> None:
    """One line and exit code 3; what is written elsewhere is there."""
    code, told = led(name, there, tmp_path / "out", "> /dev/full")
    assert (code, told.splitlines()[-1]) == (3, FULL)
    assert "Traceback" not in told
    if name.startswith("audit"):
        assert read(tmp_path / "out").count == len(list(read(tmp_path / "out")))
        assert (tmp_path / "out" / "report.html").is_file()


def test_a_reader_that_goes_away_costs_no_results(there: dict[str, Path], tmp_path: Path) -> None:
    """`audit --json | head -1`: the first line is printed, all of them are written."""
    code, _ = led("audit as JSON", there, tmp_path / "out", f"| head -1 > {tmp_path / 'first'}")
    assert code == 0
    assert object_of(parse((tmp_path / "first").read_bytes()))["provider"] == "vllm"
    assert read(tmp_path / "out").count > 5


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_is_told_in_one_line(number: signal.Signals) -> None:
    """Where nothing was paid for there is nothing to go on with: the line is short."""
    start = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "signal.signal(signal.SIGHUP, signal.SIG_DFL)\n"
        "import toolwire.cli.commands.listing as module, time\n"
        "module.command.callback = lambda **_: (print('ready', flush=True), time.sleep(60))\n"
        "from toolwire.cli import main; main()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", start, "list", "rules"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as run:
        assert run.stdout is not None
        run.stdout.readline()
        time.sleep(0.05)
        run.send_signal(number)
        _, told = run.communicate(timeout=60)
    assert (run.returncode, told.strip()) == (128 + number, "toolwire: interrupted")
