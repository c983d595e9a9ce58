"""Start-up: what the command line imports before it has to."""

from __future__ import annotations

import subprocess
import sys

import pytest
from click.testing import CliRunner

from toolwire.cli import COMMANDS, main, toolwire

HEAVY = ("pandas", "vcr", "aiohttp", "pytest", "jinja2")


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
