"""Files appear whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.errors import ToolwireError
from harness.files import replacing, write_atomically


def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    """The folder is made, the content is all there, nothing else is left."""
    path = tmp_path / "new" / "a.txt"
    for data in (b"first", b"second"):
        write_atomically(path, data)
        assert path.read_bytes() == data
    assert list(path.parent.iterdir()) == [path]


def test_a_failure_leaves_the_old_file_alone(tmp_path: Path) -> None:
    """Whatever goes wrong while writing, the old content stays and no litter is left."""
    path = tmp_path / "a.txt"
    path.write_bytes(b"old")

    def fail_half_way() -> None:
        with replacing(path) as file:
            file.write(b"half")
            raise KeyError

    with pytest.raises(KeyError):
        fail_half_way()
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path: Path) -> None:
    """A file in the place of the folder is told with the path."""
    (tmp_path / "taken").write_text("")
    with pytest.raises(ToolwireError, match=r"taken/a\.txt: cannot write"):
        write_atomically(tmp_path / "taken" / "a.txt", b"")
