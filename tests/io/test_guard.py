"""The guard: nothing secret is written or printed, whoever made the text."""

from __future__ import annotations

import gzip
import io
import sys
from pathlib import Path

import pytest

from tests.support.planting import KEY, SECRETS, left_in
from toolwire.io.files import write_atomically
from toolwire.io.guard import Guarded, guarded, guarded_text, guarding, learn, masked_so_far
from toolwire.io.secrets.known import known
from toolwire.results import header, read, write
from toolwire.rules import RULES

ORDINARY = b"a report of 2026-11-22: 12 of 13 cells, TC304 at /choices/0, sha256 of a body\n"


def test_ordinary_text_passes_as_it_is() -> None:
    """The same bytes, and nothing is said to be masked."""
    assert guarded(ORDINARY) is ORDINARY
    assert masked_so_far() == {}


def test_a_key_that_was_read_passes_no_more() -> None:
    """Before it is learnt it is a word like others; then it is masked in the same length."""
    assert guarded_text(f"the key {KEY}") == f"the key {KEY}"
    learn(known([KEY]))
    told = guarded_text(f"the key {KEY}")
    assert KEY not in told
    assert len(told) == len(KEY) + 8
    assert masked_so_far() == {"key of this run": 1}
    assert masked_so_far() == {}


@pytest.mark.parametrize("name", SECRETS)
def test_no_form_of_a_secret_is_written(name: str, tmp_path: Path) -> None:
    """Files, compressed results and both streams hold none of the forms that servers repeat."""
    learn(known([KEY]))
    text = SECRETS[name].text
    write_atomically(tmp_path / "report.md", f"| reason | {text} |\n".encode())
    head = header({"providers": [text]}, RULES)
    write(tmp_path / "results.jsonl.gz", head, ())
    assert read(tmp_path / "results.jsonl.gz").count == 0
    assert not left_in(tmp_path)


def test_both_streams_are_guarded_while_it_is_open(capfd: pytest.CaptureFixture[str]) -> None:
    """Text and bytes, on standard output and standard error; afterwards they are what they were."""
    learn(known([KEY]))
    before = sys.stdout
    with guarding():
        sys.stdout.write(f"out {KEY}\n")
        sys.stderr.write(f"err {KEY}\n")
        sys.stdout.flush()
        sys.stdout.buffer.write(f"bytes {KEY}\n".encode())
        sys.stdout.buffer.flush()
    assert sys.stdout is before
    told = capfd.readouterr()
    assert KEY not in told.out + told.err
    assert told.out.startswith("out ")
    assert "bytes " in told.out
    assert told.err.startswith("err ")


def test_packed_bytes_are_not_looked_at(tmp_path: Path) -> None:
    """What is packed may look like anything; whoever packs guards what goes in."""
    learn(known([KEY]))
    packed = gzip.compress(ORDINARY) + KEY.encode()
    write_atomically(tmp_path / "weights", packed, binary=True)
    assert (tmp_path / "weights").read_bytes() == packed


def test_a_guarded_file_counts_what_it_was_given() -> None:
    """A stand-in is as long as what it stands for."""
    learn(known([KEY]))
    raw = io.BytesIO()
    file = Guarded(raw)
    assert file.write(KEY.encode()) == len(KEY)
    assert len(raw.getvalue()) == len(KEY)
    assert KEY.encode() not in raw.getvalue()
