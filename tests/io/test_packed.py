"""Folders that ship packed: what is unpacked, where, and when it is looked at again."""

from __future__ import annotations

import lzma
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.root import PYTHONPATH
from toolwire.io import packed, packing
from toolwire.io.packed import folder_of
from toolwire.model.errors import ToolwireError

FILES = {"vllm/m/one.yaml": b"a: 1\n", "vllm/m/two.yaml": b"a: 2\n" * 1000}


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """Write an archive of two files."""
    path = tmp_path / "tapes.files.xz"
    path.write_bytes(packing.packed(FILES))
    return path


@pytest.fixture(autouse=True)
def cached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Give the user a cache of their own."""
    place = tmp_path / "cache"
    monkeypatch.setattr(packed, "user_cache_path", lambda *_, **__: place)
    folder_of.cache_clear()
    yield place
    folder_of.cache_clear()


def inside(folder: Path) -> dict[str, bytes]:
    """Return the files below a folder."""
    every = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in every}


def test_a_folder_has_what_was_packed(archive: Path, cached: Path) -> None:
    """Every file comes out as it went in, in a folder of the cache that the archive names."""
    folder = folder_of(archive)
    assert inside(folder) == FILES
    assert folder.parent == cached
    assert folder.name.startswith("tapes-")


def test_another_archive_has_another_folder(archive: Path) -> None:
    """Files of two releases never meet."""
    first = folder_of(archive)
    archive.write_bytes(packing.packed({**FILES, "vllm/m/three.yaml": b""}))
    folder_of.cache_clear()
    assert folder_of(archive) != first


def test_what_is_there_is_not_written_again(archive: Path) -> None:
    """Another process takes the files as they are."""
    folder = folder_of(archive)
    before = {path: path.stat().st_ino for path in folder.rglob("*.yaml")}
    folder_of.cache_clear()
    assert folder_of(archive) == folder
    assert {path: path.stat().st_ino for path in folder.rglob("*.yaml")} == before


def test_what_was_lost_is_written_again(archive: Path) -> None:
    """A cassette that was swept away or changed would else be a case that nobody recorded."""
    folder = folder_of(archive)
    changed = FILES["vllm/m/one.yaml"].replace(b"a", b"b")
    assert len(changed) == len(FILES["vllm/m/one.yaml"])
    (folder / "vllm/m/one.yaml").write_bytes(changed)
    folder_of.cache_clear()
    assert inside(folder_of(archive)) == FILES
    (folder / "vllm/m/one.yaml").unlink()
    (folder / "vllm/m/two.yaml").write_bytes(b"a: 2\n")
    folder_of.cache_clear()
    assert inside(folder_of(archive)) == FILES


def test_without_a_cache_the_folder_ends_with_the_process(archive: Path, tmp_path: Path) -> None:
    """Where the cache cannot be written, a temporary folder does, and nothing of it is left."""
    blocked, temporary = tmp_path / "blocked", tmp_path / "temporary"
    blocked.write_text("a file where the cache should be", encoding="utf-8")
    temporary.mkdir()
    code = (
        "import sys\nfrom pathlib import Path\nfrom toolwire.io import packed\n"
        "packed.user_cache_path = lambda *_, **__: Path(sys.argv[2])\n"
        "folder = packed.folder_of(Path(sys.argv[1]))\n"
        "print(folder, len([*folder.rglob('*.yaml')]))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(archive), str(blocked)],
        env={**os.environ, "PYTHONPATH": PYTHONPATH, "TMPDIR": str(temporary)},
        capture_output=True,
        text=True,
        check=True,
    )
    folder, count = done.stdout.split()
    assert (Path(folder).parent, count) == (temporary, "2")
    assert list(temporary.iterdir()) == []


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"This is no xz at all.", "not xz"),
        (lzma.compress(b"no table" * 200), "no table of contents"),
        (lzma.compress(b"\0" * 2048)[:40], "cut off"),
        (None, "No such file"),
    ],
    ids=["no xz", "no table", "cut off", "missing"],
)
def test_a_damaged_archive_is_told(archive: Path, data: bytes | None, why: str) -> None:
    """One line says which file it is and what to do."""
    archive.unlink() if data is None else archive.write_bytes(data)
    with pytest.raises(ToolwireError, match=why) as caught:
        folder_of(archive)
    assert "tapes.files.xz" in str(caught.value)
    assert "install the package again" in str(caught.value)


def test_a_python_without_xz_is_told(archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who built it without finds out what is missing, and no traceback."""
    monkeypatch.setitem(sys.modules, "lzma", None)
    with pytest.raises(ToolwireError, match="without lzma"):
        folder_of(archive)


def test_a_bomb_is_told(archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No more is unpacked than may be."""
    monkeypatch.setattr(packed, "_MOST_BYTES", 2_000)
    with pytest.raises(ToolwireError, match="larger than"):
        folder_of(archive)
