"""Secrets that a server plants in its answers reach no file and no screen, in whatever way."""

from __future__ import annotations

import os
from base64 import b64encode
from collections.abc import Iterable, Iterator
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

import pytest
from click.testing import CliRunner

from tests.support.forked import run_forked
from tests.support.planting import KEY, SECRETS, Planting, left_in, planting
from toolwire.cli import toolwire as command_line
from toolwire.dialects import DIALECTS
from toolwire.io import guard
from toolwire.io.json_text import dump
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import Headers, Request, Response

_MODEL = "reference-model"
_NAME = "ACME_API_KEY"
#: Of the pieces that texts are first looked through by.
_LONGEST_PIECE = 12
#: Streams of lines, and of binary frames: verified by a process of its own, as users do, and shown in
#: every other way that a command has, which is the same for all dialects.
_APART = frozenset({"openai-chat", "bedrock-converse"})


def toolwire(*words: str, cwd: Path, **more: str) -> tuple[int, bytes, bytes]:
    """Run the command line as a user does, the key in its variable."""
    done = run_forked(words, cwd=cwd, env={**os.environ, _NAME: KEY, **more})
    assert "Traceback" not in done.stderr, done.stderr[-2000:]
    return done.returncode, done.stdout.encode(), done.stderr.encode()


def in_process(*words: str, cwd: Path) -> tuple[int, bytes, bytes]:
    """Run the command line in this process: it prints and writes what it does in its own.

    What was planted may end it; then there is the line of the error, as `main` would print it.
    """
    with chdir(cwd):
        runner = CliRunner(env={_NAME: KEY})
        done = runner.invoke(command_line, words, standalone_mode=False)
    if isinstance(done.exception, ToolwireError):
        told = done.stderr_bytes + str(done.exception).encode()
        return done.exception.exit_code, done.stdout_bytes, told
    assert done.exception is None, done.exception
    return done.return_value or 0, done.stdout_bytes, done.stderr_bytes


def pairs(headers: Headers) -> list[Json]:
    """Return headers as a HAR has them."""
    return [{"name": name, "value": value} for name, value in headers]


def archive(kept: Iterable[tuple[Request, Response]]) -> bytes:
    """Return a HAR of what a server was asked and answered, nothing left out."""
    entries: list[Json] = []
    for request, response in kept:
        content: JsonObject = {
            "mimeType": response.header("content-type") or "",
            "text": b64encode(response.body).decode(),
            "encoding": "base64",
        }
        asked: JsonObject = {
            "method": request.method,
            "url": request.url,
            "headers": pairs(request.headers),
            "postData": {"mimeType": "application/json", "text": request.body.decode()},
        }
        answered: JsonObject = {
            "status": response.status,
            "headers": pairs(response.headers),
            "content": content,
        }
        entries.append({"request": asked, "response": answered})
    return dump({"log": {"version": "1.2", "entries": entries}})


@dataclass(frozen=True)
class Verified:
    """A server that plants, what was asked of it, and what verifications wrote and printed.

    Attributes:
        dialect: that it speaks.
        server, url: it still answers.
        folder: where it was verified; the provider file is below `verified`.
        kept: exchanges of the first verification.
        printed: what all printed.
    """

    dialect: str
    server: Planting
    url: str
    folder: Path
    kept: tuple[tuple[Request, Response], ...]
    printed: tuple[bytes, ...]


@pytest.fixture(scope="module", params=DIALECTS)
def verified(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Verified]:
    """Verify a server of a dialect with files; some in a process of its own, and with JSON too."""
    server, folder = Planting(request.param), tmp_path_factory.mktemp("verified")
    with planting(server) as url, patch.object(guard, "_KEYS", guard._Keys()):
        words = ("verify", url, "--model", _MODEL, "--dialect", request.param)
        words = (*words, "--key-env", _NAME)
        verify = toolwire if request.param in _APART else in_process
        printed = verify(*words, "-o", "verified", cwd=folder)[1:]
        kept = tuple(server.kept)
        if request.param in _APART:
            printed += in_process(*words, "--json", cwd=folder)[1:]
        yield Verified(request.param, server, url, folder, kept, printed)


def test_verify_and_audit_tell_none(verified: Verified) -> None:
    """`verify`, `audit --live` and `--record`, a replay and `report` write and print no secret."""
    folder, told = verified.folder, list(verified.printed)
    (found,) = (folder / "verified" / "providers").iterdir()
    audit = ("audit", "--providers", str(found.parent), "-p", found.stem, "--overwrite")
    audit = (*audit, "--cassettes", "kept", "--key-env", _NAME)
    few = ("-s", "single_call", "-s", "round_trip", "-s", "request_validation")
    # All suites were asked by `verify`; a run that records writes what one that only asks does.
    runs = [("recorded", ("--record", *few)), ("replayed", few)]
    if verified.dialect in _APART:
        runs = [("recorded", ("--record",)), ("replayed", ()), ("live", ("--live", *few))]
    for out, more in runs:
        outputs = ("--junit", f"{out}.xml", "--sarif", f"{out}.sarif", "-v", "-o", out)
        code, *printed = in_process(*audit, *outputs, *more, cwd=folder)
        assert code in {0, 1, 2}, printed
        told += printed
    told += in_process("report", "recorded", "-o", "report", cwd=folder)[1:]
    assert len(verified.server.kept) > (400 if verified.dialect in _APART else 200)
    assert (folder / "report" / "report.html").exists()
    assert not left_in(folder, *told)


def test_lint_tells_none_of_what_it_is_given(verified: Verified, tmp_path: Path) -> None:
    """`lint` of traffic in which nothing was masked writes and prints no secret."""
    out, traffic = tmp_path / "out", tmp_path / "traffic"
    traffic.mkdir()
    (traffic / "browser.har").write_bytes(archive(verified.kept))
    told: list[bytes] = []
    files = (
        "--output",
        "out/results.jsonl",
        "--junit",
        "out/junit.xml",
        "--sarif",
        "out/log.sarif",
    )
    screens = (("--json",), ("--format", "github")) if verified.dialect in _APART else ()
    for words in ((*files, "--min-severity", "info"), *screens):
        code, *printed = in_process("lint", str(traffic), *words, cwd=tmp_path)
        assert code in {1, 2}, printed
        told += printed
    assert not left_in(out, *told)


def test_what_is_left_is_found() -> None:
    """A share of any secret is found wherever it stands, whatever its case."""
    for secret in SECRETS.values():
        share = secret.part[3 : 3 + secret.run]
        for before in range(_LONGEST_PIECE):
            assert left_in(None, b"." * before + share.upper().encode() + b"."), share
    assert not left_in(None, b"nothing is left of anything here" * 100)
