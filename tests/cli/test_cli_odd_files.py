"""Files that are no files, or far too large: a line each, no hanging, at most 300 MB."""

from __future__ import annotations

import base64
import gzip
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.measured import Ran, run
from toolwire.results.header import SCHEMA

MIB = 1 << 20
MOST_MB = 300
#: Who holds so much at once holds more than that.
TOO_MUCH = 400 * MIB
EXCHANGE = b'{"response":{"status":200,"body":{"choices":[]}}}\n'
HEAD = json.dumps(
    {"kind": "header", "schema": SCHEMA, "toolwire": "0", "started_at": "2026-11-01T00:00:00+00:00",
     "selection": {"lint": ["x"]}}
).encode() + b"\n"  # fmt: skip
FOOT = b'{"kind":"footer","observations":0,"finished_at":"2026-11-01T00:00:00+00:00"}\n'


def _sparse(size: int) -> Callable[[Path], None]:
    def make(path: Path) -> None:
        with path.open("wb") as file:
            file.truncate(size)

    return make


def _bytes(*pieces: bytes | tuple[bytes, int]) -> Callable[[Path], None]:
    """Return what writes pieces, or so many times a piece, without holding them all."""

    def make(path: Path) -> None:
        with path.open("wb") as file:
            for piece in pieces:
                data, times = piece if isinstance(piece, tuple) else (piece, 1)
                for _ in range(times // 100_000):
                    file.write(data * 100_000)
                file.write(data * (times % 100_000))

    return make


def _long_line(before: bytes, size: int, after: bytes) -> Callable[[Path], None]:
    def make(path: Path) -> None:
        with path.open("wb") as file:
            file.write(before)
            file.truncate(len(before) + size)  # zeros, which take no room on the disk
            file.seek(0, os.SEEK_END)
            file.write(after)

    return make


def _packed(*pieces: bytes, times: int = 1) -> Callable[[Path], None]:
    def make(path: Path) -> None:
        with gzip.open(path, "wb", compresslevel=1) as file:
            for _ in range(times):
                for piece in pieces:
                    file.write(piece)

    return make


def _bomb() -> bytes:
    first = "a0: &a0 [x,x,x,x,x,x,x,x,x,x]"
    more = [f"a{n}: &a{n} [{','.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 30)]
    return "\n".join([first, *more, "interactions: [*a29]\n"]).encode()


def told(ran: Ran) -> None:
    """Make sure that a run came to its own end, in words and within its memory."""
    assert ran.code >= 0, "it hung"
    assert "Traceback" not in ran.err
    assert ran.peak < MOST_MB


#: Name of the file -> how it is made, and what `lint` says of it.
TRAFFIC: dict[str, tuple[Callable[[Path], object], str]] = {
    "zero.yaml": (lambda path: path.symlink_to("/dev/zero"), "it is a device, not a file"),
    "zero.jsonl": (lambda path: path.symlink_to("/dev/zero"), "it is a device, not a file"),
    "kernel.har": (lambda path: path.symlink_to("/proc/version"), "does not say how long it is"),
    "loop.yaml": (lambda path: path.symlink_to("loop.yaml"), "no such file or folder"),
    "two-gigabytes.har": (_sparse(2 << 30), "larger than 64 MiB"),
    "endless.jsonl": (_sparse(17 << 30), "larger than 16 GiB"),
    "long-line.jsonl": (_long_line(b"", TOO_MUCH, b"\n"), "line 1: longer than 100663296 bytes"),
    "deep.json": (_bytes((b"[", 1_000_000)), "not JSON: nested too deeply"),
    "deep.jsonl": (
        _bytes(b'{"response":{"status":200,"body":', (b"[", 10**6), (b"]", 10**6), b"}}"),
        "line 1: not JSON: nested too deeply",
    ),
    "deep.yaml": (_bytes((b"[", 1_000_000)), "nested more than 200 levels deep"),
    "aliases.yaml": (_bytes(_bomb()), "aliases expand to too much"),
    "crowd.har": (
        _bytes(b'{"log":{"entries":[', (b"{},", 20 * MIB), b"{}]}}"),
        "more than 100,000 entries in one list",
    ),
    "crowd.yaml": (_bytes(b"interactions:\n", (b"- a\n", 15 * MIB)), "more than 1,000,000 values"),
    "members.jsonl": (
        _bytes(
            b'{"response":{"status":200,"headers":{"content-encoding":"gzip"},"body_base64":"',
            (base64.b64encode(gzip.compress(b"") * 3), 60_000),
            b'"}}',
        ),
        "it has more than 10,000 gzip members",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", TRAFFIC)
def test_traffic_that_cannot_be_read_is_one_line(tmp_path: Path, name: str) -> None:
    """`lint` says where, what and (of a thing that is no file) what to do, and ends with 2 or 3."""
    make, reason = TRAFFIC[name]
    make(tmp_path / name)
    ran = run("lint", name, cwd=tmp_path)
    told(ran)
    assert ran.code in {2, 3}
    (line,) = (line for line in ran.err.splitlines() if name in line)
    assert reason in line


def test_ten_million_lines_are_streamed(tmp_path: Path) -> None:
    """What is read line by line takes no memory, however many lines there are."""
    _bytes((b"\n", 10_000_000), EXCHANGE)(tmp_path / "lines.jsonl")
    ran = run("lint", "lines.jsonl", cwd=tmp_path)
    told(ran)
    assert "1 exchanges judged" in ran.out
    assert ran.peak < 100


#: Name of a results file -> how it is made, and what `report` says of it.
RESULTS: dict[str, tuple[Callable[[Path], object], str]] = {
    "pipe.jsonl": (os.mkfifo, "it is a pipe, not a file"),
    "zero.jsonl.gz": (lambda path: path.symlink_to("/dev/zero"), "it is a device, not a file"),
    "gigabyte.jsonl": (_long_line(HEAD, 1024 * MIB, b"\n" + FOOT), "larger than 128 MiB"),
    "line.jsonl": (_long_line(HEAD, 100 * MIB, b"\n" + FOOT), ":2: a line longer than 4 MiB"),
    "first.jsonl": (_long_line(b"", 100 * MIB, b""), ":1: a line longer than 4 MiB"),
    "line.jsonl.gz": (
        _packed(HEAD, b"a" * 10 * MIB, b"\n", FOOT), ":2: a line longer than 4 MiB"
    ),
    "bomb.jsonl.gz": (_packed(b"\n" * MIB, times=TOO_MUCH // MIB), "unpacks to more than 128 MiB"),
    "members.jsonl.gz": (_bytes((gzip.compress(b""), 200_000)), "more than 10,000 gzip members"),
    "cut.jsonl.gz": (_bytes(gzip.compress(HEAD + FOOT)[:-3]), "cut off"),
    "garbage.jsonl.gz": (_bytes(gzip.compress(HEAD + FOOT), b"garbage"), "behind its end"),
    "many.jsonl": (
        _bytes(HEAD, FOOT.replace(b":0,", b":10000000,")), "more than 150,000 observations"
    ),
    "more.jsonl": (_bytes(HEAD, (b"{}\n", 10_000_000), FOOT), ":2: not a line of results.jsonl"),
}  # fmt: skip


@pytest.mark.parametrize("name", RESULTS)
def test_results_that_cannot_be_read_are_one_line(tmp_path: Path, name: str) -> None:
    """`report` ends with 3 and one line that names the file, and writes nothing."""
    make, reason = RESULTS[name]
    make(tmp_path / name)
    ran = run("report", name, "-o", "out", cwd=tmp_path)
    told(ran)
    assert ran.code == 3
    (line,) = ran.err.splitlines()
    assert name in line
    assert reason in line
    assert not (tmp_path / "out" / "report.html").exists()


def test_a_folder_of_odd_things_is_read_around_them(tmp_path: Path) -> None:
    """Each has its line on stderr, and what can be read is judged."""
    odd = tmp_path / "odd"
    (odd / "down").mkdir(parents=True)
    for name in (b"good.jsonl", b"\xff\xfe.jsonl", b"\n.jsonl", b"\x1b[31m.jsonl", b"down/a.jsonl"):
        (odd / os.fsdecode(name)).write_bytes(EXCHANGE)
    os.mkfifo(odd / "pipe.yaml")
    (odd / "zero.har").symlink_to("/dev/zero")
    (odd / "loop").symlink_to(".")
    (odd / "gone.yaml").symlink_to("nowhere")
    (odd / "self.json").symlink_to("self.json")
    (odd / "link.jsonl").symlink_to("good.jsonl")
    ran = run("lint", "odd", "-o", "results.jsonl", "--json", cwd=tmp_path)
    told(ran)
    assert ran.code == 2
    lines = ran.err.splitlines()
    pipe, device = (line for line in lines if "cannot read" in line)
    saved = "it is a pipe, not a file: save what comes out of it to a file"
    assert pipe == f"odd/pipe.yaml: whole file: cannot read: {saved}"
    named = "it is a device, not a file: name a file"
    assert device == f"odd/zero.har: whole file: cannot read: {named}"
    assert "6 exchanges judged" in ran.err
    assert "passed over, no recorded traffic: odd/gone.yaml, odd/self.json" in ran.err
    assert "\\\\xff\\\\xfe.jsonl line 1" in ran.out  # as JSON spells it
    assert "\x1b" not in ran.err


def test_a_name_that_is_no_text_is_told_as_one(tmp_path: Path) -> None:
    """A file whose name is bytes of no encoding is judged, cited and written into results."""
    name = os.fsdecode(b"\xff.jsonl")
    (tmp_path / name).write_bytes(EXCHANGE)
    ran = run("lint", name, "-o", "results.jsonl", cwd=tmp_path)
    told(ran)
    assert "1 exchanges judged" in ran.out
    assert json.loads((tmp_path / "results.jsonl").read_text().splitlines()[0])["selection"] == {
        "lint": ["\\xff.jsonl"]
    }


@pytest.mark.parametrize("name", ["models.json", "quirks.json", "checklist.md"])
@pytest.mark.parametrize("kind", ["pipe", "device"])
def test_a_report_over_odd_things_does_not_hang(tmp_path: Path, name: str, kind: str) -> None:
    """What an earlier report left may be no file any more: told or replaced, never waited for."""
    results = tmp_path / "results.jsonl"
    results.write_bytes(HEAD + FOOT)
    for folder in ("old", "out"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "results.jsonl").write_bytes(HEAD + FOOT)
        if kind == "pipe":
            os.mkfifo(tmp_path / folder / name)
        else:
            (tmp_path / folder / name).symlink_to("/dev/zero")
    for words in (("-o", "new", "--since", "old"), ("-o", "out", "--overwrite")):
        ran = run("report", "results.jsonl", *words, cwd=tmp_path)
        told(ran)
        if name == "models.json" and "--since" in words:
            assert ran.code == 3
            assert "not a list of models: it is a " in ran.err


@pytest.mark.parametrize("kind", ["pipe", "device", "folder"])
def test_declared_files_that_are_none_are_told(tmp_path: Path, kind: str) -> None:
    """A suite, its tools, its lines and a provider file: one line each, no waiting."""
    makers: dict[str, Callable[[Path], object]] = {
        "pipe": os.mkfifo,
        "device": lambda path: path.symlink_to("/dev/zero"),
        "folder": lambda path: path.mkdir(),
    }
    makers[kind](tmp_path / "a.yaml")
    for option in ("--suites", "--providers"):
        ran = run("plan", option, ".", cwd=tmp_path)
        told(ran)
        assert ran.code == 3
        assert f"a.yaml: cannot be read: it is a {kind}, not a file" in ran.err


def test_secrets_are_looked_for_around_odd_things(tmp_path: Path) -> None:
    """`cassettes scrub --check`: a named pipe is told, one in a folder holds nothing."""
    os.mkfifo(tmp_path / "pipe.yaml")
    (tmp_path / "bomb.gz").write_bytes(gzip.compress(b"") * 20_000)
    (tmp_path / "aliases.yaml").write_bytes(b"toolwire: {}\n" + _bomb())
    ran = run("cassettes", "scrub", "--check", "pipe.yaml", cwd=tmp_path)
    told(ran)
    assert ran.code == 2
    assert "pipe.yaml: cannot read: it is a pipe" in ran.err
    ran = run("cassettes", "scrub", "--check", ".", cwd=tmp_path)
    told(ran)
    assert ran.code == 2
    assert "bomb.gz: cannot unpack: it has more than 10,000 gzip members" in ran.err
    assert "pipe" not in ran.err
