"""Secrets that a server plants in its answers reach no file and no screen, in whatever way."""

from __future__ import annotations

import os
import subprocess
import sys
from base64 import b64encode
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.support.planting import KEY, Planting, left_in, planting
from toolwire.dialects import DIALECTS
from toolwire.io.json_text import dump
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Headers, Request, Response

_MODEL = "reference-model"
_NAME = "ACME_API_KEY"


def toolwire(*words: str, cwd: Path, **more: str) -> tuple[int, bytes, bytes]:
    """Run the command line as a user does, the key in its variable."""
    done = subprocess.run(
        [sys.executable, "-m", "toolwire", *words],
        capture_output=True,
        check=False,
        cwd=cwd,
        env={**os.environ, _NAME: KEY, "PYTHONPATH": os.pathsep.join(sys.path), **more},
        timeout=300,
    )
    assert b"Traceback" not in done.stderr, done.stderr.decode()[-2000:]
    return done.returncode, done.stdout, done.stderr


def provider_file(folder: Path, dialect: str, url: str) -> Path:
    """Write the provider file that `verify` makes of a server; return its folder."""
    words = ("verify", url, "--model", _MODEL, "--dialect", dialect, "-o", str(folder), "-q")
    toolwire(*words, "--key-env", _NAME, cwd=folder.parent)
    (found,) = (folder / "providers").iterdir()
    return found


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


@pytest.mark.parametrize("dialect", DIALECTS)
def test_verify_and_audit_tell_none(dialect: str, tmp_path: Path) -> None:
    """`verify`, `audit --live` and `--record`, a replay and `report` write and print no secret."""
    server, told = Planting(dialect), []
    with planting(server) as url:
        words = ("verify", url, "--model", _MODEL, "--dialect", dialect)
        for more in (("-o", "verified"), ("--json",)):
            told += toolwire(*words, "--key-env", _NAME, *more, cwd=tmp_path)[1:]
        (found,) = (tmp_path / "verified" / "providers").iterdir()
        audit = ("audit", "--providers", str(found.parent), "-p", found.stem, "--overwrite")
        audit = (*audit, "--cassettes", "kept", "--key-env", _NAME)
        for out, more in (("live", ("--live",)), ("recorded", ("--record",)), ("replayed", ())):
            outputs = ("--junit", f"{out}.xml", "--sarif", f"{out}.sarif", "-v", "-o", out)
            code, *printed = toolwire(*audit, *outputs, *more, cwd=tmp_path)
            assert code in {0, 1, 2}, printed
            told += printed
    told += toolwire("report", "live", "-o", "report", "--date", "2026-11-22", cwd=tmp_path)[1:]
    assert len(server.kept) > 400
    assert (tmp_path / "report" / "report.html").exists()
    assert not left_in(tmp_path, *told)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_lint_tells_none_of_what_it_is_given(dialect: str, tmp_path: Path) -> None:
    """`lint` of traffic in which nothing was masked writes and prints no secret."""
    server, out, traffic = Planting(dialect), tmp_path / "out", tmp_path / "traffic"
    with planting(server) as url:
        words = ("verify", url, "--model", _MODEL, "--dialect", dialect, "--key-env", _NAME)
        toolwire(*words, "-q", cwd=tmp_path)
    traffic.mkdir()
    (traffic / "browser.har").write_bytes(archive(server.kept))
    told: list[bytes] = []
    for words in (
        ("--results", "out/results.jsonl", "--min-severity", "info"),
        ("--json",),
        ("--format", "github", "--junit", "out/junit.xml", "--sarif", "out/log.sarif"),
    ):
        code, *printed = toolwire("lint", str(traffic), *words, cwd=tmp_path)
        assert code in {1, 2}, printed
        told += printed
    assert not left_in(out, *told)
