"""Which tests only some operating systems can run; elsewhere they are left out aloud."""

from __future__ import annotations

import sys

import pytest

__all__ = ["LINUX", "POSIX"]

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="LEFT OUT: Windows has no such pipes")
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="LEFT OUT: only Linux has such devices")
