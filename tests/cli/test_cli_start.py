"""Start-up: what the command line imports before it has to."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.support.root import ROOT
from toolwire.cli import COMMANDS, main, toolwire

HEAVY = ("pandas", "vcr", "aiohttp", "pytest", "jinja2")
#: What only a report needs, which other commands have to work without.
OF_REPORTS = ("pandas", "numpy", "jinja2", "leather")
#: What only asking needs.
OF_NETWORK = ("aiohttp", "botocore")
OFFLINE = {
    "--help": 0,
    "--version": 0,
    "explain TC304": 0,
    "list suites": 0,
    "list providers": 0,
    "list rules": 0,
    "list dialects": 0,
    "plan -p vllm -s single_call": 0,
    "cassettes check -p vllm": 0,
    "cassettes compose -o composed -p vllm -s single_call": 0,
    "cassettes scrub --check {suites}": 0,
    "lint {cassettes}": 1,
    "audit --help": 0,
}


def without(absent: Sequence[str], *words: str) -> list[str]:
    """Return how a command is run where some packages cannot be imported."""
    code = (
        f"import sys\nfor name in {tuple(absent)!r}: sys.modules[name] = None\n"
        "from toolwire.cli import main\nsys.exit(main())"
    )
    return [sys.executable, "-c", code, *words]


@pytest.mark.parametrize("line", OFFLINE)
def test_it_works_without_what_reports_and_asking_need(line: str, tmp_path: Path) -> None:
    """Commands that write no report and ask nobody need none of the packages that do."""
    places = {"suites": ROOT / "suites", "cassettes": ROOT / "cassettes" / "vllm"}
    words = [word.format_map(places) for word in line.split()]
    done = subprocess.run(
        without((*OF_REPORTS, *OF_NETWORK), *words),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == OFFLINE[line], done.stdout + done.stderr
    assert done.stdout


def test_a_server_is_verified_without_what_reports_need() -> None:
    """Neither `serve` nor `verify` imports pandas, numpy, jinja2 or leather."""
    serve = without(OF_REPORTS, "serve", "-d", "openai-chat", "--quiet")
    with subprocess.Popen(serve, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            url = server.stdout.readline().strip()
            words = ("verify", "--model", "m", "--dialect", "openai-chat", "--quiet", url)
            verify = without(OF_REPORTS, *words)
            done = subprocess.run(verify, capture_output=True, text=True, check=False)
        finally:
            server.terminate()
    assert done.returncode == 0, done.stdout + done.stderr
    assert "OpenAI-compatible" in done.stdout


def test_help_imports_nothing_heavy() -> None:
    """`toolwire --help` leaves pandas, vcr, aiohttp, pytest and jinja2 unimported."""
    code = (
        "import sys\n"
        "from click.testing import CliRunner\n"
        "from toolwire.cli import toolwire\n"
        "assert CliRunner().invoke(toolwire, ['--help']).exit_code == 0\n"
        f"print(sorted(set({HEAVY!r}) & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("name", list(COMMANDS))
def test_help_of_a_command_imports_nothing_of_its_work(name: str) -> None:
    """What a command does is imported when it runs: its help is as quick as the overview."""
    code = (
        "import sys\n"
        "from click.testing import CliRunner\n"
        "from toolwire.cli import toolwire\n"
        f"assert CliRunner().invoke(toolwire, [{name!r}, '--help']).exit_code == 0\n"
        "work = ('toolwire.jobs', 'toolwire.rules', 'toolwire.cli.runs', 'yaml', 'rich')\n"
        f"print(sorted({{*{HEAVY!r}, *work}} & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("name", list(COMMANDS))
def test_every_command_loads_and_explains_itself(name: str) -> None:
    """Each command of the table can be imported and prints its help."""
    result = CliRunner().invoke(toolwire, [name, "--help"])
    assert result.exit_code == 0, result.output
    assert "Usage:" in result.output


def test_an_unknown_command_is_a_usage_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A command that does not exist ends with exit 3 and one clear line."""
    monkeypatch.setattr(sys, "argv", ["toolwire", "frobnicate"])
    with pytest.raises(SystemExit) as stop:
        main()
    assert stop.value.code == 3
    assert "frobnicate" in capsys.readouterr().err
