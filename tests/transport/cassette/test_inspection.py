"""`toolwire cassettes scrub`: what is secret in a tree of files is listed, and never shown."""

from __future__ import annotations

import asyncio
import gzip
import io
import lzma
from pathlib import Path, PurePosixPath

import pytest
from click.testing import CliRunner, Result

from tests.support.root import ROOT
from toolwire.cli.commands.cassettes import command
from toolwire.model.exchange import EvidenceLevel, Request, Response
from toolwire.transport.cassette.file import Provenance, load, save, shipped_cassettes
from toolwire.transport.journal.entry import ExchangeEntry
from toolwire.transport.journal.file import Journal

KEY = "gsk_" + "Ab12" * 12
RECORDED = Provenance(EvidenceLevel.RECORDED, "2026-11-21", "api.acme.test")
ASKED = Request("POST", "https://api.acme.test/v1", (("accept", "x"),), b"{}")


def scrub(*arguments: object) -> Result:
    """Run the command; the secret must not be in what it says."""
    result = CliRunner().invoke(command, ["scrub", *map(str, arguments)], standalone_mode=False)
    if result.exception is not None:
        raise result.exception
    assert KEY not in result.output
    assert "Ab12" not in result.output
    return result


def recorded(path: Path, body: bytes, replaced: bytes, by: bytes) -> None:
    """Write a cassette and put something into it by hand."""
    save(path, [(ASKED, Response(200, (), body))], RECORDED)
    text = path.read_bytes()
    assert replaced in text
    path.write_bytes(text.replace(replaced, by))


def test_every_place_of_a_tree_is_looked_at(tmp_path: Path) -> None:
    """Cassettes, over several events, in headers; lines of text; packed bodies of journals."""
    recorded(tmp_path / "a" / "open.yaml", b'{"k":"here"}', b"here", KEY.encode())
    recorded(tmp_path / "a" / "header.yaml", b"{}", b"accept", b"cookie")
    half = b'data: {"d":"one"}\n\ndata: {"d":"two"}\n\n'
    recorded(tmp_path / "a" / "spread.yaml", half, b'"one"', f'"{KEY[:20]}"'.encode())
    spread = (tmp_path / "a" / "spread.yaml").read_text().replace('"two"', f'"{KEY[20:]}"')
    (tmp_path / "a" / "spread.yaml").write_text(spread)
    recorded(
        tmp_path / "a" / "head.yaml", b"{}", b"api.acme.test\n  server", f"{KEY}\n  server".encode()
    )
    (tmp_path / "notes.md").write_text(f"fine\n\nmy key is {KEY}, really\n")
    (tmp_path / "clean.md").write_text("nothing here\n")
    (tmp_path / "binary").write_bytes(b"\xff\0" + KEY.encode())

    async def journal() -> None:
        packed = Response(200, (), b"\xff" + KEY.encode())
        async with Journal.create(tmp_path / "j.jsonl", {}) as journal:
            await journal.exchange(ExchangeEntry.of("i", 1, 1, (ASKED, packed)))

    asyncio.run(journal())
    result = scrub("--check", tmp_path)
    assert result.return_value == 1
    lines = [line.removeprefix(f"{tmp_path}/") for line in result.stdout.splitlines()]
    assert lines == [
        "binary: line 1: key",
        "j.jsonl: line 2/response/body byte 1: key",
        "notes.md: line 3: key",
        "a/head.yaml: line 4: key",
        "a/header.yaml: interactions[0]/request/header[cookie]: a header that is not kept",
        "a/open.yaml: interactions[0]/response/body byte 6: key",
        "a/spread.yaml: interactions[0]/response/body over several events: key",
    ]
    assert "7 secrets in 8 files" in result.stderr


