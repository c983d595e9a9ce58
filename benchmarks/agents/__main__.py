"""Run real agents against `toolwire serve`, and say of each request how it was answered.

    python benchmarks/agents --into FOLDER [NAME ...]

Agents come from npm and PyPI into the folder, by the names of `agents.yaml`; nothing but the
registries and the server on this machine is asked. A line for each: what it sent, what was
answered, and whether it did what it was told. The exit code is 1 where one did not, or got an
answer of 4xx or 5xx that its vendor would not give.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import yaml

HERE = Path(__file__).parent
#: Seconds an agent has, start and all.
_LONGEST = 120
_FAILED = 400
#: What of the environment an agent needs to run at all; keys are none of it.
_KEPT = ("PATH", "LANG", "LC_ALL", "TMPDIR", "SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS")


@dataclass(frozen=True, slots=True)
class AgentRecipe:
    """A row of `agents.yaml`."""

    name: str
    dialects: tuple[str, ...]
    command: tuple[str, ...]
    says: str
    npm: str = ""
    pip: tuple[str, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict)
    home: Mapping[str, str] = field(default_factory=dict)
    refused: Mapping[str, str] = field(default_factory=dict)


def recipes() -> tuple[AgentRecipe, ...]:
    """Read the table."""
    rows = yaml.safe_load((HERE / "agents.yaml").read_text(encoding="utf-8"))
    lists = ("dialects", "command", "pip")
    return tuple(
        AgentRecipe(**{key: tuple(v) if key in lists else v for key, v in row.items()})
        for row in rows
    )


def programs(recipe: AgentRecipe, into: Path) -> Path:
    """Install an agent, and return the folder of its programs."""
    if recipe.npm:
        if not (into / "node_modules" / recipe.npm).is_dir():
            _quietly("npm", "install", "--no-fund", "--no-audit", "--prefix", into, recipe.npm)
        return into / "node_modules" / ".bin"
    venv = into / f"venv-{recipe.name}"
    if not venv.is_dir():
        _quietly(sys.executable, "-m", "venv", venv)
        _quietly(venv / "bin" / "pip", "install", "-q", *recipe.pip)
    return venv / "bin"


def _quietly(*command: str | Path) -> None:
    subprocess.run([*map(str, command)], check=True, stdout=subprocess.DEVNULL)


@contextmanager
def served(dialects: Sequence[str], log: Path) -> Iterator[str]:
    """Serve some dialects, log each request, and yield the address."""
    spoken = [part for name in dialects for part in ("-d", name)]
    command = [sys.executable, "-m", "toolwire", "serve", *spoken]
    with (
        log.open("w", encoding="utf-8") as told,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=told, text=True) as server,
    ):
        try:
            assert server.stdout is not None
            yield server.stdout.readline().strip()
        finally:
            server.terminate()


def run(recipe: AgentRecipe, into: Path) -> tuple[str, Counter[str]]:
    """Run an agent once, and return what it printed and how its requests were answered."""
    found = programs(recipe, into)
    with tempfile.TemporaryDirectory(prefix="agent-") as scratch:
        cwd, home, log = (Path(scratch) / name for name in ("work", "home", "log"))
        cwd.mkdir()
        (cwd / "note.txt").write_text("hello\n", encoding="utf-8")
        for name, text in {".keep": "", **recipe.home}.items():
            (home / name).parent.mkdir(parents=True, exist_ok=True)
            (home / name).write_text(text, encoding="utf-8")
        with served(recipe.dialects, log) as url:
            words = {"{url}": url, "{bin}": str(found), "{here}": str(HERE), "{cwd}": str(cwd)}
            command = [_filled(part, words) for part in recipe.command]
            own = {key: _filled(value, words) for key, value in recipe.env.items()}
            kept = {key: os.environ[key] for key in _KEPT if key in os.environ}
            printed = _printed(command, cwd, {**kept, "HOME": str(home), **own})
        answered = Counter(map(_short, log.read_text(encoding="utf-8").splitlines()))
    return printed, answered


def _printed(command: Sequence[str], cwd: Path, env: Mapping[str, str]) -> str:
    try:
        done = subprocess.run(
            command,
            cwd=cwd,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=_LONGEST,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"did not end in {_LONGEST} s"
    return done.stdout.decode("utf-8", "replace")


def _filled(text: str, words: Mapping[str, str]) -> str:
    for word, value in words.items():
        text = text.replace(word, value)
    return text


def _short(line: str) -> str:
    """Return method, path and status of a line of the log."""
    return " ".join(line.split(" ")[:3])


def amiss(recipe: AgentRecipe, printed: str, answered: Counter[str]) -> list[str]:
    """Return what is wrong with a run, a line each."""
    wrong = [
        f"answered {line}"
        for line in answered
        if int(line.rpartition(" ")[2]) >= _FAILED and line not in recipe.refused
    ]
    if recipe.says not in printed:
        wrong.append(f"does not say {recipe.says!r}: {printed[-500:]!r}")
    return wrong


def main() -> int:
    """Run the agents that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--into", type=Path, required=True, help="where agents are installed")
    parser.add_argument("names", nargs="*", help="of agents.yaml; all by default")
    asked = parser.parse_args()
    failed = 0
    for recipe in recipes():
        if asked.names and recipe.name not in asked.names:
            continue
        printed, answered = run(recipe, asked.into.resolve())
        wrong = amiss(recipe, printed, answered)
        failed += bool(wrong)
        print(f"{recipe.name}: {'; '.join(wrong) or 'ends well'}")
        for line, count in sorted(answered.items()):
            print(f"  {count} x {line}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
