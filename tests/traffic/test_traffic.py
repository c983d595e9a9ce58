"""Paths to exchanges."""

from __future__ import annotations

import gzip
import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.systems import POSIX
from toolwire import traffic
from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import Exchange
from toolwire.traffic import SUFFIXES, Unreadable

YAML = """\
interactions:
- request: {method: POST, uri: "https://a.test"}
  response: {status: {code: 200}, body: {string: "NAME"}}
"""


def _line(name: str) -> str:
    return json.dumps({"response": {"status": 200, "body_text": name}}) + "\n"


def _har(name: str) -> str:
    entry = {
        "request": {"method": "POST", "url": "https://a.test"},
        "response": {"status": 200, "content": {"text": name}},
    }
    return json.dumps({"log": {"entries": [entry]}})


def _httprr(name: str) -> str:
    asked, answered = "POST https://a.test HTTP/1.1\n\n", f"HTTP/2.0 200 OK\n\n{name}"
    return f"httprr trace v1\n{len(asked)} {len(answered)}\n{asked}{answered}"


_FORMS: dict[str, Callable[[str], str]] = {
    ".har": _har,
    ".httprr": _httprr,
    ".json": _line,
    ".jsonl": _line,
    ".ndjson": _line,
    ".yaml": lambda name: YAML.replace("NAME", name),
    ".yml": lambda name: YAML.replace("NAME", name),
}


