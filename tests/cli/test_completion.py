"""What a shell completes, by click's own words and in the shells themselves."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from tests.support.root import PYTHONPATH, ROOT
from toolwire.cli import toolwire
from toolwire.providers import load_providers
from toolwire.rules import RULES
from toolwire.suites import load_suites

PAGE = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
PROVIDER = """\
provider: acme
title: Acme
dialect: openai-chat
base_url: https://acme.invalid/v1
models: [{id: m1, confirmed: false}]
"""
#: The line of each shell on the page.
LINES = {
    shell: line
    for line in PAGE.splitlines()
    if (shell := (re.findall(r"_TOOLWIRE_COMPLETE=(\w+)_source", line) or [""])[0])
}


def completed(*words: str) -> list[str]:
    """Return what the last of some words may become."""
    shell = ShellComplete(toolwire, {}, "toolwire", "_TOOLWIRE_COMPLETE")
    return [one.value for one in shell.get_completions([*words[:-1]], words[-1])]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (("aud",), ["audit"]),
        (("audit", "-p", "op"), ["openai", "openrouter"]),
        (("audit", "-p", "openai/"), ["openai/gpt-6-luna"]),
        (("plan", "-p", "openai", "--model", "gpt"), ["gpt-6-luna"]),
        (("audit", "-s", "par"), ["parallel_calls"]),
        (("serve", "-d", "oll"), ["ollama-chat"]),
        (("verify", "--dialect", "a"), ["auto", "all", "anthropic-messages"]),
        (("audit", "--fail-on", "e"), ["error"]),
        (("list", "fa"), ["faults"]),
        (("cassettes", "ch"), ["check"]),
        (("serve", "-d", "openai-chat", "--fault", "tc304"), ["TC304"]),
        (("explain", "TX10"), [rule for rule in RULES if rule.startswith("TX10")]),
        (("audit", "-p", "nobody/"), []),
    ],
)
def test_words_are_completed(words: tuple[str, ...], found: list[str]) -> None:
    """Commands, options' words, providers, their models, suites, rules and formats."""
    assert completed(*words) == found


def test_nothing_is_left_out() -> None:
    """What is read off names of files is what loading the files gives."""
    assert completed("audit", "-p", "") == [one.id for one in load_providers()]
    assert set(completed("audit", "-s", "")) == {one.id for one in load_suites()}
    assert completed("explain", "") == list(RULES)


def test_own_providers_are_completed(tmp_path: Path) -> None:
    """Where their folder was named before; a broken file is no message in the middle of a line."""
    (tmp_path / "acme.yaml").write_text(PROVIDER)
    named = ("audit", "--providers", str(tmp_path))
    assert completed(*named, "-p", "ac") == ["acme"]
    assert completed(*named, "-p", "acme/") == ["acme/m1"]
    (tmp_path / "acme.yaml").write_text("[")
    assert completed(*named, "-p", "acme/") == []
    assert completed("audit", "--providers", str(tmp_path / "gone"), "-p", "ac") == []


def in_shell(shell: str, script: str, home: Path) -> list[str]:
    """Return what a shell prints, in which the program is found as a user's is."""
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"there is no {shell}")
    bare = {"bash": ["--norc"], "zsh": ["-f"], "fish": []}[shell]
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [program, *bare, "-c", script],
        capture_output=True, check=False, text=True, timeout=60,
        env={**os.environ, "PATH": path, "PYTHONPATH": PYTHONPATH, "HOME": str(home)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_the_line_for_bash_works(tmp_path: Path) -> None:
    """As printed on the page, in a shell of its own."""
    asking = "COMP_WORDS=(toolwire audit -p op); COMP_CWORD=3; _toolwire_completion toolwire\n"
    script = f'{LINES["bash"]}\n{asking}printf "%s\\n" "${{COMPREPLY[@]}}"'
    assert in_shell("bash", script, tmp_path) == ["openai", "openrouter"]


def test_the_line_for_zsh_works(tmp_path: Path) -> None:
    """As printed on the page: the program is completed by its own function."""
    script = f"autoload -Uz compinit; compinit -u\n{LINES['zsh']}\nprint ${{_comps[toolwire]}}"
    assert in_shell("zsh", script, tmp_path) == ["_toolwire_completion"]


def test_the_line_for_fish_works(tmp_path: Path) -> None:
    """As printed on the page: the next shell completes."""
    (tmp_path / ".config" / "fish" / "completions").mkdir(parents=True)
    assert in_shell("fish", LINES["fish"], tmp_path) == []
    asked = in_shell("fish", 'complete -C "toolwire audit -p op"', tmp_path)
    assert asked == ["openai", "openrouter"]


def test_completing_imports_nothing_heavy() -> None:
    """A press of Tab waits for no report, no HTTP client and no rule."""
    heavy = ("aiohttp", "jinja2", "pandas", "rich", "toolwire.rules", "toolwire.jobs", "yaml")
    code = (
        "import os, sys\n"
        "from toolwire.cli import toolwire\n"
        "try:\n"
        "    toolwire.main(['x'], prog_name='toolwire')\n"
        "except SystemExit:\n"
        "    pass\n"
        f"print(sorted(set({heavy!r}) & set(sys.modules)), file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True, check=True, text=True,
        env={
            **os.environ, "PYTHONPATH": PYTHONPATH, "_TOOLWIRE_COMPLETE": "bash_complete",
            "COMP_WORDS": "toolwire audit -p op", "COMP_CWORD": "3",
        },
    )  # fmt: skip
    assert done.stdout.split() == ["plain,openai", "plain,openrouter"]
    assert done.stderr.strip() == "[]"
