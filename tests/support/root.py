"""Where the checkout is, and how programs that tests start find the package in it."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["PYTHONPATH", "ROOT", "SHARED"]

#: The top of the checkout.
ROOT = Path(__file__).resolve().parents[2]
#: Recorded traffic of others, beside the checkout where there is any.
SHARED = ROOT.parent / "shared"
#: For the environment of a program: this checkout's package, whatever is installed.
PYTHONPATH = os.pathsep.join((str(ROOT / "harness"), str(ROOT)))
