"""Walking folders: in order, to the end, however they are made."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from toolwire.io import walk
from toolwire.io.walk import below


def _paths(folder: Path) -> list[str]:
    return [os.path.relpath(entry.path, folder) for entry in below(str(folder))]


def test_names_come_in_order_and_folders_after_files(tmp_path: Path) -> None:
    """The order is that of names, whatever the order on disk."""
    for name in ("b/z", "b/a", "a/x", "c", "a.y"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.touch()
    assert _paths(tmp_path) == ["a.y", "c", "a/x", "b/a", "b/z"]
    assert [e.path for e in below(str(tmp_path), without={"a"})][-1].endswith("b/z")
    assert len(list(below(str(tmp_path), without={"a"}))) == 4


def test_links_are_told_and_loops_end(tmp_path: Path) -> None:
    """A link to a folder or to nothing is passed over, one to a file is a file."""
    (tmp_path / "file").touch()
    (tmp_path / "loop").symlink_to(".")
    (tmp_path / "up").symlink_to("..")
    (tmp_path / "self").symlink_to("self")
    (tmp_path / "good").symlink_to("file")
    told = {Path(e.path).name: (e.link, e.passed) for e in below(str(tmp_path))}
    assert told == {
        "file": (False, ""),
        "good": (True, ""),
        "loop": (True, "a link to a folder, which is not followed"),
        "self": (True, "a link to nothing"),
        "up": (True, "a link to a folder, which is not followed"),
    }


def test_a_folder_that_cannot_be_listed_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the system says of it is told, and the rest is walked."""
    for name in ("shut", "open"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "file").touch()
    real = os.scandir

    def scandir(path: str) -> os._ScandirIterator[str]:
        if path.endswith("shut"):
            raise PermissionError(13, "Permission denied", path)
        return real(path)

    monkeypatch.setattr(walk.os, "scandir", scandir)
    entries = list(below(str(tmp_path)))
    assert [(Path(e.path).name, e.refused) for e in entries] == [
        ("file", ""),
        ("shut", "Permission denied"),
    ]


def test_folders_in_folders_need_no_stack(tmp_path: Path) -> None:
    """Fifteen hundred of them, one in the other, are walked; `os.walk` of Python 3.11 is not."""
    here = os.open(tmp_path, os.O_RDONLY)
    for _ in range(1500):
        os.mkdir("d", dir_fd=here)
        there = os.open("d", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = there
    os.close(os.open("last", os.O_CREAT, dir_fd=here))
    os.close(here)
    try:
        assert [entry.path[-6:] for entry in below(str(tmp_path))] == ["d/last"]
    finally:
        # pytest's own cleaning recurses.
        subprocess.run(["rm", "-rf", str(tmp_path / "d")], check=True)


def test_odd_names_are_kept(tmp_path: Path) -> None:
    """Bytes that are no text and names that are a line break come as the system has them."""
    names = {b"\xff.yaml", b"\n.yaml", b" ", b"\x1b[31m.har"}
    for name in names:
        Path(tmp_path, os.fsdecode(name)).touch()
    assert {os.fsencode(Path(e.path).name) for e in below(str(tmp_path))} == names
