"""Opening files: what is no regular file is refused, nothing waits, nothing is endless."""

from __future__ import annotations

import contextlib
import io
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest

from tests.support.root import PYTHONPATH
from tests.support.systems import LINUX, POSIX
from toolwire.io import opening
from toolwire.io.opening import (
    NotAFileError,
    TooLargeError,
    beginning,
    content,
    limited,
    name_as_text,
    opened,
    size_in_words,
)

T = TypeVar("T")
#: Seconds after which a call counts as hanging.
PATIENCE = 20.0


def watched(call: Callable[[], T]) -> T:
    """Return what a call returns; a call that hangs fails the test instead of the suite."""
    done: list[T | BaseException] = []

    def work() -> None:
        try:
            done.append(call())
        except BaseException as error:  # noqa: BLE001 - raised again in the test's own thread
            done.append(error)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join(PATIENCE)
    assert done, "it hangs"
    if isinstance(done[0], BaseException):
        raise done[0]
    return done[0]


def _link(path: Path, target: str) -> Path:
    path.symlink_to(target)
    return path


def _fifo(path: Path) -> Path:
    os.mkfifo(path)
    return path


def _socket(path: Path) -> Path:
    # The name of a socket may have 107 bytes, those of pytest's folders have more.
    there = socket.socket(socket.AF_UNIX)
    handle = os.open(path.parent, os.O_RDONLY)
    there.bind(f"/proc/self/fd/{handle}/{path.name}")
    os.close(handle)
    there.close()
    return path


def _folder(path: Path) -> Path:
    path.mkdir()
    return path


@LINUX
@pytest.mark.parametrize(
    ("made", "told"),
    [
        (_fifo, "it is a pipe, not a file"),
        (_socket, "it is a socket, not a file"),
        (_folder, "it is a folder, not a file"),
        (lambda path: _link(path, "/dev/zero"), "it is a device, not a file"),
        (lambda path: _link(path, "/dev/null"), "it is a device, not a file"),
        (lambda path: _link(path, "/proc/version"), "it does not say how long it is"),
        (lambda path: _link(path, "/proc/kmsg"), "it does not say how long it is|not permitted"),
        (lambda path: _link(path, path.name), "symbolic links"),
        (lambda path: path.with_name("x" * 5000), "name too long"),
        (lambda path: path.with_name("a\0b"), "no name of a file"),
        (lambda path: path, "No such file"),
    ],
)
def test_what_is_no_file_is_refused_at_once(
    tmp_path: Path, made: Callable[[Path], Path], told: str
) -> None:
    """Each kind of thing that is no regular file has its one line, and none of them hangs."""
    path = made(tmp_path / "thing.yaml")
    with pytest.raises(OSError, match=told) as refused:
        watched(lambda: content(path, 1000))
    assert "\n" not in (refused.value.strerror or "\n")


def test_a_file_of_the_bound_is_read_and_a_larger_one_refused(tmp_path: Path) -> None:
    """The bound is the size itself; a sparse file of two gigabytes is not even looked into."""
    path = tmp_path / "a"
    path.write_bytes(b"x" * 1000)
    assert content(path, 1000) == b"x" * 1000
    with pytest.raises(TooLargeError, match="larger than 999 bytes"):
        content(path, 999)
    with path.open("wb") as file:
        file.truncate(2 << 30)
    with pytest.raises(TooLargeError, match="larger than 64 MiB"):
        content(path, 64 << 20)
    assert beginning(path, 10) == bytes(10)


def test_a_file_that_grows_ends_where_it_ended(tmp_path: Path) -> None:
    """Lines that are written while it is read are not read, so that reading ends."""
    path = tmp_path / "grows.jsonl"
    path.write_bytes(b"line\n" * 10)
    with path.open("ab", buffering=0) as more, opened(path) as file:
        read = 0
        for _ in file:
            read += 1
            more.write(b"line\n" * 100_000)
            assert read <= 10
        assert file.seek(0, os.SEEK_END) > 50
        file.seek(45)
        assert file.read() == b"line\n"
    assert read == 10


def test_a_pipe_is_read_where_the_user_named_it(tmp_path: Path) -> None:
    """A named pipe waits for its writer, and what comes through is bounded."""
    path = _fifo(tmp_path / "pipe")

    def write() -> None:
        with contextlib.suppress(BrokenPipeError):  # of a reader that has had enough
            path.write_bytes(b"x" * 200_000)

    for most, told in ((200_000, ""), (100_000, "more than 100,000 bytes came")):
        writer = threading.Thread(target=write, daemon=True)
        writer.start()
        if told:
            with pytest.raises(TooLargeError, match=told):
                watched(lambda most=most: content(path, most, named=True))
        else:
            assert watched(lambda most=most: content(path, most, named=True)) == b"x" * 200_000
        writer.join(PATIENCE)


@POSIX
def test_a_pipe_without_a_writer_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody who names a pipe that nobody writes into waits for ever."""
    monkeypatch.setattr(opening, "_WAIT", 0.2)
    with pytest.raises(NotAFileError, match="nobody writes into this pipe"):
        watched(lambda: content(_fifo(tmp_path / "pipe"), 10, named=True))


@POSIX
def test_a_device_is_refused_though_the_user_named_it() -> None:
    """A name on the command line makes /dev/zero no file."""
    with pytest.raises(NotAFileError, match="device"):
        watched(lambda: content("/dev/zero", 10, named=True))


def test_standard_input_is_bounded_and_left_open() -> None:
    """A stream is handed on up to its bound; who handed it over closes it."""
    stream = io.BytesIO(b"12345")
    with limited(stream, 5) as bounded:
        assert bounded.read() == b"12345"
    assert not stream.closed
    with pytest.raises(TooLargeError, match="more than 4 bytes came"):
        limited(io.BytesIO(b"12345"), 4).read()


@LINUX
def test_reading_leaves_no_handle_open(tmp_path: Path) -> None:
    """Refused or read, a file is closed again."""
    path = _fifo(tmp_path / "pipe")
    (tmp_path / "file").write_bytes(b"x")
    before = len(list(Path("/proc/self/fd").iterdir()))
    for _ in range(20):
        with pytest.raises(OSError, match="pipe"):
            content(path, 10)
        content(tmp_path / "file", 10)
    assert len(list(Path("/proc/self/fd").iterdir())) == before


def test_names_and_sizes_are_words() -> None:
    """Odd bytes of a name become escapes, sizes their unit."""
    assert name_as_text(os.fsdecode(b"a\xff.yaml")) == "a\\xff.yaml"
    assert name_as_text("ü\n") == "ü\n"
    assert [size_in_words(n) for n in (64 << 20, 16 << 30, 999, 1 << 20)] == [
        "64 MiB", "16 GiB", "999 bytes", "1 MiB",
    ]  # fmt: skip


@pytest.mark.parametrize("word", ["-", "/dev/stdin", "<(cat traffic.jsonl)"])
def test_what_shells_hand_over_is_still_read(tmp_path: Path, word: str) -> None:
    """Standard input, its device and process substitution are pipes that the user named."""
    line = b'{"response":{"status":200,"body":{"choices":[]}}}\n'
    (tmp_path / "traffic.jsonl").write_bytes(line)
    command = f'cat traffic.jsonl | "{sys.executable}" -m toolwire lint {word}'
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=tmp_path, env={**os.environ, "PYTHONPATH": PYTHONPATH},
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert "1 exchanges judged" in done.stdout, done.stderr
