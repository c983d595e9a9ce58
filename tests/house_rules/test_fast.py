"""The marker `fast`: what it names is there, and a test that has it starts nothing."""

from __future__ import annotations

import ast
import socket
import subprocess
import sys

import pytest

from tests.support import covering
from tests.support.fast import _LONG, _WHOLE, refusing_processes
from tests.support.root import ROOT

TESTS = ROOT / "tests"


def test_what_is_left_out_is_there() -> None:
    """A folder, file or test that was moved or renamed is named anew, or struck out."""
    assert [folder for folder in _WHOLE if not (TESTS / folder).is_dir()] == []
    for entry in _LONG:
        file, _, name = entry.partition("::")
        tree = ast.parse((TESTS / file).read_text(encoding="utf-8"))
        there = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
        assert not name or name in there, entry


def test_what_coverage_is_measured_with_is_there() -> None:
    """Nor is a folder, file or test of that list missing, or one that the list does not have."""
    assert [place for place in covering._COVERING if not (TESTS / place).exists()] == []
    for entry in covering._LONG:
        file, _, name = entry.partition("::")
        assert file.startswith(covering._COVERING)
        assert f"def {name}" in (TESTS / file).read_text(encoding="utf-8")


def test_a_fast_test_that_starts_something_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a process nor a socket that listens."""
    refusing_processes(monkeypatch)
    with pytest.raises(AssertionError, match="starts nothing"):
        subprocess.Popen([sys.executable, "-c", ""])
    with socket.socket() as server, pytest.raises(AssertionError, match="starts nothing"):
        server.bind(("127.0.0.1", 0))


def test_a_test_is_marked_by_its_place(request: pytest.FixtureRequest) -> None:
    """This file imports what starts processes, so it is not fast itself."""
    assert request.node.get_closest_marker("fast") is None
