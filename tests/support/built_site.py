"""The site of the committed reports, built by the command and once for all workers of a run."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.support.root import PYTHONPATH, ROOT

__all__ = ["BUILT", "built", "built_once"]

#: Names a site that was built already, for who writes these tests and runs one of them often.
BUILT = "TOOLWIRE_SITE"


def built(reports: Sequence[str | Path], out: Path, *options: str) -> Path:
    """Build a site by the command line, and return its folder."""
    words = [sys.executable, "-m", "toolwire", "site", *map(str, reports), "-o", str(out), "-q"]
    done = subprocess.run(
        [*words, *options],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": PYTHONPATH},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return out


def built_once(factory: pytest.TempPathFactory) -> Path:
    """Return the site of the committed reports; whoever asks first builds it, others wait."""
    if BUILT in os.environ:
        return Path(os.environ[BUILT])
    own = factory.getbasetemp()
    top = own.parent if os.environ.get("PYTEST_XDIST_WORKER") else own
    out = top / "committed-site"
    with (top / "committed-site.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (out / "site.json").is_file():
            built(["reports"], out)
    return out
