"""Where servers are kept: outside the checkout, and installed once."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from servers.installing import source_of
from servers.recipe import MODEL, Recipe

#: Last word of an installation: what a broken-off one lacks.
_DONE = "installed"
_LAST_LINES = 3


class MissingError(Exception):
    """A server that cannot be had or started; the message is the reason."""


def default_folder(environ: Mapping[str, str], platform: str = sys.platform) -> Path:
    """Return `$TOOLWIRE_SERVERS`, else `toolwire/servers` where the platform keeps caches."""
    if environ.get("TOOLWIRE_SERVERS"):
        return Path(environ["TOOLWIRE_SERVERS"])
    home = Path(environ.get("HOME") or Path.home())
    usual = {
        "win32": Path(environ.get("LOCALAPPDATA") or home / "AppData" / "Local"),
        "darwin": home / "Library" / "Caches",
    }
    other = Path(environ.get("XDG_CACHE_HOME") or home / ".cache")
    return usual.get(platform, other) / "toolwire" / "servers"


@dataclass(frozen=True, slots=True)
class Cache:
    """The folder of servers, of their logs and of the model."""

    folder: Path

    def home(self, recipe: Recipe) -> Path:
        """Return where a server is installed."""
        return self.folder / f"{recipe.name}-{recipe.release}"

    def log(self, name: str) -> Path:
        """Return a log; its folder is there."""
        (self.folder / "logs").mkdir(parents=True, exist_ok=True)
        return self.folder / "logs" / f"{name}.log"

    def install(self, recipe: Recipe) -> Path:
        """Install a server that is not there, or that was broken off, and return where it is.

        Raises:
            MissingError: it cannot be installed.
        """
        home = self.home(recipe)
        if (home / _DONE).is_file():
            return home
        print(f"{recipe.name}: installing {recipe.release} into {home}", flush=True)
        shutil.rmtree(home, ignore_errors=True)
        home.mkdir(parents=True)
        log = self.log(f"{recipe.name}-install")
        log.unlink(missing_ok=True)

        def shell(*words: str, at: Path = home) -> None:
            run(words, at, log)

        try:
            recipe.install(home, shell)
        except (OSError, ValueError) as error:
            raise MissingError(f"cannot be installed: {error}") from error
        (home / _DONE).write_text(f"{recipe.release}\n", encoding="utf-8")
        return home

    def version(self, recipe: Recipe) -> str:
        """Return what a server says that it is.

        Raises:
            MissingError: it says nothing.
        """
        words = [word.format(home=self.home(recipe)) for word in recipe.version]
        try:
            done = subprocess.run(words, capture_output=True, text=True, check=True, timeout=60)
        except (OSError, subprocess.SubprocessError) as error:
            raise MissingError(f"does not say its version: {error}") from error
        return done.stdout.strip()

    def build_model(self, llama: Recipe | None) -> None:
        """Build the scripted model: it answers the suites as they are now.

        Args:
            llama: the server whose sources write the model's GGUF; None where nobody needs one.

        Raises:
            MissingError: it cannot be built.
        """
        gguf = () if llama is None else ("--gguf", str(source_of(self.home(llama))))
        words = (*("-m", "servers.scripted_model", "build"), str(self.folder / MODEL), *gguf)
        run((sys.executable, *words), Path(__file__).parents[1], self.log("model"))


def run(words: tuple[str, ...], at: Path, log: Path) -> None:
    """Run a command with its output in a log.

    Raises:
        MissingError: it cannot be run, or ends with an error; the log's last lines tell.
    """
    # Threads of BLAS that wait for each other make the model's build many times slower.
    environ = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    with log.open("ab") as out:
        try:
            subprocess.run(
                words,
                cwd=at,
                env=environ,
                stdout=out,
                stderr=out,
                stdin=subprocess.DEVNULL,
                check=True,
            )
        except (OSError, subprocess.SubprocessError) as error:
            tool = " ".join(words[:4])
            raise MissingError(f"`{tool} ...` failed: {last_lines(log) or error}") from error


def last_lines(log: Path) -> str:
    """Return what a log ends with, on one line, and where it is."""
    lines = log.read_text(encoding="utf-8", errors="replace").split("\n") if log.exists() else []
    told = [" ".join(line.split())[:200] for line in lines if line.strip()]
    return " / ".join((*told[-_LAST_LINES:], f"see {log}"))