def _write(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    form = _FORMS.get(path.suffix.lower(), _line)
    path.write_text(form(path.name), encoding="utf-8")


def _names(*paths: str | Path) -> list[str]:
    return [
        item.response.body.decode() if isinstance(item, Exchange) else f"! {item.reason}"
        for item in traffic.read(paths)
    ]


def test_every_suffix_has_its_reader(tmp_path: Path) -> None:
    """Each suffix that is read in folders is read by name too, in any case."""
    assert set(_FORMS) == set(SUFFIXES)
    for suffix in SUFFIXES:
        for name in (f"a{suffix}", f"b{suffix.upper()}"):
            _write(tmp_path / name)
            assert _names(tmp_path / name) == [name]


def test_folders_are_walked_in_order(tmp_path: Path) -> None:
    """Files come sorted, folders below them too; other files are passed over silently."""
    for name in ("b.yaml", "a.jsonl", "z/d.har", "z/c.json", "m/e.yml", "README.md", "x.txt"):
        _write(tmp_path / name)
    assert _names(tmp_path) == ["a.jsonl", "b.yaml", "e.yml", "c.json", "d.har"]


def test_packed_files_are_read_as_what_they_are(tmp_path: Path) -> None:
    """A gzipped file is read by the suffix before `.gz`, named or found; others are passed over."""
    for suffix in SUFFIXES:
        packed = tmp_path / f"a{suffix}.gz"
        packed.write_bytes(gzip.compress(_FORMS[suffix](packed.name).encode()))
        assert _names(packed) == [packed.name]
    (tmp_path / "b.tar.gz").write_bytes(b"")
    assert _names(tmp_path) == sorted(f"a{suffix}.gz" for suffix in SUFFIXES)


def test_a_packed_file_that_is_cut_off_is_told(tmp_path: Path) -> None:
    """Half a gzipped file, and one that is not gzipped at all, are one line each, no exchange."""
    whole = gzip.compress(YAML.encode())
    for name, data in (("a.yaml.gz", whole[:-20]), ("b.yaml.gz", b"\x1f\x8b\x08nonsense")):
        (tmp_path / name).write_bytes(data)
        (told,) = traffic.read([tmp_path / name])
        assert isinstance(told, Unreadable), told
        assert told.position == "whole file"
        assert told.raised is None


def test_exchanges_after_a_conversation_over_websocket_are_read(tmp_path: Path) -> None:
    """A conversation beside exchanges is passed over; a cassette of nothing else is told once."""
    spoken = {"transport": "websocket", "connection": {"url": "wss://a.test"}, "events": []}
    kept = {
        "request": {"method": "POST", "url": "https://a.test", "headers": {}, "body": "{}"},
        "response": {"status": 200, "headers": {}, "body": "{}"},
    }
    for name, interactions in (("a.json", [spoken, spoken, kept]), ("b.json", [spoken])):
        (tmp_path / name).write_text(json.dumps({"version": 1, "interactions": interactions}))
    exchange, other = traffic.read([tmp_path])
    assert isinstance(exchange, Exchange)
    assert exchange.evidence.source.endswith("a.json #3")
    assert isinstance(other, Unreadable)
    assert (other.position, other.foreign) == ("whole file", True)


def test_a_long_list_of_other_things_is_told_once(tmp_path: Path) -> None:
    """Lines of something else are not looked through to their end for an exchange."""
    lines = ['{"a": 1}'] * 100
    (tmp_path / "a.jsonl").write_text("\n".join([*lines, _line("a")]))
    (told,) = traffic.read([tmp_path])
    assert isinstance(told, Unreadable)
    assert told.foreign


def test_a_file_named_outright_needs_no_suffix(tmp_path: Path) -> None:
    """Content tells the form of a file whose name does not."""
    _write(tmp_path / "trace.log")
    (tmp_path / "cassette").write_text(YAML.replace("NAME", "cassette"))
    assert _names(tmp_path / "trace.log", tmp_path / "cassette") == ["trace.log", "cassette"]


def test_patterns_are_expanded(tmp_path: Path) -> None:
    """A quoted pattern is expanded in sorted order, `**` through folders."""
    for name in ("b.yaml", "a.yaml", "deep/er/c.yaml", "d.har"):
        _write(tmp_path / name)
    assert _names(f"{tmp_path}/*.yaml") == ["a.yaml", "b.yaml"]
    assert _names(f"{tmp_path}/**/*.yaml") == ["a.yaml", "b.yaml", "c.yaml"]


def test_a_name_with_brackets_is_a_file_first(tmp_path: Path) -> None:
    """pytest-recording writes names such as `test[a].yaml`: they are no patterns."""
    _write(tmp_path / "test[a].yaml")
    assert _names(tmp_path / "test[a].yaml") == ["test[a].yaml"]


@pytest.mark.parametrize("missing", ["nowhere.yaml", "nowhere/*.yaml"])
def test_a_path_that_does_not_exist_is_refused_at_once(tmp_path: Path, missing: str) -> None:
    """A typo is told before anything is read, with the path and exit code 3."""
    _write(tmp_path / "a.yaml")
    with pytest.raises(ToolwireError, match="no such file") as refused:
        traffic.read([tmp_path / "a.yaml", tmp_path / missing])
    assert missing in str(refused.value)
    assert refused.value.exit_code == 3


def test_a_folder_without_traffic_is_told(tmp_path: Path) -> None:
    """Nothing to look at is loud."""
    (tmp_path / "README.md").write_text("hello")
    (item,) = traffic.read([tmp_path])
    assert isinstance(item, Unreadable)
    assert (item.source, item.position) == (str(tmp_path), "folder")


def test_stdin_is_read() -> None:
    """`-` reads what is handed over, in any form."""
    (line,) = traffic.read(["-"], io.BytesIO(_line("x").encode()))
    assert isinstance(line, Exchange)
    assert line.evidence.source == "- line 1"
    (archive,) = traffic.read(["-"], io.BytesIO(_har("x").encode()))
    assert isinstance(archive, Exchange)


def test_a_bad_file_does_not_stop_the_others(tmp_path: Path) -> None:
    """One broken file is one unreadable; the files after it are read."""
    _write(tmp_path / "a.yaml")
    (tmp_path / "b.yaml").write_bytes(b"\xff\xfe\x00")
    _write(tmp_path / "c.yaml")
    first, bad, last = _names(tmp_path)
    assert (first, last) == ("a.yaml", "c.yaml")
    assert bad.startswith("! not YAML")


@POSIX
def test_a_pipe_in_a_folder_is_told(tmp_path: Path) -> None:
    """A pipe that nobody writes to does not hang the walk, and is told with what to do."""
    _write(tmp_path / "a.yaml")
    os.mkfifo(tmp_path / "b.yaml")
    told = "! cannot read: it is a pipe, not a file: save what comes out of it to a file"
    assert _names(tmp_path) == ["a.yaml", told]


def test_a_file_that_vanishes_is_told(tmp_path: Path) -> None:
    """What the system refuses to open is unreadable with the system's reason."""
    _write(tmp_path / "a.yaml")
    items = traffic.read([tmp_path / "a.yaml"])
    (tmp_path / "a.yaml").unlink()
    (bad,) = items
    assert isinstance(bad, Unreadable)
    assert bad.reason.startswith("cannot read: No such file")


def test_nothing_is_read_before_it_is_asked_for(tmp_path: Path) -> None:
    """Exchanges come one at a time: the first of a file is there before its last line."""
    path = tmp_path / "a.jsonl"
    path.write_text(_line("1") + "{" + "x" * 100)
    items = traffic.read([path])
    assert isinstance(next(items), Exchange)
    assert isinstance(next(items), Unreadable)
    with pytest.raises(StopIteration):
        next(items)


def test_importing_loads_no_parser() -> None:
    """YAML is imported when a YAML file is read, not before; vcrpy never."""
    program = "import sys, toolwire.traffic; print('yaml' in sys.modules, 'vcr' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.split() == ["False", "False"]
