"""The modules of the package, each parsed once a process."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from tests.support.root import ROOT

__all__ = ["MODULES", "found_in", "name_of", "tree_of"]

MODULES = sorted((ROOT / "harness" / "toolwire").rglob("*.py"))


def name_of(path: Path) -> str:
    """Return a module's path below the repository: `harness/toolwire/api/audit.py`."""
    return path.relative_to(ROOT).as_posix()


@cache
def tree_of(path: Path) -> ast.Module:
    """Return a module's syntax tree, which nobody may change."""
    return ast.parse(path.read_text(encoding="utf-8"))


def found_in(look: Callable[[ast.AST], Sequence[str]]) -> dict[str, list[str]]:
    """Return module -> what is found in its tree, for those in which something is."""
    found = {name_of(path): list(look(tree_of(path))) for path in MODULES}
    return {name: things for name, things in found.items() if things}
