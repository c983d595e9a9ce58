"""Files appear whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.errors import ToolwireError
from harness.files import replacing, tail, write_atomically


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


def test_a_reader_of_standard_output_that_went_away_is_not_told_of_the_file(
    tmp_path: Path,
) -> None:
    """`| head` while a file is being written: the file could be written, and is not to blame."""
    path = tmp_path / "a.txt"

    def print_meanwhile() -> None:
        with replacing(path):
            raise BrokenPipeError

    with pytest.raises(BrokenPipeError):
        print_meanwhile()
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path: Path) -> None:
    """A file in the place of the folder is told with the path."""
    (tmp_path / "taken").write_text("")
    with pytest.raises(ToolwireError, match=r"taken/a\.txt: cannot write"):
        write_atomically(tmp_path / "taken" / "a.txt", b"")


def test_the_end_of_a_file_has_its_last_line_whole(tmp_path: Path) -> None:
    """However long that is; of a long file little is read."""
    path = tmp_path / "a"
    for lines in ([b"a", b"b"], [b"a" * 200_000, b"b" * 300_000], [b"a" * 300_000, b"b"], [b"a"]):
        path.write_bytes(b"".join(line + b"\n" for line in lines))
        with path.open("rb") as file:
            end = tail(file)
        assert end.rstrip(b"\n").rpartition(b"\n")[2] == lines[-1]
        assert len(end) <= 4 * len(lines[-1]) + 65_536