def test_cassettes_of_ours_are_scrubbed_in_place(tmp_path: Path) -> None:
    """Without --check they are written again and load; other files are listed and left."""
    recorded(tmp_path / "c.yaml", b'{"k":"here"}', b"here", KEY.encode())
    (tmp_path / "notes.md").write_text(KEY)
    plain = (tmp_path / "c.yaml").read_bytes().partition(b"version: 1")
    (tmp_path / "theirs.yaml").write_bytes(plain[1] + plain[2])
    result = scrub(tmp_path)
    assert result.return_value == 1
    listed = [
        line.partition(":")[0].removeprefix(f"{tmp_path}/") for line in result.stdout.splitlines()
    ]
    assert listed == ["notes.md", "theirs.yaml"]
    assert "2 secrets, 1 written again in 3 files" in result.stderr
    cassette = load(tmp_path, PurePosixPath("c.yaml"))
    assert cassette.exchanges[0][1].body == b'{"k":"xxx_%b"}' % (b"Xx00" * 12)
    assert cassette.provenance.evidence is EvidenceLevel.RECORDED
    assert cassette.provenance.recorded_at == "2026-11-21"
    assert KEY in (tmp_path / "notes.md").read_text()
    assert scrub("--check", tmp_path / "c.yaml").return_value == 0


def test_what_cannot_be_read_is_exit_code_two(tmp_path: Path) -> None:
    """A broken cassette of ours is not taken for a clean one; a missing path is a usage error."""
    (tmp_path / "broken.yaml").write_text("toolwire: [\n")
    result = scrub("--check", tmp_path)
    assert result.return_value == 2
    assert "broken.yaml: not a cassette" in result.output
    with pytest.raises(Exception, match="no such file or folder"):
        scrub("--check", tmp_path / "nowhere")


def test_compressed_files_are_looked_at_unpacked(tmp_path: Path) -> None:
    """What is packed is found, packed bytes that look like an address are not, damage is told."""
    (tmp_path / "a.jsonl.gz").write_bytes(gzip.compress(b"{}\nsk-proj-" + b"A1b2" * 12 + b"\n"))
    result = scrub("--check", tmp_path)
    assert result.return_value == 1
    assert "a.jsonl.gz: line 2: " in result.output
    # Bytes of a compressed file may spell an e-mail address by chance.
    name = gzip.GzipFile(filename="ada@example.org", mode="wb", fileobj=(raw := io.BytesIO()))
    name.write(b"nothing\n")
    name.close()
    (tmp_path / "a.jsonl.gz").write_bytes(raw.getvalue())
    assert b"ada@example.org" in raw.getvalue()
    assert scrub("--check", tmp_path).return_value == 0
    (tmp_path / "a.jsonl.gz").write_bytes(raw.getvalue()[:-6])
    assert "a.jsonl.gz: cannot unpack: " in scrub("--check", tmp_path).output


def test_files_that_xz_packed_are_looked_at_unpacked(tmp_path: Path) -> None:
    """So are the shipped observations: a key in one is found, damage and bombs are told."""
    path = tmp_path / "a.tar.xz"
    key = b"sk-proj-" + b"A1b2" * 12
    for packed in (lzma.compress(b"{}\n" + key + b"\n"), lzma.compress(b"{}\n" + key)):
        path.write_bytes(packed)
        result = scrub("--check", tmp_path)
        assert result.return_value == 1
        assert "a.tar.xz: line 2: " in result.output
    path.write_bytes(packed[:-9])
    assert "a.tar.xz: cannot unpack: it ends early" in scrub("--check", tmp_path).output
    path.write_bytes(b"no xz at all")
    assert "a.tar.xz: cannot unpack: " in scrub("--check", tmp_path).output
    # Unpacking takes as much memory as the dictionary has.
    filters = [{"id": lzma.FILTER_LZMA2, "preset": 0, "dict_size": 192 * 1024 * 1024}]
    path.write_bytes(lzma.compress(b"{}", filters=filters))
    assert "a.tar.xz: cannot unpack: " in scrub("--check", tmp_path).output


def test_shipped_files_hold_no_secrets() -> None:
    """Cassettes and reports of the repository are clean, and so are its suites and providers."""
    paths = [shipped_cassettes(), ROOT / "suites", ROOT / "harness" / "toolwire" / "providers"]
    paths += [path for path in (ROOT / "reports", ROOT / "docs") if path.is_dir()]
    result = scrub("--check", *paths)
    assert result.return_value == 0, result.output
    assert "no secrets in" in result.output
