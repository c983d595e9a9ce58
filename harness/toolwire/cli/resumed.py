"""What `--resume` says of a run that had nothing left to ask."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from pathlib import Path

from toolwire.cli.screen.table import many, say
from toolwire.io.opening import opened


def digests(paths: Iterable[Path]) -> Mapping[Path, bytes]:
    """Return the SHA-256 of every file that is there."""
    found: dict[Path, bytes] = {}
    for path in paths:
        if path.is_file():
            with opened(path) as file:
                found[path] = hashlib.file_digest(file, "sha256").digest()
    return found


def tell_whole(before: Mapping[Path, bytes], paths: Iterable[Path]) -> None:
    """Say on standard error whether all that a run was to write was there already.

    Args:
        before: digests of what was there when the command began.
        paths: what is there now.
    """
    after = digests(paths)
    made = sum(before.get(path) != digest for path, digest in after.items())
    end = "the run had come to its end, so nothing was asked"
    reported = (
        f"{many(made, 'file')} of its report were missing and are written" if made else "whole"
    )
    say(f"toolwire: {end}; {reported if made else 'its results and report are whole'}", err=True)
