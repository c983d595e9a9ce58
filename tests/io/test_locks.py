"""Locks on open files: who has one, who waits for it, and how Windows is asked."""

from __future__ import annotations

import errno
import importlib.util
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from toolwire.io import locks
from toolwire.io.locks import locked

#: Locks a file, tells so, and has it until its input ends.
HOLDER = (
    "import sys\nfrom toolwire.io.locks import locked\n"
    "with open(sys.argv[1], 'r+b') as file:\n"
    "    print(locked(file.fileno(), wait=True), flush=True)\n    sys.stdin.read()\n"
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Write a file to be locked."""
    found = tmp_path / "a.jsonl"
    found.write_bytes(b"{}\n")
    return found


@contextmanager
def held(path: Path) -> Iterator[subprocess.Popen[str]]:
    """Let another process have the lock."""
    pipe = subprocess.PIPE
    words = [sys.executable, "-c", HOLDER, str(path)]
    with subprocess.Popen(words, stdin=pipe, stdout=pipe, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "True\n"
        yield process
        process.communicate()


def test_one_process_has_a_lock(path: Path) -> None:
    """As long as another process lives that has it, it is told apart from a free one."""
    with path.open("r+b") as file:
        with held(path):
            assert locked(file.fileno()) is None
        assert locked(file.fileno()) is True


def test_a_lock_can_be_waited_for(path: Path) -> None:
    """Who waits gets it when the other process is killed."""
    with path.open("r+b") as file, held(path) as process:
        process.kill()
        assert locked(file.fileno(), wait=True) is True


def test_a_file_system_without_locks_is_told_apart(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither taken nor free: whoever needs one goes on without."""

    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.ENOLCK, "no locks available")

    monkeypatch.setattr(locks, "_taken", refuse)
    with path.open("r+b") as file:
        assert locked(file.fileno()) is False


def on_windows(monkeypatch: pytest.MonkeyPatch, answers: list[int]) -> tuple[ModuleType, list[int]]:
    """Return the module as Windows has it, over a `msvcrt` that answers by error numbers, 0 for none.

    And where in the file it asked.
    """
    asked: list[int] = []

    def locking(handle: int, mode: int, size: int) -> None:
        assert (mode, size) in {(1, 1), (2, 1)}
        asked.append(os.lseek(handle, 0, os.SEEK_CUR))
        if number := answers.pop(0):
            raise OSError(number, os.strerror(number))

    fake = SimpleNamespace(LK_LOCK=1, LK_NBLCK=2, locking=locking)
    monkeypatch.setitem(sys.modules, "msvcrt", fake)  # type: ignore[arg-type]
    monkeypatch.setattr(sys, "platform", "win32")
    spec = importlib.util.spec_from_file_location("locks_on_windows", locks.__file__)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module, asked


@pytest.mark.parametrize(
    ("answers", "wait", "expected"),
    [
        ([0], False, True),
        ([errno.EACCES], False, None),
        ([errno.EDEADLK, errno.EDEADLK, 0], True, True),
        ([errno.EBADF], True, False),
    ],
)
def test_windows_locks_a_byte_that_nobody_reads(
    answers: list[int],
    wait: bool,  # noqa: FBT001
    expected: bool | None,  # noqa: FBT001
    path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Far behind the end, as often as it takes; the file's own position stays where it was."""
    module, asked = on_windows(monkeypatch, answers)
    with path.open("r+b") as file:
        file.seek(2)
        assert module.locked(file.fileno(), wait=wait) is expected
        assert os.lseek(file.fileno(), 0, os.SEEK_CUR) == 2
    assert answers == []
    assert set(asked) == {0x7FFFFFFE}
    assert path.stat().st_size == 3
