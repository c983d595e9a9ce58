"""Cassettes that are small as files and endless as values are refused before they cost anything."""

from __future__ import annotations

import os
from pathlib import Path, PurePosixPath

import pytest

from tests.io.test_opening import watched
from tests.support.systems import POSIX
from toolwire.model.errors import ToolwireError, TrafficError
from toolwire.transport.cassette.file import load
from toolwire.transport.cassette.vcr_format import FormatError, parse
from toolwire.transport.journal.file import Journal

ALIASES = "\n".join(
    ["a0: &a0 [x, x]", *(f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]" for n in range(1, 60))]
)
MERGES = "\n".join(
    ["m0: &m0 {x: 1}", *(f"m{n}: &m{n} {{<<: [*m{n - 1}, *m{n - 1}]}}" for n in range(1, 40))]
)


def _cassette(top: str = "", headers: str = "{}", method: str = "POST", head: str = "") -> bytes:
    return (
        f"{top}\n{head}\nversion: 1\ninteractions:\n- request: {{method: {method}, uri: 'http://x/'}}\n"
        f"  response: {{status: {{code: 200}}, headers: {headers}, body: {{string: x}}}}\n"
    ).encode()


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (_cassette(ALIASES, headers="{x: [*a59]}"), "a list where text has to be"),
        (_cassette(ALIASES, method="*a59"), "a list where text has to be"),
        (_cassette(MERGES), "merge keys"),
        (_cassette("x: [" + "a," * 200_000 + "a]"), "more than 150,000 values"),
    ],
)
def test_what_would_grow_is_refused(data: bytes, told: str) -> None:
    """Aliases that str() writes out, merges that double, values by the hundred thousand."""
    with pytest.raises(FormatError, match=told):
        watched(lambda: parse(data))


@pytest.mark.parametrize("member", ["evidence", "recorded_at", "endpoint", "server"])
def test_a_header_of_lists_is_refused(tmp_path: Path, member: str) -> None:
    """What a cassette says of itself has to be text, in its errors too."""
    said = "" if member == "evidence" else "evidence: imported, "
    data = _cassette(ALIASES, head=f"toolwire: {{{said}{member}: *a59}}")
    (tmp_path / "c.yaml").write_bytes(data)
    with pytest.raises(TrafficError, match="a list where text has to be"):
        watched(lambda: load(tmp_path, PurePosixPath("c.yaml")))


@POSIX
@pytest.mark.parametrize("target", ["pipe", "/dev/zero", "."])
def test_a_cassette_or_journal_that_is_no_file_is_told(tmp_path: Path, target: str) -> None:
    """Neither waits for a pipe, nor reads a device to its end."""
    for name in ("c.yaml", "journal.jsonl"):
        if target == "pipe":
            os.mkfifo(tmp_path / name)
        else:
            (tmp_path / name).symlink_to(target)
    with pytest.raises(TrafficError, match=r"cannot read: it is a .*, not a file"):
        watched(lambda: load(tmp_path, PurePosixPath("c.yaml")))
    with pytest.raises(ToolwireError, match=r"cannot read: it is a|cannot keep the journal"):
        watched(lambda: Journal.resume(tmp_path / "journal.jsonl"))
