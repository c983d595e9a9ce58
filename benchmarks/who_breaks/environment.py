"""The clients' own environments, with the versions that are pinned."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

_HERE = Path(__file__).parent
#: Environment -> the requirements of it; `node` has a package.json.
PLACES = {
    "newest": "requirements.txt",
    "older": "requirements-older.txt",
    "node": "node/package.json",
}


def prepare(folder: Path) -> frozenset[str]:
    """Make what is missing, and return the names of those there are.

    Without npm there is no `node`.

    Raises:
        CalledProcessError: pip or npm failed.
    """
    folder.mkdir(parents=True, exist_ok=True)
    made = {place for place in PLACES if place != "node"}
    if shutil.which("npm"):
        made.add("node")
    for place in made:
        pinned = _HERE / PLACES[place]
        stamp = folder / f"{place}.made"
        if stamp.exists() and stamp.read_bytes() == pinned.read_bytes():
            continue
        if place == "node":
            _node(folder / place)
        else:
            _python(folder / place, pinned)
        shutil.copy(pinned, stamp)
    if "node" in made:
        _scripts(folder / "node")
    return frozenset(made)


def _python(folder: Path, requirements: Path) -> None:
    if not (folder / "bin" / "python").exists():
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    pip = [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet"]
    subprocess.run([*pip, "-r", str(requirements)], check=True)


def _scripts(folder: Path) -> None:
    """Put the scripts beside the packages they import."""
    for path in (_HERE / "node").iterdir():
        shutil.copy(path, folder)


def _node(folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    _scripts(folder)
    subprocess.run(["npm", "install", "--silent", "--no-fund"], cwd=folder, check=True)
