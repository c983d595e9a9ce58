"""Files appear whole or not at all."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

import pytest

from tests.support.systems import LINUX, POSIX
from toolwire.io.files import probe, replacing, sweep, tail, write_atomically
from toolwire.model.errors import ToolwireError

#: Writes a file and waits in the middle of it, until it is told to go on or killed.
WRITER = """
import sys
from pathlib import Path
from toolwire.io.files import replacing
with replacing(Path(sys.argv[1])) as file:
    file.write(b"whole")
    file.flush()
    print("ready", flush=True)
    sys.stdin.readline()
"""


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


@contextmanager
def writing(path: Path) -> Iterator[subprocess.Popen[str]]:
    """Yield a process that is in the middle of a file."""
    words = [sys.executable, "-c", WRITER, str(path)]
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        yield process


def parts(folder: Path) -> list[str]:
    """Return the names of hidden files."""
    return sorted(path.name for path in folder.iterdir() if path.name.startswith("."))


def test_what_a_killed_process_left_goes_when_the_next_one_writes(tmp_path: Path) -> None:
    """Its temporary file is there after the kill, and gone after the next file."""
    with writing(tmp_path / "a.txt") as process:
        process.kill()
    assert len(parts(tmp_path)) == 1
    with patch("toolwire.io.files._SWEPT", set()):
        write_atomically(tmp_path / "b.txt", b"b")
    assert sorted(tmp_path.iterdir()) == [tmp_path / "b.txt"]


def test_what_another_process_is_writing_stays(tmp_path: Path) -> None:
    """A run beside this one loses nothing: its file comes to its place."""
    with writing(tmp_path / "a.txt") as process:
        (one,) = parts(tmp_path)
        with patch("toolwire.io.files._SWEPT", set()):
            write_atomically(tmp_path / "b.txt", b"b")
        assert parts(tmp_path) == [one]
        process.communicate("\n")
        assert process.returncode == 0
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {
        "a.txt": b"whole", "b.txt": b"b",
    }  # fmt: skip


@POSIX
def test_files_of_others_stay_whatever_they_are_called(tmp_path: Path) -> None:
    """Only a file of our very name goes: no other name, no folder, no link, no pipe."""
    others = [".a.txt.4711-0", ".toolwire-1-2.part.txt", "toolwire-1-2.part", ".toolwire-a-2.part"]
    for name in others:
        (tmp_path / name).write_text("mine")
    (tmp_path / ".toolwire-1-1.part").mkdir()
    os.mkfifo(tmp_path / ".toolwire-1-2.part")
    (tmp_path / ".toolwire-1-3.part").symlink_to(tmp_path / others[0])
    before = sorted(tmp_path.iterdir())
    (tmp_path / ".toolwire-1-4.part").write_text("left over")
    sweep(tmp_path)
    assert sorted(tmp_path.iterdir()) == before
    sweep(tmp_path / "no" / "such folder")


def test_many_processes_write_and_sweep_at_once(tmp_path: Path) -> None:
    """Every file that any of them writes is whole in the end."""
    script = (
        "import sys; from pathlib import Path; from toolwire.io.files import sweep, write_atomically\n"
        "for n in range(200):\n"
        "    sweep(Path(sys.argv[1]))\n"
        "    write_atomically(Path(sys.argv[1]) / f'{sys.argv[2]}-{n}', b'x' * n, durable=False)\n"
    )
    words = [sys.executable, "-c", script, str(tmp_path)]
    running = [subprocess.Popen([*words, str(number)]) for number in range(4)]
    assert [process.wait(120) for process in running] == [0] * 4
    found = {path.name: path.stat().st_size for path in tmp_path.iterdir()}
    assert found == {f"{number}-{n}": n for number in range(4) for n in range(200)}


@LINUX
def test_a_device_or_pipe_is_written_to_and_never_replaced(tmp_path: Path) -> None:
    """`--junit /dev/stdout`, `>(gzip)`: root would have replaced the device by a file."""
    write_atomically(Path(os.devnull), b"x")
    assert not Path(os.devnull).is_file()
    with pytest.raises(ToolwireError, match=r"/dev/full: cannot write: No space left"):
        write_atomically(Path("/dev/full"), b"x")
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE) as reader:
        write_atomically(pipe, b"through")
        assert reader.communicate()[0] == b"through"
    assert list(tmp_path.iterdir()) == [pipe]


def test_a_trial_of_a_folder_leaves_nothing(tmp_path: Path) -> None:
    """Neither a file nor a folder that was made for it."""
    probe(tmp_path / "a" / "b")
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "taken").write_text("")
    with pytest.raises(ToolwireError, match="taken/b: cannot write"):
        probe(tmp_path / "taken" / "b")
