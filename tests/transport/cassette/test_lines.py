"""The lines at which the exchanges of a cassette begin."""

from __future__ import annotations

from pathlib import Path

from toolwire.model.exchange import EvidenceLevel, Request, Response
from toolwire.transport.cassette.file import Provenance, save
from toolwire.transport.cassette.lines import begins


def test_each_exchange_begins_where_its_request_does(tmp_path: Path) -> None:
    """Of a cassette as we write it, each line is the one with that request, whatever bodies hold."""
    bodies = [b"- request:\n  - x\n", b"interactions:\n- request: {}\n", b"{}"]
    pairs = [
        (Request("POST", f"https://h.example/{n}", (), body), Response(200, (), body))
        for n, body in enumerate(bodies)
    ]
    save(tmp_path / "one.yaml", pairs, Provenance(EvidenceLevel.RECORDED, "2026-11-21"))
    lines = (tmp_path / "one.yaml").read_text().splitlines()
    found = begins(tmp_path / "one.yaml")
    assert [lines[number - 1] for number in found] == ["- request:"] * 3
    urls = [next(row for row in lines[number:] if "uri:" in row) for number in found]
    assert [url.rpartition("/")[2] for url in urls] == ["0", "1", "2"]


def test_what_cannot_be_read_has_no_lines(tmp_path: Path) -> None:
    """A file that is not there has none, and so has one that lists no exchanges."""
    (tmp_path / "other.yaml").write_text("list:\n- one\n")
    assert begins(tmp_path / "gone.yaml") == ()
    assert begins(tmp_path / "other.yaml") == ()
