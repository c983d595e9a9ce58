"""Which files the repository keeps."""

from __future__ import annotations

import subprocess
from fnmatch import fnmatch

from tests.support.root import ROOT

__all__ = ["kept"]

#: What a source distribution has beside them.
_OF_PACKAGING = "PKG-INFO"


def kept(*folders: str) -> set[str]:
    """Return the files below some folders, all if none, with forward slashes.

    In a checkout git says what is kept, or would be if it were added now. In an unpacked source
    distribution there is no git: it is what `.gitignore` does not name.
    """
    if (ROOT / ".git").exists():
        words = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", *folders]
        listed = subprocess.run(words, cwd=ROOT, capture_output=True, check=True).stdout.decode()
        return {name for name in listed.split("\0") if name and (ROOT / name).exists()}
    ignored = [
        line.strip("/") for line in (ROOT / ".gitignore").read_text(encoding="utf-8").split()
    ]
    every = (path.relative_to(ROOT) for path in ROOT.rglob("*") if path.is_file())
    return {
        path.as_posix()
        for path in every
        if not any(fnmatch(part, pattern) for part in path.parts for pattern in ignored)
        and path.as_posix().startswith(tuple(f"{folder}/" for folder in folders) or "")
        and path.as_posix() != _OF_PACKAGING
    }
