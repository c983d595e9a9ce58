"""The package as it is distributed: built, and installed beside a project of somebody else."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Environment", "build", "environment"]

ROOT = Path(__file__).resolve().parents[2]
#: Told of every file that a program opens and every folder that it lists, below one folder.
_WATCH = """\
import os
import sys

WATCHED, LOG = os.environ.get("WATCHED"), os.environ.get("WATCH_LOG")


def watch(event, args):
    if event not in {"open", "os.listdir", "os.scandir"}:
        return
    try:
        path = os.path.abspath(os.fsdecode("." if args[0] is None else args[0]))
    except TypeError:
        return  # a file that is open
    if path == WATCHED or path.startswith(WATCHED + os.sep):
        os.write(FILE, f"{event} {path}\\n".encode())


if WATCHED and LOG:
    FILE = os.open(LOG, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    sys.addaudithook(watch)
"""


def build(root: Path, out: Path) -> tuple[Path, Path]:
    """Build wheel and source distribution of a checkout, with nothing from a network.

    Returns:
        Both files, the wheel first.
    """
    words = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-t", "sdist", "-d"]
    subprocess.run([*words, str(out)], cwd=root, check=True, capture_output=True, text=True)
    (wheel,), (source,) = out.glob("*.whl"), out.glob("*.tar.gz")
    return wheel, source


@dataclass(frozen=True, slots=True)
class Environment:
    """A virtual environment with what toolwire depends on, and toolwire once it is installed.

    Attributes:
        folder: where it is.
        watched: folder of which `opened` tells.
    """

    folder: Path
    watched: Path

    def run(self, *words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
        """Run a program of the environment, with no setting of this process."""
        program = self.folder / "bin" / words[0]
        return subprocess.run(
            [str(program), *words[1:]],
            cwd=cwd,
            env={
                "PATH": os.defpath,
                "HOME": str(self.folder),
                # What is compiled already is read, of all packages; nothing is written anywhere.
                "PYTHONDONTWRITEBYTECODE": "1",
                "WATCHED": str(self.watched),
                "WATCH_LOG": str(self._log),
            },
            capture_output=True,
            text=True,
            check=False,
        )

    def install(self, wheel: Path) -> None:
        """Install a wheel, and nothing else."""
        python = str(self.folder / "bin" / "python")
        words = ["-m", "pip", "--python", python, "--disable-pip-version-check", "install", "-q"]
        alone = ["--no-index", "--no-deps", str(wheel)]
        subprocess.run([sys.executable, *words, *alone], check=True, capture_output=True)

    def opened(self) -> list[str]:
        """Return what programs opened or listed below the watched folder since last asked."""
        lines = self._log.read_text(encoding="utf-8").splitlines() if self._log.exists() else []
        self._log.unlink(missing_ok=True)
        return lines

    @property
    def packages(self) -> Path:
        """Return where packages are installed."""
        (found,) = (self.folder / "lib").glob("python*/site-packages")
        return found

    @property
    def _log(self) -> Path:
        return self.folder / "opened.log"


def environment(folder: Path, watched: Path) -> Environment:
    """Make an environment with the packages of this one, but toolwire."""
    venv.create(folder, with_pip=False, symlinks=True)
    made = Environment(folder, watched)
    for place in {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}:
        for entry in Path(place).iterdir():
            ours = entry.name.startswith(("toolwire", "_editable", "__editable"))
            if not ours and entry.suffix != ".pth" and entry.name != "__pycache__":
                (made.packages / entry.name).symlink_to(entry)
    (made.packages / "sitecustomize.py").write_text(_WATCH, encoding="utf-8")
    return made
